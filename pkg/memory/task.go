package memory

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

// Task is a piece of work that an agent handed on, usually to a subagent. Its
// steps are the runs and edits in it.
type Task struct {
	ID       string      `json:"id"` // t-...
	Session  string      `json:"session,omitempty"`
	Project  string      `json:"project,omitempty"`
	Call     string      `json:"call,omitempty"`     // the client's id of the tool call, or of the task
	Tool     string      `json:"tool,omitempty"`     // that it was handed to
	Type     string      `json:"type,omitempty"`     // of the subagent
	Subagent string      `json:"subagent,omitempty"` // its id, once it is known
	What     redact.Text `json:"what,omitzero"`      // the task in a line
	Prompt   redact.Text `json:"prompt,omitzero"`
	Start    time.Time   `json:"start"`
	End      time.Time   `json:"end,omitzero"` // zero while it is open
	Outcome  TaskOutcome `json:"verdict"`
	Result   redact.Text `json:"result,omitzero"`
	Commands int         `json:"commands,omitempty"` // that ran in it
	Failures int         `json:"failures,omitempty"` // commands that failed

	Parameters redact.Text `json:"parameters,omitzero"` // of the tool: JSON
}

// TaskOutcome is what became of a task.
type TaskOutcome uint8

// The outcomes of tasks.
const (
	TaskOpen TaskOutcome = iota
	Success
	Failure
	Partial // it ended without a result, or with a check that fails
)

var taskOutcomes = [...]string{"open", "success", "failure", "partial"}

func (o TaskOutcome) String() string {
	if int(o) < len(taskOutcomes) {
		return taskOutcomes[o]
	}
	return "?"
}

// MarshalText returns the name of the outcome.
func (o TaskOutcome) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText reads a name. A name that only a newer version knows is
// TaskOpen.
func (o *TaskOutcome) UnmarshalText(name []byte) error {
	*o, _ = ParseTaskOutcome(string(name))
	return nil
}

// ParseTaskOutcome returns the outcome with a name.
func ParseTaskOutcome(name string) (TaskOutcome, bool) {
	for i, s := range taskOutcomes {
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

// Tasks returns how many there were.
func (p *Pattern) Tasks() int { return p.Success + p.Failure + p.Partial }
