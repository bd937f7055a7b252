package report

import (
	"errors"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// Guard is what came of the commands of a session, as a status line shows it.
type Guard struct {
	Shown   map[string]int  // decisions by Decision.ShownAction
	Last    memory.Decision // the last command that was stopped or asked about
	Failing []memory.Lesson // checks of the project, the latest first
}

// GuardOf returns what came of the commands of a session. It reads what indexes find:
// of the decisions, those since the session began.
func GuardOf(o store.Options, spool, session, project string) (Guard, error) {
	g := Guard{Shown: make(map[string]int)}
	entries, spoolErr := store.SpoolEntries(spool) // before the database: what leaves the spool is there
	stored := make(map[string]bool)
	err := look(o, func(t *store.Tx) (err error) {
		if g.Failing, err = failing(t, project); err != nil {
			return err
		}
		for _, e := range entries {
			if d := e.Decision; d != nil && err == nil {
				_, stored[d.ID], err = store.Decisions.ByID(t, d.ID)
			}
		}
		return errors.Join(err, g.count(t, session))
	})
	for _, e := range entries {
		switch {
		case session == "":
		case e.Decision != nil && e.Decision.Session == session && !stored[e.Decision.ID]:
			g.Shown[e.Decision.ShownAction()]++
			g.last(e.Decision)
		}
	}
	return g, errors.Join(spoolErr, err)
}

// count counts the decisions of a session.
func (g *Guard) count(t *store.Tx, session string) error {
	var number int64
	var since time.Time
	known, err := t.One("SELECT id, started FROM sessions WHERE key = ?", []any{session}, func(r store.Row) { number, since = r.Int64(0), r.Time(1) })
	if err != nil || !known {
		return err
	}
	const of = " FROM decisions WHERE at >= ? AND session = ?"
	args := []any{since.Add(-time.Hour).UnixMicro(), number}
	err = t.Each("SELECT "+store.ShownAction+" AS shown, count(*)"+of+" GROUP BY shown", args, func(r store.Row) error {
		g.Shown[r.Text(0)] = r.Int(1)
		return nil
	})
	if err != nil {
		return err
	}
	list, err := store.Decisions.Select(t, " WHERE at >= ? AND session = ? AND action IN ('ask', 'block') ORDER BY at DESC LIMIT 1", args...)
	for i := range list {
		g.last(&list[i])
	}
	return err
}

// last keeps the decision if it is the last that kept a command from running.
func (g *Guard) last(d *memory.Decision) {
	if (d.Action == policy.Ask.String() || d.Action == policy.Block.String()) && !d.Time.Before(g.Last.Time) {
		g.Last = *d
	}
}

// failing returns the checks that fail in a project.
func failing(t *store.Tx, project string) ([]memory.Lesson, error) {
	number, err := t.ProjectNumber(project)
	if err != nil || number == nil {
		return nil, err
	}
	return store.SelectLessons(t, " WHERE project = ? AND kind = 'check' AND state = 'open'", number)
}
