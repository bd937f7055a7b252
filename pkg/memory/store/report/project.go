package report

import (
	"cmp"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// ProjectCount is how much was run in a project.
type ProjectCount struct {
	Root                string // "": outside projects
	Sessions, Runs, Bad int
	First, Last         time.Time
}

// Projects counts the runs of each project that a filter selects, the last
// active one first.
func Projects(t *store.Tx, f ActivityFilter) ([]ProjectCount, error) {
	s, err := talliesOf(t, f.Project, f.Since)
	if err != nil {
		return nil, err
	}
	counts := make(map[int64]*ProjectCount)
	if err := s.each(func(what string, project int64, more sum) {
		if !isRun(what) {
			return
		}
		c := counts[project]
		if c == nil {
			c = &ProjectCount{}
			counts[project] = c
		}
		c.Runs += more.n
		if o, _ := memory.ParseOutcome(what); o.Bad() {
			c.Bad += more.n
		}
	}); err != nil {
		return nil, err
	}
	sessions, err := s.sessionsByProject()
	if err != nil {
		return nil, err
	}
	list := make([]ProjectCount, 0, len(counts))
	for project, c := range counts {
		c.Sessions = sessions[project]
		const ends = "SELECT (SELECT root FROM projects WHERE id = ?1), " +
			"(SELECT at FROM runs WHERE project IS nullif(?1, 0) AND at >= ?2 ORDER BY at LIMIT 1), " +
			"(SELECT at FROM runs WHERE project IS nullif(?1, 0) AND at >= ?2 ORDER BY at DESC LIMIT 1)"
		if _, err := t.One(ends, []any{project, s.since}, func(r store.Row) { c.Root, c.First, c.Last = r.Text(0), r.Time(1), r.Time(2) }); err != nil {
			return nil, err
		}
		list = append(list, *c)
	}
	order.By(list, func(a, b ProjectCount) int { return cmp.Or(b.Last.Compare(a.Last), strings.Compare(a.Root, b.Root)) })
	return list, nil
}
