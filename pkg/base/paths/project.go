package paths

import (
	"os"
	"path/filepath"
	"strings"
)

// ProjectName is the directory of ctxhook in a project.
const ProjectName = ".ctxhook"

// maxUp bounds the walk to the project's root.
const maxUp = 64

// Project finds the project of a working directory: the nearest ancestor with
// .git or .ctxhook. The home directory, what is above it and the root of the
// file system are never projects, whatever lies in them: rules are milder
// inside a project than outside, and a repository of dotfiles would put all of
// the user's files inside.
func (p Places) Project(cwd string) (root string, ok bool) {
	if !filepath.IsAbs(cwd) {
		return "", false
	}
	dir, home := filepath.Clean(cwd), filepath.Clean(p.Home)
	for range maxUp {
		parent := filepath.Dir(dir)
		if parent == dir || p.Home != "" && contains(dir, home) {
			return "", false
		}
		if exists(filepath.Join(dir, ".git")) || isDir(filepath.Join(dir, ProjectName)) {
			if p.holdsHome(dir) {
				return "", false
			}
			return dir, true
		}
		dir = parent
	}
	return "", false
}

// holdsHome reports whether a directory is the home directory or above it by another
// name: the way to either may lead through symbolic links.
func (p Places) holdsHome(dir string) bool {
	if p.Home == "" {
		return false
	}
	home, err := filepath.EvalSymlinks(p.Home)
	if err != nil {
		return false
	}
	dir, err = filepath.EvalSymlinks(dir)
	return err == nil && contains(dir, home)
}

// contains reports whether path is dir or lies in it. Both are clean.
func contains(dir, path string) bool {
	return path == dir || strings.HasPrefix(path, dir) && (os.IsPathSeparator(dir[len(dir)-1]) || os.IsPathSeparator(path[len(dir)]))
}

// exists reports whether there is a file or directory: in a linked work tree
// .git is a file.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
