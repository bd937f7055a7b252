package facts

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/git"
	"github.com/ctxhook/ctxhook/pkg/base/look"
)

var (
	errPlanted  = errors.New("repository does not say what its place says")
	errNoTree   = errors.New("not in a work tree of git")
	errUnquoted = errors.New("filter name cannot be overridden")
)

// repo is a work tree found by its .git entry.
type repo struct {
	*git.Repo
	root   string
	opened time.Time

	once      sync.Once
	overrides []string // -c flags that disarm the filters of its configuration
	foldCase  bool     // core.ignoreCase
	err       error

	clientOnce sync.Once
	client     []string // settings of the client that call ctxhook: see registered
	clientErr  error
}

// find returns the work tree that holds a directory, nil when none does.
func (s *Source) find(dir string) (*repo, error) {
	s.reposMu.Lock()
	defer s.reposMu.Unlock()
	if r, ok := s.repos[dir]; ok {
		return r, nil
	}
	opened := time.Now()
	read, err := s.open(dir)
	if errors.Is(err, git.ErrNone) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	read.StopWhen(s.over)
	if s.repos == nil {
		s.repos = make(map[string]*repo)
	}
	root := read.Root()
	r, ok := s.repos[root]
	if !ok {
		r = &repo{Repo: read, root: root, opened: opened}
		s.repos[root] = r
	}
	s.repos[dir] = r
	return r, nil
}

// open opens the repository whose work tree holds a directory, with what an earlier look
// has listed there.
func (s *Source) open(dir string) (*git.Repo, error) {
	r, err := git.Open(dir, git.Options{Getenv: s.getenv, Follow: s.resolved})
	if err == nil && s.kept != "" {
		sum := sha256.Sum256([]byte(r.Root()))
		r.Recall(filepath.Join(s.kept, hex.EncodeToString(sum[:8])))
	}
	return r, err
}

// HandOver opens the repository whose work tree holds a directory, as git.Open
// does. Where questions about that directory have just read it, it returns their
// reader with all that it has seen: what it shows is then as old as the first of
// them, at most twice as long as all questions may take. The reader is the caller's from
// then on, and later questions open another.
func (s *Source) HandOver(dir string) (*git.Repo, error) {
	s.mu.Lock() // no question is under way
	defer s.mu.Unlock()
	s.reposMu.Lock()
	defer s.reposMu.Unlock()
	r := s.repos[dir]
	for at, other := range s.repos {
		if other == r {
			delete(s.repos, at)
		}
	}
	limit := s.wall
	if s.late {
		limit *= 2 // it saw a part until then: the caller goes on from there
	}
	if r == nil || s.stuck || time.Since(r.opened) > limit {
		return s.open(dir)
	}
	return r.Repo, nil
}

// Work returns what was seen of a work tree by its root, nil where that was not
// looked at. Nobody else may be asking at the same time.
func (s *Source) Work(root string) *look.Tree {
	if s == nil || s.stuck {
		return nil
	}
	s.reposMu.Lock()
	defer s.reposMu.Unlock()
	if r := s.repos[root]; r != nil && r.root == root {
		return r.Work()
	}
	return nil
}

// over reports whether the time for all questions is.
func (s *Source) over() bool { return s.ctx != nil && s.ctx.Err() != nil }

// place returns the path of a directory from the root, as package git takes it.
func (s *Source) place(r *repo, dir string) (string, error) {
	real, err := s.resolved(dir)
	if err != nil {
		return "", err
	}
	return r.Rel(real)
}

// getenv returns a variable as git sees it.
func (s *Source) getenv(name string) string {
	if s.environ == nil {
		return os.Getenv(name)
	}
	for _, entry := range slices.Backward(s.environ) {
		if value, ok := strings.CutPrefix(entry, name+"="); ok {
			return value
		}
	}
	return ""
}

// left reports whether a question that could not be answered from the files of a
// repository is one for git itself.
func left(err error) bool {
	return errors.Is(err, git.ErrUnsupported) || errors.Is(err, git.ErrBound)
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
		worktree = filepath.Join(r.Dir(), worktree)
	}
	named, err := os.Stat(worktree)
	if err != nil {
		return false
	}
	root, err := os.Stat(r.root)
	return err == nil && os.SameFile(named, root)
}
