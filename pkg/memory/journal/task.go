package journal

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// The bounds of what is remembered of a task, and recommended for one.
const (
	backTasks   = 100 // of a session, or of a project
	maxTaskText = 1000

	maxPayloadText = 4000 // of the JSON that a caller sends to be kept
	maxTaskNotes   = 5
	leastScore     = 0.5
)

// BeginTask remembers a task that is handed on, and returns what is known of
// earlier work like it. An agent is told nothing before its subagent starts:
// it would hear it too late.
func (j *Journal) BeginTask() (task *memory.Task, b Brief, err error) {
	err = j.withTask(func(u *update, t *memory.Task) (err error) {
		task = t
		if j.Call.Event == protocol.Before && j.Call.Agent.Form != protocol.FormNeutral {
			return nil
		}
		b, err = j.briefTask(&u.view, t)
		return err
	})
	return task, b, err
}

// EndTask remembers what became of a task. One that goes on in the background
// ends when its subagent stops.
// It returns what the record says against what a subagent says that stops.
func (j *Journal) EndTask() (task *memory.Task, r Rest, err error) {
	err = j.withTask(func(u *update, t *memory.Task) error {
		task = t
		if j.Call.Result.Status == protocol.Background {
			return u.tx.UpdateTask(t)
		}
		if err := j.endTask(u, t); err != nil || j.Call.Event != protocol.SubagentStop {
			return err
		}
		return j.rest(&u.view, time.Time{}, &r)
	})
	return task, r, err
}

// withTask finds the task of the call, or adds it, and does something about
// it.
func (j *Journal) withTask(do func(*update, *memory.Task) error) error {
	return j.update(func(u *update) error {
		if err := u.drain(); err != nil {
			return err
		}
		task, err := j.task(u)
		if err != nil {
			return err
		}
		return do(u, task)
	})
}

// endTask ends a task with the result of the call.
func (j *Journal) endTask(u *update, task *memory.Task) error {
	if j.Call.Task.Answered {
		task.Result = cutText(j.Call.Result.Output, maxTaskText)
	}
	return u.endTask(task, taskOutcome(j.Call))
}

// taskOutcome returns what the payload says became of the task.
func taskOutcome(c *protocol.Call) memory.TaskOutcome {
	switch {
	case c.Result.Status == protocol.Failed:
		return memory.Failure
	case c.Result.Status != protocol.Ended, !c.Task.Answered:
		return memory.Partial
	}
	return memory.Success
}

// endTask records what became of a task. A task whose last check fails did not
// succeed, whatever it says.
func (u *update) endTask(task *memory.Task, outcome memory.TaskOutcome) error {
	task.End = u.now
	runs, err := u.tx.TaskRuns(task)
	if err != nil {
		return err
	}
	task.Commands, task.Failures = 0, 0
	checked := false
	for i := range runs { // the latest first
		if runs[i].Outcome == memory.Denied || runs[i].Outcome == memory.Refused {
			continue
		}
		task.Commands++
		if runs[i].Outcome.Bad() {
			task.Failures++
		}
		if c := runs[i].Check; c.Verifies() && !checked {
			checked = true
			if c.Failed && outcome == memory.Success {
				outcome = memory.Partial
			}
		}
	}
	task.Outcome = outcome
	return u.tx.UpdateTask(task)
}

// task finds the task of the call, or adds it: by the call itself, by the
// subagent that has it, or the oldest open one that a subagent of that type
// may have been started for.
func (j *Journal) task(u *update) (*memory.Task, error) {
	told := &j.Call.Task
	var tasks []memory.Task
	if j.Call.Session != "" {
		var err error
		if tasks, err = u.tx.Tasks(store.TaskFilter{Session: j.Call.Session, Limit: backTasks}); err != nil {
			return nil, err
		}
	}
	task := taskOf(j.Call, tasks)
	if task == nil {
		start := j.Now
		if j.Call.Result != nil {
			start = start.Add(-j.Call.Result.Duration)
		}
		task = &memory.Task{
			ID: memory.NewID('t'), Session: j.Call.Session, Project: j.Judge.Project, Call: j.Call.ID, Tool: told.Tool, Type: told.Type,
			What: cutText(firstLine(told.Description, told.Prompt), MaxQuoted), Prompt: cutText(told.Prompt, maxTaskText), Start: start,
			Parameters: cutText(told.Parameters, maxPayloadText),
		}
		if _, err := u.tx.AddTask(task); err != nil {
			return nil, err
		}
	}
	if told.Subagent != "" && task.Subagent == "" {
		task.Subagent = told.Subagent
		return task, u.tx.UpdateTask(task)
	}
	return task, nil
}

// taskOf finds the task of a call among those of its session, which are sorted
// from the latest to the first.
func taskOf(c *protocol.Call, tasks []memory.Task) *memory.Task {
	told := &c.Task
	var oldest *memory.Task
	for i := range tasks {
		t := &tasks[i]
		switch {
		case c.ID != "":
			if t.Call == c.ID {
				return t
			}
		case told.Subagent == "":
		case t.Subagent == told.Subagent:
			return t
		case t.Subagent == "" && t.Outcome == memory.TaskOpen && (t.Type == told.Type || t.Type == ""):
			oldest = t
		}
	}
	return oldest
}

// briefTask returns what is told where a task begins.
func (j *Journal) briefTask(v *view, task *memory.Task) (b Brief, err error) {
	notes, looked, err := j.notes(v)
	if err != nil {
		return b, err
	}
	similar, tasks, err := v.similarTasks(task)
	if err != nil {
		return b, err
	}
	if j.Call.Agent.Form == protocol.FormNeutral {
		notes = aboutTask(notes, task)
	}
	notes = append(similar, notes...)
	if j.Call.Agent.Form == protocol.FormNeutral {
		useful, commands, err := v.usefulCommands(task)
		if err != nil {
			return b, err
		}
		notes, looked = append(notes, useful...), looked+commands
	}
	patterns, err := v.tx.Patterns(store.TaskFilter{Project: v.judge.Project})
	if err != nil {
		return b, err
	}
	b.Notes, b.Looked = best(notes, maxTaskNotes, leastScore), looked+tasks
	for _, p := range patterns {
		if p.Tool == task.Tool && p.Type == task.Type {
			b.Patterns = p.Tasks()
		}
	}
	if v.judge.Config.InjectContext {
		b.ForModel, _ = digest(briefHeading, notes, unknown)
	}
	return b, nil
}
