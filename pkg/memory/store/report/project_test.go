package report

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// twoProjects has twenty runs in one project and two in another, all counted.
func twoProjects(t *testing.T) *store.Store {
	t.Helper()
	s := fresh(t)
	at := time.Now().Add(-4 * time.Hour)
	update(t, s, func(tx *store.Tx) error {
		for i := range 22 {
			r := memory.Run{
				Start: at.Add(time.Duration(i) * time.Second), Session: fmt.Sprint("s", i%4), Call: fmt.Sprint(i), Project: "/srv/large",
				Command: redact.Clean("make"), Template: redact.Clean("make"), Outcome: memory.OK,
			}
			if i >= 20 {
				r.Project = "/srv/small"
			}
			if _, err := tx.AddRun(&r); err != nil {
				return err
			}
		}
		return nil
	})
	if err := s.Maintain(store.Policy{}); err != nil {
		t.Fatal(err)
	}
	return s
}

// A page that covers a million runs has no time to read them for each table.
func TestProjectsAreCountedWithoutTheirRuns(t *testing.T) {
	s := twoProjects(t)
	update(t, s, func(tx *store.Tx) error {
		const behindItsBack = "DELETE FROM runs WHERE project = (SELECT id FROM projects WHERE root = '/srv/large') AND at > (SELECT min(at) FROM runs)"
		return tx.Each(behindItsBack, nil, func(store.Row) error { return nil })
	})
	view(t, s, func(tx *store.Tx) error {
		list, err := Projects(tx, ActivityFilter{Project: "/srv/large"})
		if err != nil || len(list) != 1 || list[0].Runs != 20 || list[0].Sessions != 4 {
			t.Errorf("projects %+v, %v", list, err)
		}
		return err
	})
}

func TestIndexIsForFewRuns(t *testing.T) {
	view(t, twoProjects(t), func(tx *store.Tx) error {
		for _, tt := range []struct {
			filter ActivityFilter
			plan   string
		}{
			{ActivityFilter{}, "SCAN runs"},
			{ActivityFilter{Project: "/srv/large"}, "SCAN runs"},
			{ActivityFilter{Project: "/srv/small"}, "SEARCH runs USING INDEX runs_project (project=?)"},
			{ActivityFilter{Project: "/srv/large", Latest: 5}, "SEARCH runs USING INDEX runs_project (project=?)"},
		} {
			var w store.Conditions
			if err := tt.filter.ofEachRun(tx, &w); err != nil {
				return err
			}
			var steps []string
			if err := tx.Each("EXPLAIN QUERY PLAN SELECT template FROM runs"+w.SQL()+" ORDER BY at DESC", w.Args, func(r store.Row) error {
				steps = append(steps, r.Text(3))
				return nil
			}); err != nil {
				return err
			}
			if got := strings.Join(steps, "; "); got != tt.plan {
				t.Errorf("%+v: %s, want %s", tt.filter, got, tt.plan)
			}
		}
		return nil
	})
}
