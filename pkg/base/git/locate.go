package git

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// maxSmall bounds the files that hold one line.
const maxSmall = 8 << 10

// locate finds the work tree that holds a directory.
func (r *Repo) locate(dir string) error {
	at, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	if at, err = r.options.Follow(at); err != nil {
		return err
	}
	for {
		info, err := os.Lstat(filepath.Join(at, ".git"))
		if err == nil {
			r.root = at
			if r.unfit = r.enter(info); errors.Is(r.unfit, ErrDamaged) {
				return r.unfit
			}
			return nil
		}
		if !missing(err) {
			return err
		}
		if looksBare(at) {
			// The inside of a .git, or files put here to look like one.
			return damaged(at)
		}
		up := filepath.Dir(at)
		if up == at {
			return ErrNone
		}
		at = up
	}
}

// looksBare reports whether git might take the directory itself for a
// repository.
func looksBare(dir string) bool {
	return exists(dir, "HEAD") && exists(dir, "objects") && exists(dir, "refs")
}

// enter finds the directories of the repository whose .git is in the root.
func (r *Repo) enter(info fs.FileInfo) error {
	r.dir = filepath.Join(r.root, ".git")
	r.common = r.dir
	switch {
	case info.IsDir():
		if exists(r.dir, "commondir") {
			return unsupported("a shared .git")
		}
	case info.Mode().IsRegular():
		if err := r.follow(); err != nil {
			return err
		}
	case info.Mode()&fs.ModeSymlink != 0:
		return unsupported("a .git that is a link")
	default:
		return damaged(".git")
	}
	return nil
}

// follow reads a .git that is a file. It goes only where the directory that it
// names leads back: to a linked work tree or a submodule.
func (r *Repo) follow() error {
	text, err := r.read(r.root, ".git", maxSmall)
	if err != nil {
		return err
	}
	dir, ok := strings.CutPrefix(strings.TrimRight(string(text), "\r\n"), "gitdir: ")
	if !ok || strings.ContainsAny(dir, "\n\x00") {
		return damaged(".git")
	}
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(r.root, dir)
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil || !isDir(dir) {
		return damaged(".git")
	}
	r.dir, r.common = dir, dir
	above := filepath.Dir(dir)
	if filepath.Base(above) != "worktrees" {
		// A submodule: configure checks that core.worktree leads back.
		super, _, ok := strings.Cut(filepath.ToSlash(dir), "/.git/modules/")
		if !ok || !strings.HasPrefix(filepath.ToSlash(r.root), super+"/") {
			return unsupported("a separate git directory")
		}
		return nil
	}
	back, err := r.read(dir, "gitdir", maxSmall)
	if err != nil {
		return damaged("gitdir")
	}
	if !leads(dir, string(back), filepath.Join(r.root, ".git")) {
		return unsupported("a work tree that was moved")
	}
	r.linked, r.common = true, filepath.Dir(above)
	shared, err := r.read(dir, "commondir", maxSmall)
	if err != nil || !leads(dir, string(shared), r.common) {
		return damaged("commondir")
	}
	return nil
}

// leads reports whether the path in a file of a directory names a place.
func leads(dir, path, place string) bool {
	return paths.SameFile(paths.Beside(dir, strings.TrimRight(path, "\r\n")), place)
}

// nested reports whether a directory is a repository of its own.
func (r *Repo) nested(rel string) (bool, error) {
	full := r.full(rel)
	info, err := os.Lstat(full + "/.git")
	if missing(err) {
		return false, nil
	}
	if err != nil {
		return false, unreadable(err)
	}
	at := full + "/.git"
	if info.Mode().IsRegular() {
		text, err := r.read(r.root, rel+"/.git", maxSmall)
		if err != nil {
			return false, err
		}
		dir, ok := strings.CutPrefix(strings.TrimRight(string(text), "\r\n"), "gitdir: ")
		if at = dir; !ok {
			at = full
		} else if !filepath.IsAbs(dir) {
			at = filepath.Join(full, dir)
		}
	}
	if looksBare(at) || exists(at, "HEAD") && exists(at, "commondir") {
		return true, nil
	}
	return false, unsupported("a .git that may be a repository")
}
