package report

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/store"
)

// ProjectCount is how much was run in a project.
type ProjectCount struct {
	Root                string // "": outside projects
	Sessions, Runs, Bad int
	First, Last         time.Time
}

// Projects counts the runs of each project that a filter selects, the last
// active one first.
func Projects(t *store.Tx, f ActivityFilter) (list []ProjectCount, err error) {
	var w store.Conditions
	if err := f.ofRuns(t, &w); err != nil {
		return nil, err
	}
	const counts = `SELECT (SELECT root FROM projects WHERE id = runs.project),
		count(DISTINCT session), count(*), sum(` + bad + `), min(at), max(at) AS last FROM runs`
	err = t.Each(counts+w.SQL()+" GROUP BY project ORDER BY last DESC", w.Args, func(r store.Row) error {
		list = append(list, ProjectCount{r.Text(0), r.Int(1), r.Int(2), r.Int(3), r.Time(4), r.Time(5)})
		return nil
	})
	return list, err
}
