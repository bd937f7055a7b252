package store

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// AddTask keeps a task, as AddRun does a run: one with the same call in the
// same session is known.
func (t *Tx) AddTask(a *memory.Task) (added bool, err error) {
	k := newKey(a.Start, a.ID, 't')
	project, err := t.project(a.Project)
	if err != nil {
		return false, err
	}
	session, err := t.session(a.Session, "", project, k.at)
	if err != nil {
		return false, err
	}
	if a.Call != "" {
		const called = "SELECT id FROM tasks WHERE session IS ? AND call = ?"
		if known, err := t.db.one(called, []any{session, clean(a.Call)}, func(r row) { a.ID = r.string(0) }); known || err != nil {
			return false, err
		}
	}
	const insert = `INSERT INTO tasks (at, id, session, project, call, tool, type, subagent, what, prompt, ended, verdict, result, commands, failures)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`
	added, err = t.add("tasks", &k, func() (int, error) {
		return t.db.run(insert, k.at, k.id, session, project, clean(a.Call), clean(a.Tool), clean(a.Type), clean(a.Subagent), a.What, a.Prompt,
			endOf(a), a.Outcome.String(), a.Result, a.Commands, a.Failures)
	}, "session IS ?2 AND what IS ?3", session, a.What)
	if added {
		a.ID, a.Start = k.id, moment(k.at)
	}
	return added, err
}

// UpdateTask writes what became of a task.
func (t *Tx) UpdateTask(a *memory.Task) error {
	const update = "UPDATE tasks SET subagent = ?, ended = ?, verdict = ?, result = ?, commands = ?, failures = ? WHERE id = ?"
	_, err := t.db.run(update, clean(a.Subagent), endOf(a), a.Outcome.String(), a.Result, a.Commands, a.Failures, a.ID)
	return err
}

func endOf(a *memory.Task) any {
	if a.End.IsZero() {
		return nil
	}
	return a.End.UnixMicro()
}

const taskColumns = "SELECT at, id, session, project, call, tool, type, subagent, what, prompt, ended, verdict, result, commands, failures FROM tasks"

func (t *Tx) readTask(r row) memory.Task {
	a := memory.Task{
		Start: moment(r.integer(0)), ID: r.string(1), Session: t.sessionKey(r, 2), Project: t.projectRoot(r, 3), Call: r.string(4),
		Tool: r.string(5), Type: r.string(6), Subagent: r.string(7), What: redact.Clean(r.string(8)), Prompt: redact.Clean(r.string(9)),
		Result: redact.Clean(r.string(12)), Commands: r.int(13), Failures: r.int(14),
	}
	if !r.null(10) {
		a.End = moment(r.integer(10))
	}
	a.Outcome, _ = memory.ParseTaskOutcome(r.string(11))
	return a
}

// TaskFilter selects tasks. A zero field selects all.
type TaskFilter struct {
	Project string
	Session string
	Limit   int
}

// Tasks returns the tasks that a filter selects, the latest first.
func (t *Tx) Tasks(f TaskFilter) ([]memory.Task, error) {
	var w where
	if f.Project != "" {
		number, err := t.lookProject(f.Project)
		if number == nil || err != nil {
			return nil, err
		}
		w.and("project = ?", number)
	}
	if f.Session != "" {
		number, err := t.knownSession(clean(f.Session))
		if number == nil || err != nil {
			return nil, err
		}
		w.and("session = ?", number)
	}
	limit := f.Limit
	if limit <= 0 {
		limit = -1
	}
	var list []memory.Task
	err := t.db.each(taskColumns+w.text()+" ORDER BY at DESC LIMIT ?", append(w.args, limit), func(r row) error {
		list = append(list, t.readTask(r))
		return nil
	})
	return list, err
}

// KnownTask tells whether the end of a task is known that a call handed on.
func (t *Tx) KnownTask(session, call string) (known bool, err error) {
	number, err := t.knownSession(clean(session))
	if number == nil || err != nil {
		return false, err
	}
	return t.db.one("SELECT 1 FROM tasks WHERE session = ? AND call = ? AND verdict <> 'open'", []any{number, clean(call)}, func(row) {})
}

