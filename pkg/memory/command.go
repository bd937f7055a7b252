package memory

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/redact"
)

// Command is what many runs of one command came to, in one directory of a
// project.
type Command struct {
	Project   string
	Key       string      // of the command and the directory that it works in: 16 hexadecimal digits
	Text      redact.Text // as it was run last
	Template  redact.Text
	Good      int         // runs that went well
	Bad       int         // runs that did not
	Streak    int         // how often it failed with the same error since anything else came of it
	Signature string      // of the error of the last failure; "" when its shape is not known
	Class     string      // of that error
	Line      redact.Text // that says it
	First     time.Time
	Last      time.Time
	Worked    time.Time // when it went well last; zero: never
	Run       string    // the last run
	Failed    string    // the last run that failed
	Session   string    // of the last run
	Misfire   int       // how often it was stopped for its past, and went well
}

// Count counts a run. Of one that is learned late, after others that came
// later, only the number is.
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
