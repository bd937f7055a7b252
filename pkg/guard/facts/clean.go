package facts

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/git"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// clean lists what git clean would delete.
func (s *Source) clean(ctx context.Context, dir string, q rule.CleanQuery) rule.CleanState {
	r, err := s.find(dir)
	if err != nil || r == nil {
		return rule.CleanState{}
	}
	c, err := s.readClean(r, dir, q)
	if left(err) {
		return s.askClean(ctx, r, dir, q)
	}
	if err != nil {
		return rule.CleanState{}
	}
	return c
}

// errClean says what is left to git: named paths, and ignored files alone.
func errClean() error {
	return fmt.Errorf("%w: a part of the untracked files", git.ErrUnsupported)
}

// readClean looks at the files of the repository.
func (s *Source) readClean(r *repo, dir string, q rule.CleanQuery) (rule.CleanState, error) {
	c := rule.CleanState{Known: true}
	rel, err := s.place(r, dir)
	if err != nil {
		return c, err
	}
	if len(q.Paths) > 0 && !slices.ContainsFunc(q.Paths, func(p string) bool { return mayMatch(dir, p) }) {
		return c, nil
	}
	below := ""
	if rel != "" {
		below = rel + "/"
		if tracked, _, err := r.Tracked(rel); err != nil || tracked == 0 {
			return c, errors.Join(err, errClean())
		}
	}
	if q.OnlyIgnored || len(q.Paths) > 0 {
		return c, errClean()
	}
	err = r.Status(git.Query{Path: rel, Untracked: git.Collapsed, Bare: q.Ignored, Exclude: q.Exclude}, func(change git.Change) bool {
		if change.Work == git.Untracked {
			cleaned(&c, strings.TrimPrefix(change.Path, below), &q)
		}
		return !c.More
	})
	return c, err
}

// mayMatch reports whether anything may be where a path leads from a directory, as
// git reads paths.
func mayMatch(dir, path string) bool {
	if path == "" || strings.ContainsAny(path, `:*?[\`) || filepath.IsAbs(path) {
		return true
	}
	_, err := os.Lstat(filepath.Join(dir, path))
	return !errors.Is(err, os.ErrNotExist)
}

// cleaned lists a name, if git clean deletes it when it is called so.
func cleaned(c *rule.CleanState, name string, q *rule.CleanQuery) {
	if !strings.HasSuffix(name, "/") || q.Dirs || len(q.Paths) > 0 {
		c.Names = append(c.Names, name)
		c.More = len(c.Names) == maxCleaned
	}
}

// askClean asks git: git ls-files finds it by the same rules.
func (s *Source) askClean(ctx context.Context, r *repo, dir string, q rule.CleanQuery) rule.CleanState {
	if s.ready(ctx, r) != nil {
		return rule.CleanState{}
	}
	args := append(r.overrides[:len(r.overrides):len(r.overrides)], "ls-files", "-z", "--others", "--directory", "--no-empty-directory")
	switch {
	case q.OnlyIgnored:
		args = append(args, "--ignored", "--exclude-standard")
	case !q.Ignored:
		args = append(args, "--exclude-standard")
	}
	for _, pattern := range q.Exclude {
		args = append(args, "--exclude="+pattern)
	}
	args = append(args, "--")
	args = append(args, q.Paths...)
	c := rule.CleanState{Known: true}
	err := s.git(ctx, dir, 0, func(record []byte) bool {
		cleaned(&c, string(record), &q)
		return !c.More
	}, args...)
	if err != nil && !errors.Is(err, errStopped) {
		return rule.CleanState{}
	}
	return c
}

// maxCleaned bounds how many names are listed.
const maxCleaned = 1000
