package memory

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

// Fix is one fix for an error.
type Fix struct {
	Source    FixSource   `json:"source,omitempty"`
	Signature string      `json:"signature,omitempty"` // of the error that it is for
	Command   redact.Text `json:"command,omitzero"`    // to run; empty when there are only words
	Text      redact.Text `json:"text,omitzero"`       // what is told: a sentence
	Safe      bool        `json:"safe,omitempty"`      // an agent may run Command without asking
	Rule      string      `json:"rule,omitempty"`      // of SourceRule: the row
	Lesson    string      `json:"lesson,omitempty"`    // of SourceHistory: the lesson
}

// FixSource says where a fix comes from. Its values are stored and shown.
type FixSource string

// The sources of fixes, the surest first.
const (
	SourceHistory FixSource = "history" // it worked here
	SourceTool    FixSource = "tool"    // the failing tool says so
	SourceRule    FixSource = "rule"    // known of the tool
	SourceRecall  FixSource = "recall"  // worded alike, and worked here

	// SourceRepeat is not for an error that was just seen: it was told before
	// a command ran again that had failed before. Command and Lesson say what
	// to do instead, if that is known.
	SourceRepeat FixSource = "repeat"
)

// Advice is a fix that was told to an agent, and what came of it.
type Advice struct {
	ID       string    `json:"id"` // v-...
	Time     time.Time `json:"time"`
	Session  string    `json:"session,omitempty"`
	Project  string    `json:"project,omitempty"`
	Run      string    `json:"run,omitempty"` // the run after which it was told
	Fix                // its keys stand here, not in an object of their own
	Followed string    `json:"followed,omitempty"` // the run that did as it says; "": none so far
	Worked   *bool     `json:"worked,omitempty"`   // nil: not known yet
}
