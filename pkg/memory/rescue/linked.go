package rescue

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/git"
	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// removes reports whether a command takes a path away by its name.
func (m *Moment) removes(name string) bool {
	return slices.ContainsFunc(m.Targets, func(t Target) bool {
		return t.Path == name && !t.Glob && (t.Kind == rule.Delete || t.Kind == rule.Discard)
	})
}

// linkedTree adds what no commit holds of a linked worktree that a command removes: the
// commits stay in the repository that it is of. ok is false for any other directory.
func (s *Store) linkedTree(ctx context.Context, l *scan, dir string) (ok bool) {
	if l.removing == nil || !l.removing.removes(dir) {
		return false
	}
	root := filepath.Join(s.Root, filepath.FromSlash(dir))
	repo, err := facts.New(facts.Options{Cwd: root}).HandOver(root)
	if err != nil || !repo.Linked() || repo.Root() != root {
		return false
	}
	repo.StopWhen(func() bool { return ctx.Err() != nil })
	err = repo.Status(git.Query{Untracked: git.Each}, func(c git.Change) bool {
		if name := dir + "/" + c.Path; c.Work != git.Ignored && !strings.HasSuffix(name, "/") && validPath(name) {
			l.found = append(l.found, found{path: name, named: true})
		}
		return len(l.found) < manyFound
	})
	return err == nil
}
