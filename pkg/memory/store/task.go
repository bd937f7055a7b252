package store

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// AddTask keeps a task, as AddRun does a run: it is known by its call in its
// session.
func (t *Tx) AddTask(a *memory.Task) (added bool, err error) {
	k := newKey(a.Start, a.ID, 't')
	o, err := t.numbers.owner(a.Project, a.Session, "", k.at)
	if err != nil {
		return false, err
	}
	if a.Call != "" {
		const called = "SELECT id FROM tasks WHERE session IS ? AND call = ?"
		if known, err := t.db.one(called, []any{o.session, clean(a.Call)}, func(r Row) { a.ID = r.Text(0) }); known || err != nil {
			return false, err
		}
	}
	added, err = Tasks.add(t, &k, a, o, "session IS ?2 AND what IS ?3", o.session, a.What)
	if added {
		a.ID, a.Start = k.id, moment(k.at)
	}
	return added, err
}

// UpdateTask writes what became of a task.
func (t *Tx) UpdateTask(a *memory.Task) error {
	const update = "UPDATE tasks SET subagent = ?, ended = ?, verdict = ?, result = ?, commands = ?, failures = ? WHERE id = ?"
	end := owner{}.value((*sometime)(&a.End))
	_, err := t.db.run(update, clean(a.Subagent), end, a.Outcome.String(), a.Result, a.Commands, a.Failures, a.ID)
	return err
}

// Tasks are the pieces of work that agents handed on.
var Tasks = Table[memory.Task]{name: "tasks", columns: func(a *memory.Task) []column {
	return []column{
		{"at", &a.Start},
		{"id", &a.ID},
		{"session", (*sessionKey)(&a.Session)},
		{"project", (*projectRoot)(&a.Project)},
		{"call", (*payload)(&a.Call)},
		{"tool", (*payload)(&a.Tool)},
		{"type", (*payload)(&a.Type)},
		{"subagent", (*payload)(&a.Subagent)},
		{"what", &a.What},
		{"prompt", &a.Prompt},
		{"ended", (*sometime)(&a.End)},
		{"verdict", &a.Outcome},
		{"result", &a.Result},
		{"commands", &a.Commands},
		{"failures", &a.Failures},
		{"parameters", &a.Parameters},
	}
}}

// TaskFilter selects tasks. A zero field selects all.
type TaskFilter struct {
	Project string
	Session string
	Since   time.Time
	Limit   int
}

// Tasks returns the tasks that a filter selects, the latest first.
func (t *Tx) Tasks(f TaskFilter) ([]memory.Task, error) {
	var w Conditions
	if f.Project != "" {
		number, err := t.ProjectNumber(f.Project)
		if number == nil || err != nil {
			return nil, err
		}
		w.And("project = ?", number)
	}
	if f.Session != "" {
		number, err := t.SessionNumber(f.Session)
		if number == nil || err != nil {
			return nil, err
		}
		w.And("session = ?", number)
	}
	if !f.Since.IsZero() {
		w.And("at >= ?", f.Since.UnixMicro())
	}
	limit := f.Limit
	if limit <= 0 {
		limit = -1
	}
	return Tasks.Select(t, w.SQL()+" ORDER BY at DESC LIMIT ?", append(w.Args, limit)...)
}

// HasEndedTask reports whether the task of a call is known to have ended.
func (t *Tx) HasEndedTask(session, call string) (known bool, err error) {
	number, err := t.SessionNumber(session)
	if number == nil || err != nil {
		return false, err
	}
	return t.db.one("SELECT 1 FROM tasks WHERE session = ? AND call = ? AND verdict <> 'open'", []any{number, clean(call)}, func(Row) {})
}

// TaskRuns returns the runs of a task, latest first: those of its subagent, or
// without one all runs while the task was open.
func (t *Tx) TaskRuns(a *memory.Task) ([]memory.Run, error) {
	session, err := t.SessionNumber(a.Session)
	if session == nil || err != nil {
		return nil, err
	}
	var w Conditions
	w.And("session = ?", session)
	w.And("at >= ?", a.Start.UnixMicro())
	w.And("subagent IS ?", clean(a.Subagent))
	if !a.End.IsZero() {
		w.And("at <= ?", a.End.UnixMicro())
	}
	return Runs.Select(t, w.SQL()+" ORDER BY at DESC", w.Args...)
}

// Patterns returns how tasks went, by tool and type of subagent, the most
// frequent first.
func (t *Tx) Patterns(f TaskFilter) ([]memory.Pattern, error) {
	var w Conditions
	w.And("verdict <> 'open'")
	if f.Project != "" {
		number, err := t.ProjectNumber(f.Project)
		if number == nil || err != nil {
			return nil, err
		}
		w.And("project = ?", number)
	}
	if !f.Since.IsZero() {
		w.And("at >= ?", f.Since.UnixMicro())
	}
	most := f.Limit
	if most <= 0 {
		most = -1
	}
	const patterns = "SELECT tool, type, sum(verdict = 'success'), sum(verdict = 'failure'), sum(verdict = 'partial') FROM tasks"
	var list []memory.Pattern
	err := t.db.each(patterns+w.SQL()+" GROUP BY tool, type ORDER BY count(*) DESC, tool, type LIMIT ?", append(w.Args, most), func(r Row) error {
		list = append(list, memory.Pattern{Tool: r.Text(0), Type: r.Text(1), Success: r.Int(2), Failure: r.Int(3), Partial: r.Int(4)})
		return nil
	})
	return list, err
}
