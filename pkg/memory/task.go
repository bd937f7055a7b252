package memory

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/redact"
)

// Task is a piece of work that an agent handed on, to a subagent of its own
// where it has such. Its steps are the runs and edits in it.
type Task struct {
	ID       string // t-...
	Session  string
	Project  string
	Call     string      // the client's id of the tool call, or of the task
	Tool     string      // that it was handed to
	Type     string      // of the subagent
	Subagent string      // its id, once it is known
	What     redact.Text // the task in a line
	Prompt   redact.Text // how it was put
	Start    time.Time
	End      time.Time // zero while it is open
	Outcome  TaskOutcome
	Result   redact.Text // what came back
	Commands int         // that ran in it
	Failures int         // of those, that went wrong
}

// TaskOutcome is what became of a task.
type TaskOutcome uint8

// The verdicts.
const (
	TaskOpen TaskOutcome = iota
	Success
	Failure
	Partial // it ended without a result, or with a check that fails
)

var verdicts = [...]string{"open", "success", "failure", "partial"}

func (v TaskOutcome) String() string {
	if int(v) < len(verdicts) {
		return verdicts[v]
	}
	return "?"
}

// ParseTaskOutcome returns the verdict of a name.
func ParseTaskOutcome(name string) (TaskOutcome, bool) {
	for i, s := range verdicts {
		if s == name {
			return TaskOutcome(i), true
		}
	}
	return TaskOpen, false
}

// Pattern is how tasks of one kind go.
type Pattern struct {
	Tool, Type string
	Success    int
	Failure    int
	Partial    int
}

// Tasks is how many there were.
func (p *Pattern) Tasks() int { return p.Success + p.Failure + p.Partial }
