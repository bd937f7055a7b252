package memory

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

// Run is one command that an agent ran, or wanted to run.
type Run struct {
	ID       string        `json:"id"` // r-...
	Start    time.Time     `json:"start"`
	Duration time.Duration `json:"took_ns,omitempty"` // 0: not known
	Session  string        `json:"session,omitempty"`
	Project  string        `json:"project,omitempty"` // root of the project; "": none
	Cwd      string        `json:"cwd,omitempty"`
	Agent    string        `json:"agent,omitempty"`
	Call     string        `json:"call,omitempty"`     // the client's id of the tool call; "": it has none
	Subagent string        `json:"subagent,omitempty"` // id of the subagent that ran it; "": the main agent
	Command  redact.Text   `json:"command,omitzero"`
	Template redact.Text   `json:"template,omitzero"` // the command without its particulars, by which runs are compared
	Outcome  Outcome       `json:"outcome"`
	Exit     *int          `json:"exit,omitempty"`  // nil: not known
	Output   redact.Text   `json:"output,omitzero"` // without terminal escapes, cut to max_output_length; empty when not stored
	Errors   []Error       `json:"errors,omitempty"`
	Check    *Check        `json:"check,omitempty"`  // nil: it checked nothing
	Record   string        `json:"record,omitempty"` // a UUID, by which callers of the neutral envelope know it; "": the agent has another form
}

// ExitCode returns the exit code, and whether it is known.
func (r *Run) ExitCode() (code int, known bool) {
	if r.Exit == nil {
		return 0, false
	}
	return *r.Exit, true
}

// Outcome is what became of a run.
type Outcome uint8

// The outcomes.
const (
	Unknown     Outcome = iota
	OK                  // it ended, and there is nothing to fix: grep that finds nothing included
	Failed              // it ended with an error
	Masked              // its exit code is 0, but a check in it failed or did not start
	Background          // the client went on without waiting for it
	TimedOut            // it ran longer than the client waits
	Interrupted         // the user stopped it
	Denied              // it never ran: a hook or a rule said no
	Refused             // it never ran: the user said no
)

var outcomes = [...]string{"unknown", "ok", "failed", "masked", "background", "timed-out", "interrupted", "denied", "refused"}

func (o Outcome) String() string {
	if int(o) < len(outcomes) {
		return outcomes[o]
	}
	return outcomes[Unknown]
}

// Outcomes returns the names of all outcomes.
func Outcomes() []string { return append([]string(nil), outcomes[:]...) }

// ParseOutcome returns the outcome with a name.
func ParseOutcome(name string) (Outcome, bool) {
	for i, s := range outcomes {
		if s == name {
			return Outcome(i), true
		}
	}
	return Unknown, false
}

// MarshalText returns the name of the outcome.
func (o Outcome) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText reads a name. A name that only a newer version knows is
// Unknown.
func (o *Outcome) UnmarshalText(name []byte) error {
	*o, _ = ParseOutcome(string(name))
	return nil
}

// MayEnd reports whether a run may have an end that is not known.
func (o Outcome) MayEnd() bool { return o == Unknown || o == Background || o == TimedOut }

// Bad reports whether something went wrong that can be fixed.
func (o Outcome) Bad() bool { return o == Failed || o == Masked }

// Error is one error in the output of a run. Errors with the same signature
// are the same error.
type Error struct {
	Class     string      `json:"class,omitempty"`     // missing-command, permission, network, ...
	Rule      string      `json:"rule,omitempty"`      // the row that knows it, python/no-module; "" when only its shape is known
	Signature string      `json:"signature,omitempty"` // 16 hexadecimal digits over Class and Shape
	Line      redact.Text `json:"line,omitzero"`       // the line of the output
	Shape     redact.Text `json:"shape,omitzero"`      // that line without its particulars
	Cause     string      `json:"cause,omitempty"`     // as Signature, over why it failed, in whatever file and by whatever runner
	Missing   redact.Text `json:"missing,omitzero"`    // the names of what is missing, or of what it happened to, which are not in Cause
	Package   bool        `json:"package,omitempty"`   // Missing is a package
	Vague     bool        `json:"vague,omitempty"`     // Shape says that something failed, and not what: another failure may have the same
}

// Keys returns the keys by which a fix of an error is known: of the error itself, of why
// it occurred, and of why to just these names. A vague one has none of its own.
func (e *Error) Keys() []string {
	switch {
	case e.Vague && e.Cause == "":
		return nil
	case e.Vague && e.Missing.Len() == 0:
		return []string{e.Cause}
	case e.Vague:
		return []string{e.Cause, e.OfNames()}
	case e.Cause == "":
		return []string{e.Signature}
	case e.Missing.Len() == 0:
		return []string{e.Signature, e.Cause}
	}
	return []string{e.Signature, e.Cause, e.OfNames()}
}

// OfNames returns the key of why an error occurred, to what it names.
func (e *Error) OfNames() string { return Signature("cause", e.Cause+" "+e.Missing.String()) }

// Edit is a file that the agent wrote.
type Edit struct {
	ID       string      `json:"id"` // e-...
	Time     time.Time   `json:"time"`
	Session  string      `json:"session,omitempty"`
	Project  string      `json:"project,omitempty"`
	Call     string      `json:"call,omitempty"`
	Path     redact.Text `json:"path,omitzero"`
	Subagent string      `json:"subagent,omitempty"` // id of the subagent that wrote it; "": the main agent
	Weakens  string      `json:"weakens,omitempty"`  // what it does to tests: "skips a test"
}

// Activity is one thing that was done in a session: one of the two is set.
type Activity struct {
	Run  *Run // without Output
	Edit *Edit
}

// Time returns when it was done.
func (a Activity) Time() time.Time {
	if a.Run != nil {
		return a.Run.Start
	}
	return a.Edit.Time
}

// Owner returns the session and the project that it was done in.
func (a Activity) Owner() (session, project string) {
	if a.Run != nil {
		return a.Run.Session, a.Run.Project
	}
	return a.Edit.Session, a.Edit.Project
}
