package memory

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

// Step is one step of an episode or a recipe: a command that was run, or a
// file that was edited.
type Step struct {
	Text redact.Text `json:"text"` // the command, or the file
	Edit bool        `json:"edit,omitempty"`
}

// Episode is a check from red to green: it failed, steps were taken, and it
// passed.
type Episode struct {
	ID      string    `json:"id"` // g-...
	Time    time.Time `json:"time"`
	Session string    `json:"session,omitempty"`
	Project string    `json:"project,omitempty"`
	Key     string    `json:"key,omitempty"`     // Check.Key of the run that failed
	Tool    string    `json:"tool,omitempty"`    // as people call it
	Red     string    `json:"red,omitempty"`     // the run that failed first
	Green   string    `json:"green,omitempty"`   // the run that passed
	Steps   []Step    `json:"steps,omitempty"`   // between the two, in order: of many the latest
	Lessons []string  `json:"lessons,omitempty"` // what it taught
}
