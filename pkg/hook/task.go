package hook

import (
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// The bounds of what is kept of a task, and recommended for one.
const (
	backTasks      = 100 // of a session, or of a project
	maxTaskText    = 1000
	maxRecommended = 5
	leastScore     = 0.5
)

// preTask remembers a task that is handed on. What is known here is told to
// the subagent when it starts: the agent itself would hear it too late.
func preTask(r *run) (protocol.Reply, error) {
	return r.withTask(func(l *learner, task *memory.Task) (v protocol.Reply, err error) {
		if r.call.Event == protocol.Before && r.call.Agent.Form != protocol.FormNeutral {
			return v, nil
		}
		return r.recall(l, task)
	})
}

// postTask remembers what became of a task.
func postTask(r *run) (protocol.Reply, error) {
	return r.withTask(func(l *learner, task *memory.Task) (v protocol.Reply, err error) {
		if r.call.Result.Status == protocol.Background {
			err = l.tx.UpdateTask(task) // it goes on, and its end is told by its subagent
		} else {
			if r.call.Task.Answered {
				task.Result = cutText(r.call.Result.Output, maxTaskText)
			}
			err = l.close(task, r.verdict())
		}
		v.Recalled = protocol.Recommendations{Trajectory: r.trajectory(task), Memories: task.Commands, Patterns: 1}
		return v, err
	})
}

// withTask finds the task of a call, or adds it, and does something about it.
func (r *run) withTask(do func(*learner, *memory.Task) (protocol.Reply, error)) (v protocol.Reply, err error) {
	if r.call.Canary() || r.compacts() {
		return v, nil
	}
	err = r.update(r.newJudge(), func(l *learner) error {
		if err := l.drain(); err != nil {
			return err
		}
		task, err := r.task(l)
		if err != nil {
			return err
		}
		v, err = do(l, task)
		return err
	})
	if err != nil {
		return r.unable(err), nil
	}
	return r.timed(v), nil
}

// compacts tells the end of a subagent that is none: the client sums its
// session up by one without a type.
func (r *run) compacts() bool {
	switch r.call.Event {
	case protocol.SubagentStart, protocol.SubagentStop:
		return r.call.SubagentType == ""
	}
	return false
}

// verdict is what the payload says became of the task.
func (r *run) verdict() memory.TaskOutcome {
	switch {
	case r.call.Result.Status == protocol.Failed:
		return memory.Failure
	case r.call.Result.Status != protocol.Ended, !r.call.Task.Answered:
		return memory.Partial
	}
	return memory.Success
}

// close notes what became of a task. One whose last check fails did not
// succeed, whatever is said of it.
func (l *learner) close(task *memory.Task, verdict memory.TaskOutcome) error {
	task.End = l.now
	runs, err := l.tx.TaskRuns(task)
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
		if c := runs[i].Check; c != nil && c.Kind != memory.CheckRun && !checked {
			checked = true
			if c.Failed && verdict == memory.Success {
				verdict = memory.Partial
			}
		}
	}
	task.Outcome = verdict
	return l.tx.UpdateTask(task)
}

// task finds the task of a call, or adds it: by the call itself, by the
// subagent that has it, or the oldest open one that a subagent of that type
// may have been started for.
func (r *run) task(l *learner) (*memory.Task, error) {
	told := &r.call.Task
	var tasks []memory.Task
	if r.call.Session != "" {
		var err error
		if tasks, err = l.tx.Tasks(store.TaskFilter{Session: r.call.Session, Limit: backTasks}); err != nil {
			return nil, err
		}
	}
	task := r.among(tasks)
	if task == nil {
		task = &memory.Task{
			ID: memory.NewID('t'), Session: r.call.Session, Project: l.j.Project, Call: r.call.ID, Tool: told.Tool, Type: told.Type,
			What: cutText(firstLine(told.Description, told.Prompt), maxQuoted), Prompt: cutText(told.Prompt, maxTaskText), Start: r.began(),
		}
		if _, err := l.tx.AddTask(task); err != nil {
			return nil, err
		}
	}
	if told.Subagent != "" && task.Subagent == "" {
		task.Subagent = told.Subagent
		return task, l.tx.UpdateTask(task)
	}
	return task, nil
}

// lateTask keeps a task whose end is learned from a transcript, unless it is
// known.
func (r *run) lateTask(l *learner) (isNew bool, err error) {
	if known, err := l.tx.HasEndedTask(r.call.Session, r.call.ID); known || err != nil {
		return false, err
	}
	task, err := r.task(l)
	if err != nil {
		return false, err
	}
	if r.call.Task.Answered {
		task.Result = cutText(r.call.Result.Output, maxTaskText)
	}
	l.now = r.start // when it ended
	return true, l.close(task, r.verdict())
}

// among finds the task of a call among those of its session, the latest of
// which is the first.
func (r *run) among(tasks []memory.Task) *memory.Task {
	told := &r.call.Task
	var oldest *memory.Task
	for i := range tasks {
		t := &tasks[i]
		switch {
		case r.call.ID != "":
			if t.Call == r.call.ID {
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

// began is when a task that is heard of now began.
func (r *run) began() (start time.Time) {
	if r.call.Result != nil {
		return r.start.Add(-r.call.Result.Duration)
	}
	return r.start
}

// recall is what is told where a task begins.
func (r *run) recall(l *learner, task *memory.Task) (v protocol.Reply, err error) {
	list, looked, err := r.known(l)
	if err != nil {
		return v, err
	}
	like, tasks, err := l.tasksLike(task)
	if err != nil {
		return v, err
	}
	list = append(like, list...)
	if r.call.Agent.Form == protocol.FormNeutral {
		useful, commands, err := l.useful(task)
		if err != nil {
			return v, err
		}
		list, looked = append(list, useful...), looked+commands
	}
	patterns, err := l.tx.Patterns(store.TaskFilter{Project: l.j.Project})
	if err != nil {
		return v, err
	}
	v.Recalled = protocol.Recommendations{
		Recommendations: recommend(list, maxRecommended, leastScore), Trajectory: r.trajectory(task), Memories: looked + tasks,
	}
	for _, p := range patterns {
		if p.Tool == task.Tool && p.Type == task.Type {
			v.Recalled.Patterns = p.Tasks()
		}
	}
	if !l.j.Config.InjectContext {
		return v, nil
	}
	if v.ForModel, _ = digest(digestHead, list, func(*known) bool { return false }); v.ForModel != "" {
		v.Action = protocol.Warn
	}
	return v, nil
}

// trajectory names a task for callers of the neutral envelope.
func (r *run) trajectory(task *memory.Task) string {
	name := task.Call
	if name == "" {
		name = task.ID
	}
	return r.call.Session + "_" + name
}

// firstLine is the first line of the first text that has one.
func firstLine(texts ...string) string {
	for _, s := range texts {
		if s = strings.TrimSpace(s); s != "" {
			line, _, _ := strings.Cut(s, "\n")
			return line
		}
	}
	return ""
}

// cutText is the beginning of a text.
func cutText(s string, length int) redact.Text {
	const ample = 16 << 10 // secrets are known by what stands around them
	return redact.Clean(ends(s, ample, 0)).Cut(length)
}