// Task returns the task with an id.
func (t *Tx) Task(id string) (a memory.Task, ok bool, err error) {
	ok, err = t.db.one(taskColumns+" WHERE id = ?", []any{id}, func(r row) { a = t.readTask(r) })
	return a, ok, err
}

// TaskRuns returns the runs of a task, the latest first: those of its
// subagent, and where it has none all that ran while it was open.
func (t *Tx) TaskRuns(a *memory.Task) ([]memory.Run, error) {
	session, err := t.knownSession(clean(a.Session))
	if session == nil || err != nil {
		return nil, err
	}
	var w where
	w.and("session = ?", session)
	w.and("at >= ?", a.Start.UnixMicro())
	w.and("subagent IS ?", clean(a.Subagent))
	if !a.End.IsZero() {
		w.and("at <= ?", a.End.UnixMicro())
	}
	var runs []memory.Run
	err = t.db.each("SELECT "+runColumns+" FROM runs"+w.text()+" ORDER BY at DESC", w.args, func(r row) error {
		runs = append(runs, t.readRun(r, false))
		return nil
	})
	return runs, err
}

// Patterns says how the tasks that were handed on went, by the tool and the
// type of subagent that had them, the most frequent first.
func (t *Tx) Patterns(f ActivityFilter) ([]memory.Pattern, error) {
	var w where
	w.and("verdict <> 'open'")
	if f.Project != "" {
		number, err := t.lookProject(f.Project)
		if number == nil || err != nil {
			return nil, err
		}
		w.and("project = ?", number)
	}
	if !f.Since.IsZero() {
		w.and("at >= ?", f.Since.UnixMicro())
	}
	most := f.Most
	if most <= 0 {
		most = -1
	}
	const patterns = "SELECT tool, type, sum(verdict = 'success'), sum(verdict = 'failure'), sum(verdict = 'partial') FROM tasks"
	var list []memory.Pattern
	err := t.db.each(patterns+w.text()+" GROUP BY tool, type ORDER BY count(*) DESC, tool, type LIMIT ?", append(w.args, most), func(r row) error {
		list = append(list, memory.Pattern{Tool: r.string(0), Type: r.string(1), Success: r.int(2), Failure: r.int(3), Partial: r.int(4)})
		return nil
	})
	return list, err
}

type wireTask struct {
	ID       string     `json:"id"`
	Session  string     `json:"session,omitempty"`
	Project  string     `json:"project,omitempty"`
	Call     string     `json:"call,omitempty"`
	Tool     string     `json:"tool,omitempty"`
	Type     string     `json:"type,omitempty"`
	Subagent string     `json:"subagent,omitempty"`
	What     text       `json:"what,omitzero"`
	Prompt   text       `json:"prompt,omitzero"`
	Start    time.Time  `json:"start"`
	End      *time.Time `json:"end,omitempty"`
	Verdict  string     `json:"verdict"`
	Result   text       `json:"result,omitzero"`
	Commands int        `json:"commands,omitempty"`
	Failures int        `json:"failures,omitempty"`
}

func toTask(a *memory.Task) *wireTask {
	w := &wireTask{
		a.ID, a.Session, a.Project, a.Call, a.Tool, a.Type, a.Subagent, text{a.What}, text{a.Prompt}, a.Start, nil,
		a.Outcome.String(), text{a.Result}, a.Commands, a.Failures,
	}
	if !a.End.IsZero() {
		w.End = &a.End
	}
	return w
}

func (w *wireTask) task() *memory.Task {
	a := &memory.Task{
		ID: w.ID, Session: w.Session, Project: w.Project, Call: w.Call, Tool: w.Tool, Type: w.Type, Subagent: w.Subagent,
		What: w.What.Text, Prompt: w.Prompt.Text, Start: w.Start, Result: w.Result.Text, Commands: w.Commands, Failures: w.Failures,
	}
	if w.End != nil {
		a.End = *w.End
	}
	a.Outcome, _ = memory.ParseTaskOutcome(w.Verdict)
	return a
}

func (t *Tx) eachTask(rest string, args []any, do func(record) error) error {
	return t.db.each(taskColumns+rest, args, func(r row) error {
		a := t.readTask(r)
		return do(record{Task: toTask(&a)})
	})
}
