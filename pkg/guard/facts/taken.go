package facts

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/git"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// taken yields the files that a commit takes: their names in the repository and on this machine.
func taken(r *repo, q *rule.LeavingQuery, yield func(name, full string) bool) error {
	return r.Status(git.Query{Untracked: git.Each}, func(c git.Change) bool {
		full := filepath.Join(r.Root(), filepath.FromSlash(c.Path))
		takes := c.Staged != 0 || q.All && c.Work != git.Untracked
		for _, p := range q.Paths {
			takes = takes || p == full || within(full, p)
		}
		return !takes || strings.HasSuffix(c.Path, "/") || yield(c.Path, full)
	})
}

// Taken lists the files that a commit takes, by their names on this machine; known is false where
// there are more than most, or there was no time.
func (s *Source) Taken(q rule.LeavingQuery, most int) (names []string, known bool) {
	dir, ok := s.abs(q.Dir)
	if !ok {
		return nil, false
	}
	type answer struct {
		names []string
		known bool
	}
	var memo map[string]answer
	a := ask(s, &memo, dir, func(ctx context.Context) (a answer) {
		r, err := s.find(dir)
		if err != nil || r == nil {
			return a
		}
		err = taken(r, &q, func(_, full string) bool {
			a.names = append(a.names, filepath.ToSlash(full))
			return len(a.names) <= most && ctx.Err() == nil
		})
		a.known = err == nil && ctx.Err() == nil && len(a.names) <= most
		return a
	})
	return a.names, a.known
}
