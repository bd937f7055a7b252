package memory

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

// Command sums up the runs of one command in one directory of a project.
type Command struct {
	Project   string      `json:"project"`
	Key       string      `json:"key"`     // of the command and its directory: 16 hexadecimal digits
	Text      redact.Text `json:"command"` // as it was run last
	Template  redact.Text `json:"template,omitzero"`
	Good      int         `json:"good,omitempty"`      // runs that succeeded
	Bad       int         `json:"bad,omitempty"`       // runs that failed
	Streak    int         `json:"streak,omitempty"`    // how often in a row it failed with the same error
	Signature string      `json:"signature,omitempty"` // of the error of the last failure; "" when its shape is not known
	Class     string      `json:"class,omitempty"`     // of that error
	Line      redact.Text `json:"line,omitzero"`       // of that error
	First     time.Time   `json:"first"`
	Last      time.Time   `json:"last"`
	Worked    time.Time   `json:"worked,omitzero"`   // when it last succeeded; zero: never
	Run       string      `json:"run,omitempty"`     // the last run
	Failed    string      `json:"failed,omitempty"`  // the last run that failed
	Session   string      `json:"session,omitempty"` // of the last run
	Misfire   int         `json:"misfire,omitempty"` // how often it was stopped as a repeated failure, and then succeeded
}

// ClassDenied is the class of a command that the user refused, or the client denied.
const ClassDenied = "denied"

// Count counts a run. A run that is heard of after later ones only changes
// the totals.
func (c *Command) Count(r *Run) {
	well := r.Outcome == OK
	if !well && !r.Outcome.Bad() {
		return // what became of it is not known
	}
	if well {
		c.Good++
	} else {
		c.Bad++
	}
	if c.First.IsZero() || r.Start.Before(c.First) {
		c.First = r.Start
	}
	if r.Start.Before(c.Last) {
		return
	}
	c.Text, c.Template, c.Last, c.Run, c.Session = r.Command, r.Template, r.Start, r.ID, r.Session
	if well {
		c.Worked, c.Streak = r.Start, 0
		return
	}
	var first Error
	if len(r.Errors) > 0 {
		first = r.Errors[0]
	}
	if c.Streak > 0 && (first.Signature == "" || first.Signature != c.Signature) {
		c.Streak = 0
	}
	c.Streak++
	c.Failed, c.Signature, c.Class, c.Line = r.ID, first.Signature, first.Class, first.Line
}
