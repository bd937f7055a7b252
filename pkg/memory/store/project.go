package store

import (
	"path/filepath"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// clean masks secrets in a text from a payload, and bounds it: paths and names
// may come from commands.
func clean(s string) string {
	const most = 4 << 10
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "")
	}
	return redact.Clean(s).String()
}

// maxGitFile bounds the small files of git that are read.
const maxGitFile = 256 << 10

// repository returns the project that a root belongs to: for a linked work
// tree of git the root of its repository, otherwise the root itself. remote is
// where git pushes to.
func repository(root string) (main, remote string) {
	git := filepath.Join(root, ".git")
	common := git
	// In such a work tree .git is a file that names a directory, and a file
	// there names the directory that all work trees share.
	if data, err := paths.ReadFile(git, maxGitFile); err == nil {
		if dir, ok := strings.CutPrefix(strings.TrimSpace(string(data)), "gitdir: "); ok {
			common = paths.Beside(root, dir)
			if shared, ok := sharedBy(root, common); ok {
				common = shared
				root = common // of a bare repository
				if filepath.Base(common) == ".git" {
					root = filepath.Dir(common)
				}
			}
		}
	}
	if data, err := paths.ReadFile(filepath.Join(common, "config"), maxGitFile); err == nil {
		remote = origin(string(data))
	}
	return clean(root), clean(remote)
}

// ProjectAt returns the project at a root, as it would be kept: nothing need have run in it.
func ProjectAt(root string) memory.Project {
	main, remote := repository(root)
	p := memory.Project{Root: root, Remote: remote}
	if main != root {
		p.Same = main
	}
	return p
}

// sharedBy returns the directory that the work trees of a repository share,
// given the directory of one of them. The repository must know the work tree:
// anybody can write a file that claims to belong to a repository.
func sharedBy(root, own string) (string, bool) {
	data, err := paths.ReadFile(filepath.Join(own, "commondir"), maxGitFile)
	if err != nil {
		return "", false
	}
	shared := paths.Beside(own, strings.TrimSpace(string(data)))
	back, err := paths.ReadFile(filepath.Join(own, "gitdir"), maxGitFile)
	if err != nil || !paths.SameFile(filepath.Dir(filepath.Dir(own)), shared) || !paths.SameFile(paths.Beside(own, strings.TrimSpace(string(back))), filepath.Join(root, ".git")) {
		return "", false
	}
	return shared, true
}

// origin returns the URL of the remote origin in a git configuration, without
// user and password.
func origin(config string) string {
	inside := false
	for line := range strings.Lines(config) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			inside = line == `[remote "origin"]`
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		if !inside || !ok || strings.TrimSpace(key) != "url" {
			continue
		}
		value = strings.TrimSpace(value)
		if scheme, rest, ok := strings.Cut(value, "://"); ok {
			host, path, _ := strings.Cut(rest, "/")
			value = scheme + "://" + host[strings.LastIndexByte(host, '@')+1:] + "/" + path
		}
		return value
	}
	return ""
}

// Projects returns all directories in which work was done.
func (t *Tx) Projects() ([]memory.Project, error) { return projects.Select(t, "") }
