package store

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// PutHabits replaces the habits of a project. A habit that still holds keeps
// its id, and one that the user does not want stays retired.
func (t *Tx) PutHabits(project string, habits []memory.Lesson) error {
	known, err := t.Lessons(project, memory.LessonHabit, nil)
	if err != nil {
		return err
	}
	for i := range habits {
		h := habits[i]
		h.Project = project
		if k := slices.IndexFunc(known, func(k memory.Lesson) bool { return k.Key == h.Key }); k >= 0 {
			h.ID, h.First, h.State = known[k].ID, known[k].First, known[k].State
			known = slices.Delete(known, k, k+1)
		}
		if err := t.PutLesson(&h); err != nil {
			return err
		}
	}
	for i := range known {
		if known[i].State >= memory.Retired {
			continue
		}
		if _, err := t.db.run("DELETE FROM lessons WHERE id = ?", known[i].ID); err != nil {
			return err
		}
	}
	return nil
}

// Outline returns the latest commands of a session and the edits between them,
// latest first, with only the fields that habits are learned from: it is read
// for many sessions.
func (t *Tx) Outline(session string, commands int) ([]memory.Activity, error) {
	number, err := t.SessionNumber(session)
	if number == nil || err != nil {
		return nil, err
	}
	var runs []memory.Run
	const latest = `SELECT at, id, project, template, outcome, json_extract(checked, '$.tool'), json_extract(checked, '$.kind')
		FROM runs WHERE session = ? ORDER BY at DESC LIMIT ?`
	if err := t.db.each(latest, []any{number, commands}, func(r Row) error {
		run := memory.Run{Start: r.Time(0), ID: r.Text(1), Session: session, Project: t.numbers.projectRoot(r, 2), Template: redact.Clean(r.Text(3))}
		run.Outcome, _ = memory.ParseOutcome(r.Text(4))
		if !r.Null(5) {
			run.Check = &memory.Check{Tool: r.Text(5), Kind: r.Text(6)}
		}
		runs = append(runs, run)
		return nil
	}); err != nil || len(runs) == 0 {
		return nil, err
	}
	since := int64(0)
	if len(runs) == commands {
		since = runs[len(runs)-1].Start.UnixMicro()
	}
	var edits []memory.Edit
	if err := t.db.each("SELECT at, path FROM edits WHERE session = ? AND at > ? ORDER BY at DESC", []any{number, since}, func(r Row) error {
		edits = append(edits, memory.Edit{Time: r.Time(0), Session: session, Path: redact.Clean(r.Text(1))})
		return nil
	}); err != nil {
		return nil, err
	}
	return merge(runs, edits, len(runs)+len(edits)), nil
}

// LatestSessions returns the keys of the latest sessions of a project, latest
// first.
func (t *Tx) LatestSessions(project string, most int) ([]string, error) {
	number, err := t.ProjectNumber(project)
	if number == nil || err != nil {
		return nil, err
	}
	var keys []string
	// Sessions are known in the order in which they began, but for those that
	// were imported.
	const latest = `SELECT key FROM (SELECT key, started FROM sessions WHERE project = ? ORDER BY id DESC LIMIT ?)
		ORDER BY started DESC LIMIT ?`
	err = t.db.each(latest, []any{number, 10 * most, most}, func(r Row) error {
		keys = append(keys, r.Text(0))
		return nil
	})
	return keys, err
}

// declineTaught declines a habit, or a fix that is offered everywhere: if it were
// removed, the runs and lessons behind it would teach it again. It reports
// whether there is one with the id.
func declineTaught(t *Tx, id string) (bool, error) {
	n, err := t.db.run("UPDATE lessons SET state = ? WHERE id = ? AND (kind = ? OR everywhere = 1)", memory.Unwanted.String(), id, memory.LessonHabit)
	return n > 0, err
}
