package facts

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/ctxhook/ctxhook/pkg/paths"
)

var (
	errPlanted  = errors.New("repository does not say what its place says")
	errUnquoted = errors.New("filter name cannot be overridden")
)

// repo is a work tree found by its .git entry.
type repo struct {
	root   string
	linked bool

	once      sync.Once
	overrides []string // -c flags that disarm the filters of its configuration
	foldCase  bool     // core.ignoreCase
	err       error
}

// find returns the work tree that holds a directory, nil when none does. It
// runs nothing, so a directory outside any repository costs no process.
func (s *Source) find(dir string) (*repo, error) {
	at, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, err
	}
	for {
		_, err := os.Lstat(filepath.Join(at, ".git"))
		if err == nil {
			return s.repo(at)
		}
		if !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
		if bare(at) {
			// Either the inside of a .git, or files that were put here to look
			// like one. Git before 2.38 would believe these.
			return nil, errPlanted
		}
		up := filepath.Dir(at)
		if up == at {
			return nil, nil
		}
		at = up
	}
}

// bare reports whether git might take the directory itself for a repository.
func bare(dir string) bool {
	for _, name := range []string{"HEAD", "objects", "refs"} {
		if _, err := os.Lstat(filepath.Join(dir, name)); err != nil {
			return false
		}
	}
	return true
}

func (s *Source) repo(root string) (*repo, error) {
	s.reposMu.Lock()
	defer s.reposMu.Unlock()
	if r, ok := s.repos[root]; ok {
		return r, nil
	}
	linked, err := isLinked(root)
	if err != nil {
		return nil, err
	}
	if s.repos == nil {
		s.repos = make(map[string]*repo)
	}
	r := &repo{root: root, linked: linked}
	s.repos[root] = r
	return r, nil
}

// isLinked reports whether a work tree is a linked one, neither a main one nor
// a submodule: its .git is a file, and the directory it names shares that of
// another.
func isLinked(root string) (bool, error) {
	dir, err := gitDir(root)
	if err != nil {
		return false, err
	}
	_, err = os.Lstat(filepath.Join(dir, "commondir"))
	return err == nil, nil
}

// gitDir returns the directory that holds a work tree's HEAD.
func gitDir(root string) (string, error) {
	at := filepath.Join(root, ".git")
	info, err := os.Stat(at)
	if err != nil {
		return "", err
	}
	if info.IsDir() {
		return at, nil
	}
	text, err := paths.ReadFile(at, maxRecord)
	if errors.Is(err, paths.ErrNotRegular) || errors.Is(err, paths.ErrTooLarge) {
		return "", errPlanted
	}
	if err != nil {
		return "", err
	}
	dir, ok := strings.CutPrefix(strings.TrimRight(string(text), "\r\n"), "gitdir: ")
	if !ok {
		return "", errPlanted
	}
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(root, dir)
	}
	return dir, nil
}

// gitIn runs git in a work tree whose filters have been disarmed.
func (s *Source) gitIn(ctx context.Context, r *repo, end byte, visit func([]byte) bool, args ...string) error {
	if err := s.ready(ctx, r); err != nil {
		return err
	}
	return s.git(ctx, r.root, end, visit, append(r.overrides[:len(r.overrides):len(r.overrides)], args...)...)
}

// ready makes sure that a work tree's filters are known.
func (s *Source) ready(ctx context.Context, r *repo) error {
	r.once.Do(func() { r.err = s.configure(ctx, r) })
	return r.err
}

// configure works out the flags that git needs before it may look at the files
// of this repository. Reading the configuration runs nothing of it, includes
// and conditions are followed by git itself.
func (s *Source) configure(ctx context.Context, r *repo) error {
	names := make(map[string]bool)
	var bad error
	err := s.git(ctx, r.root, 0, func(record []byte) bool {
		key, value, valued := bytes.Cut(record, []byte("\n"))
		switch string(key) {
		case "core.ignorecase":
			r.foldCase = !valued || isTrue(string(value))
		case "core.worktree":
			// In a submodule it leads back here. Anything else makes git look
			// in another place than the one asked about.
			if !r.isRoot(string(value)) {
				bad = errPlanted
			}
		default:
			name := filterName(string(key))
			if strings.Contains(name, "=") {
				bad = errUnquoted // -c would set another key
			}
			names[name] = true
		}
		return bad == nil
	}, "config", "-z", "--get-regexp", `^(filter\..*\.(clean|smudge|process|required)|core\.(ignorecase|worktree))$`)
	switch {
	case bad != nil:
		return bad
	case err != nil && exitCode(err) != 1: // 1: no such key
		return err
	}
	for name := range names {
		for _, key := range []string{"clean=", "smudge=", "process=", "required=false"} {
			r.overrides = append(r.overrides, "-c", "filter."+name+"."+key)
		}
	}
	return nil
}

// isTrue reads a boolean as git does, in any case. What git would reject
// counts as true: this finds more, never less.
func isTrue(value string) bool {
	switch strings.ToLower(value) {
	case "false", "no", "off", "0", "":
		return false
	}
	return true
}

// filterName returns the NAME of filter.NAME.key.
func filterName(key string) string {
	key = strings.TrimPrefix(key, "filter.")
	return key[:max(strings.LastIndexByte(key, '.'), 0)]
}

// isRoot reports whether a core.worktree value names the root of the tree.
func (r *repo) isRoot(worktree string) bool {
	if !filepath.IsAbs(worktree) {
		dir, err := gitDir(r.root)
		if err != nil {
			return false
		}
		worktree = filepath.Join(dir, worktree)
	}
	named, err := os.Stat(worktree)
	if err != nil {
		return false
	}
	root, err := os.Stat(r.root)
	return err == nil && os.SameFile(named, root)
}
