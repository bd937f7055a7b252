package memory

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/redact"
)

// Lesson is what runs taught: that a check fails, or what helps against an
// error. The same trouble again is counted, not told anew.
type Lesson struct {
	ID      string // l-...
	Kind    string // LessonCheck or LessonFix
	Project string
	Session string      // that taught it last
	Run     string      // the last run that shows it
	Key     string      // LessonCheck: Check.Key; LessonFix: the signature of the error
	What    redact.Text // what is wrong, in a line
	Seen    int         // how often it was
	First   time.Time
	Last    time.Time
	State   LessonState

	// Of a failing check.
	Check *Check

	// Of a fix.
	From    redact.Text // a correction: the part of the failing command that Remedy replaces
	Remedy  redact.Text // the command that was run, or the file that was edited
	Edit    bool        // Remedy is a file
	Worked  int         // times the error was gone afterwards
	Tried   int         // times it was tried, Worked included
	Misfire int         // times it was advised, followed, and the error came back
}

// The kinds of lessons.
const (
	LessonCheck = "check"
	LessonFix   = "fix"
)

// LessonState says whether a lesson still speaks.
type LessonState uint8

// The states.
const (
	Open    LessonState = iota // the check still fails; the fix is offered
	Closed                     // the check passed since
	Retired                    // the fix misfired too often, or the person does not want it
)

var states = [...]string{"open", "closed", "retired"}

func (s LessonState) String() string {
	if int(s) < len(states) {
		return states[s]
	}
	return "?"
}

// MaxMisfires is how often a fix may mislead before it is not offered again.
const MaxMisfires = 2

// ParseLessonState returns the state of a name.
func ParseLessonState(name string) (LessonState, bool) {
	for i, s := range states {
		if s == name {
			return LessonState(i), true
		}
	}
	return Open, false
}
