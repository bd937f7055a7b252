// Package memory holds what is remembered: runs, the errors and checks in
// them, edits, the sessions and tasks that they belong to, what agents were
// told, and the lessons drawn from it all: checks that fail, ways out, habits.
// It keeps nothing itself, and whatever came from a command or its output is
// in it only as redact.Text.
package memory

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/redact"
)

// Run is one command that an agent ran, or wanted to run.
type Run struct {
	ID       string // r-...
	Start    time.Time
	Duration time.Duration // 0 when it was not told
	Session  string
	Project  string // root of the project; "" none
	Cwd      string
	Agent    string
	Call     string // the client's id of the tool call; "" when it has none
	Subagent string // id of the subagent that ran it; "" for the main one
	Command  redact.Text
	Template redact.Text // the command without its particulars: what runs are compared by
	Outcome  Outcome
	Exit     int         // meaningful when Exited
	Exited   bool        // the exit status is known
	Output   redact.Text // without terminal escapes, cut to the user's bound; empty when not stored
	Errors   []Error
	Check    *Check // nil when it checked nothing
}

// Outcome is what became of a run.
type Outcome uint8

// The outcomes.
const (
	Unknown     Outcome = iota
	OK                  // it ended, and there is nothing to mend: grep that finds nothing included
	Failed              // it ended with an error
	Masked              // its status is 0, but a check in it failed
	Background          // the client went on without waiting for it
	TimedOut            // it ran longer than the client waits
	Interrupted         // the person stopped it
	Denied              // it never ran: a hook or a rule said no
	Refused             // it never ran: the person said no
)

var outcomes = [...]string{"unknown", "ok", "failed", "masked", "background", "timed-out", "interrupted", "denied", "refused"}

func (o Outcome) String() string {
	if int(o) < len(outcomes) {
		return outcomes[o]
	}
	return outcomes[Unknown]
}

// ParseOutcome returns the outcome of a name.
func ParseOutcome(name string) (Outcome, bool) {
	for i, s := range outcomes {
		if s == name {
			return Outcome(i), true
		}
	}
	return Unknown, false
}

// Bad tells whether something went wrong in it that can be mended.
func (o Outcome) Bad() bool { return o == Failed || o == Masked }

// Error is one error that the output of a run shows. Two errors with the same
// signature are the same trouble.
type Error struct {
	Class     string      // missing-command, permission, network, ...
	Rule      string      // the row that knows it, python/no-module; "" when only its shape is known
	Signature string      // 16 hexadecimal digits over Class and Shape
	Line      redact.Text // the line that says it
	Shape     redact.Text // that line without its particulars
}

// Check is the outcome of a verification: tests, a linter, a type checker, a
// build or a formatter.
type Check struct {
	Tool   string // as people call it: "go test"
	Kind   string // test, lint, types, build, format, or CheckRun
	Key    string // what was checked: equal for runs that check the same
	All    bool   // it checked everything the tool can reach from its directory
	Failed bool
	Masked bool          // it failed, and the exit status of the command does not tell
	Tests  []redact.Text // that failed, in the order of the output
	Files  []redact.Text // that the failures name, as the output names them
	Lines  redact.Text   // the lines that matter: errors, locations, the last ten
}

// CheckRun is the kind of what only ran a program: it tells by its output
// that it died, and verifies nothing else.
const CheckRun = "run"

// Edit is a file that the agent wrote.
type Edit struct {
	ID      string // e-...
	Time    time.Time
	Session string
	Project string
	Call    string
	Path    redact.Text

	Subagent string // id of the subagent that wrote it; "" for the main one
}

// Fix is one fix for an error.
type Fix struct {
	Source    FixSource
	Signature string      // of the error it answers
	Command   redact.Text // to run; empty when it is only words
	Text      redact.Text // what is told: a sentence
	Safe      bool        // an agent may run Command without asking
	Rule      string      // SourceRule: the row
	Lesson    string      // SourceHistory: the lesson
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
