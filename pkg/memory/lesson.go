package memory

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/redact"
)

// Lesson is what runs taught: that a check fails, what helps against an error,
// or what is usually done after something. The same again is counted, not told
// anew.
type Lesson struct {
	ID      string // l-...
	Kind    LessonKind
	Project string
	Session string      // that taught it last
	Run     string      // the last run that shows it
	Key     string      // LessonCheck: Check.Key; LessonFix: the signature of the error; LessonHabit: of From and Remedy
	What    redact.Text // what is wrong, or usual, in a line
	Seen    int         // how often it was; LessonHabit: in how many sessions
	First   time.Time
	Last    time.Time
	State   LessonState

	// Of a failing check. Of a habit, when what is usually done is a check:
	// its tool and its kind.
	Check *Check

	// Of a fix.
	From    redact.Text // a correction: the part of the failing command that Remedy replaces
	Before  []Step      // what was done before Remedy, in order, where more than one thing was needed
	Remedy  redact.Text // the command that was run, or the file that was edited
	Edit    bool        // Remedy is a file
	Worked  int         // times the error was gone afterwards
	Tried   int         // times it was tried, Worked included
	Misfire int         // times it was advised, followed, and the error came back
	Ignored int         // sessions that were told it since it helped last, and did something else

	// A fix that helped in several projects is offered in all. Its counts are
	// theirs, and its misfires its own; it has no project and no runs.
	Everywhere bool

	Merged []string // ids of lessons that said the same, and were taken in

	// Of a habit: after From, Remedy was done Worked of Tried times; that is
	// Lift times as often as after anything.
	Lift float64
}

// Recipe is all that was done against an error, in order.
func (l *Lesson) Recipe() []Step {
	return append(l.Before[:len(l.Before):len(l.Before)], Step{Text: l.Remedy, Edit: l.Edit})
}

// SetRecipe says what was done against an error; there is at least one deed.
func (l *Lesson) SetRecipe(deeds []Step) {
	last := len(deeds) - 1
	l.Before, l.Remedy, l.Edit = nil, deeds[last].Text, deeds[last].Edit
	if last > 0 {
		l.Before = deeds[:last:last]
	}
}

// LessonKind is what a lesson is about. Its values are stored and shown.
type LessonKind string

// The kinds of lessons.
const (
	LessonCheck LessonKind = "check" // a check fails
	LessonFix   LessonKind = "fix"   // what helps against an error
	LessonHabit LessonKind = "habit" // what is usually done after something
)

// LessonState says whether a lesson still speaks.
type LessonState uint8

// The states.
const (
	Open    LessonState = iota // the check still fails; the fix is offered
	Closed                     // the check passed since
	Retired                    // it misfired too often, was of no use for long, or the person does not want it
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
