package memory

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/redact"
)

// Decision is what was decided about one command before it ran.
type Decision struct {
	ID        string // d-...
	Time      time.Time
	Session   string
	Project   string
	Cwd       string
	Agent     string
	Action    string // what was done: warn, ask, block; ShownAction is what people are told
	Risk      string
	Rules     []string
	AllowedBy []string // ids of the allow entries that let something pass
	Message   redact.Text
	Command   redact.Text
	Hash      string // of the exact command: config.Hash
}

// FailedBefore is the rule about commands that failed before in the same way.
const FailedBefore = "memory/failed-before"

// Stopped is what a block of that rule is called, because it is not about a
// danger and is no verdict of the guard.
const Stopped = "stopped"

// ShownAction is what was done, as people are told it.
func (d *Decision) ShownAction() string {
	if d.Action == "block" && len(d.Rules) == 1 && d.Rules[0] == FailedBefore {
		return Stopped
	}
	return d.Action
}
