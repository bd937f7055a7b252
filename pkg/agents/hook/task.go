package hook

import (
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// preTask remembers a task that is handed on, and tells its subagent what is
// known here.
func preTask(r *run) (protocol.Reply, error) {
	if r.call.Canary() || r.compacts() {
		return protocol.Reply{}, nil
	}
	if r.namesNoTask() {
		return r.withoutTask(), nil
	}
	r.open()
	task, brief, err := r.journal.BeginTask()
	if err != nil {
		return r.withoutMemory(err), nil
	}
	v := r.toldOnce(briefReply(&brief))
	v.Recalled.Trajectory = r.trajectory(task)
	return r.timed(v), nil
}

// postTask remembers what became of a task.
func postTask(r *run) (protocol.Reply, error) {
	if r.call.Canary() || r.compacts() {
		return protocol.Reply{}, nil
	}
	if r.namesNoTask() {
		return r.withoutTask(), nil
	}
	r.open()
	r.journal.NoteRest()
	task, rest, err := r.journal.EndTask()
	if err != nil {
		return r.withoutMemory(err), nil
	}
	v := r.resting(&rest, "")
	v.Recalled = protocol.Recommendations{Trajectory: r.trajectory(task), Memories: task.Commands}
	if task.Outcome == memory.Success && r.call.Task.Tool != "" {
		v.Recalled.Patterns = 1 // how a tool is used well
	}
	return r.timed(v), nil
}

// namesNoTask reports whether an event of the neutral envelope that begins or ends a task
// says nothing of one.
func (r *run) namesNoTask() bool {
	t := &r.call.Task
	return r.call.Envelope() && r.call.ID == "" && t.Description == "" && t.Prompt == ""
}

// withoutTask is the reply to it.
func (r *run) withoutTask() protocol.Reply {
	return r.timed(protocol.Reply{Recalled: protocol.Recommendations{Error: "context has no task: task_id or description"}})
}

// compacts reports whether a subagent has no task: the client compacts a
// session with a subagent without a type.
func (r *run) compacts() bool {
	switch r.call.Event {
	case protocol.SubagentStart, protocol.SubagentStop:
		return r.call.SubagentType == ""
	}
	return false
}

// trajectory names a task for callers of the neutral envelope.
func (r *run) trajectory(task *memory.Task) string {
	name := task.Call
	if name == "" {
		name = task.ID
	}
	return r.call.Session + "_" + name
}
