package memory

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

// Decision is what was decided about one command before it ran.
type Decision struct {
	ID        string      `json:"id"` // d-...
	Time      time.Time   `json:"time"`
	Session   string      `json:"session,omitempty"`
	Project   string      `json:"project,omitempty"`
	Cwd       string      `json:"cwd,omitempty"`
	Agent     string      `json:"agent,omitempty"`
	Action    string      `json:"action"` // warn, ask, block, allowed or paused; ShownAction is what people are told
	Risk      string      `json:"risk,omitempty"`
	Rules     []string    `json:"rules,omitempty"`
	AllowedBy []string    `json:"allowed_by,omitempty"` // ids of the allow entries that let something pass
	Message   redact.Text `json:"message,omitzero"`
	Command   redact.Text `json:"command,omitzero"`
	Hash      string      `json:"hash,omitempty"` // of the exact command: config.Hash
}

// The actions besides those of policy: a command passed in silence although rules
// fired, because of what the user did.
const (
	Allowed = "allowed" // an entry of allow.yaml let it through
	Paused  = "paused"  // ctxhook was paused
)

// FailedBefore is the rule that stops a command which failed before and would
// fail the same way again.
const FailedBefore = "memory/failed-before"

// BrokenPreference is the rule that stops a command that breaks a preference of the
// user's.
const BrokenPreference = "memory/preference"

// Stopped is what people are told that a block of FailedBefore or
// BrokenPreference is: it is not about a danger.
const Stopped = "stopped"

// ShownAction returns the action as people are told it.
func (d *Decision) ShownAction() string {
	if d.Action == "block" && len(d.Rules) == 1 && (d.Rules[0] == FailedBefore || d.Rules[0] == BrokenPreference) {
		return Stopped
	}
	return d.Action
}

// Ending is what came of a decision, so far as events show it.
type Ending struct {
	How  string // one of the constants below
	Time time.Time
	Run  *Run     // nil: no event reported the command again
	By   []string // LetThrough: the entries of allow.yaml; none: a pause
}

// How decisions end.
const (
	Accepted   = "accepted"    // asked: the user said yes, and it ran
	Declined   = "refused"     // asked: the user said no
	NotRun     = "denied"      // it did not run
	Ran        = "ran"         // warned: it ran
	Repeated   = "repeated"    // stopped or blocked: it did not run, and the same command ran later
	Halted     = "interrupted" // the user stopped it
	LetThrough = "let through" // the user let the same command through later
)
