package memory

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

// Lesson is what runs taught: that a check fails, what helps against an error,
// or what is usually done after something. When the same is seen again it is
// counted.
type Lesson struct {
	ID      string      `json:"id"` // l-...
	Kind    LessonKind  `json:"kind"`
	Project string      `json:"project,omitempty"`
	Session string      `json:"session,omitempty"` // that taught it last, or OfTeam
	Run     string      `json:"run,omitempty"`     // the last run that shows it
	Key     string      `json:"key"`               // LessonCheck: Check.Key; LessonFix: the signature of the error; LessonHabit: of From and Remedy
	What    redact.Text `json:"what,omitzero"`     // what is wrong, or usual, in a line
	Seen    int         `json:"seen"`              // how often; LessonHabit: in how many sessions
	First   time.Time   `json:"first"`
	Last    time.Time   `json:"last"`
	State   LessonState `json:"state"`

	// Check is the failing check; of a habit whose usual step is a check, its
	// tool and its kind.
	Check *Check `json:"check,omitempty"`

	// Of a fix, and the first and the third of a habit.
	From    redact.Text `json:"wrong,omitzero"`    // of a correction: the part of the failing command that Remedy replaces
	Before  []Step      `json:"before,omitempty"`  // what was done before Remedy, in order, where one step was not enough
	Remedy  redact.Text `json:"remedy,omitzero"`   // the command that was run, or the file that was edited
	Edit    bool        `json:"edit,omitempty"`    // Remedy is a file
	Worked  int         `json:"worked,omitempty"`  // how often the error was gone afterwards
	Tried   int         `json:"tried,omitempty"`   // how often it was tried, Worked included
	Misfire int         `json:"misfire,omitempty"` // how often it was advised, followed, and the error came back

	// Lift is of a habit: after From, Remedy was done Worked of Tried times,
	// and that is Lift times as often as after anything.
	Lift float64 `json:"lift,omitempty"`

	// Ignored is of a fix: how many sessions were told it since it last
	// helped, and did something else.
	Ignored int `json:"ignored,omitempty"`

	// Everywhere is set on a fix that helped in several projects and is
	// offered in all. Its counts are theirs, its misfires are its own; it has
	// no project and no runs.
	Everywhere bool `json:"everywhere,omitempty"`

	Merged []string `json:"merged,omitempty"` // ids of lessons that said the same and were merged into it
}

// Recipe returns all that was done against an error, in order.
func (l *Lesson) Recipe() []Step {
	return append(l.Before[:len(l.Before):len(l.Before)], Step{Text: l.Remedy, Edit: l.Edit})
}

// SetRecipe sets what was done against an error, which is at least one step.
func (l *Lesson) SetRecipe(steps []Step) {
	last := len(steps) - 1
	l.Before, l.Remedy, l.Edit = nil, steps[last].Text, steps[last].Edit
	if last > 0 {
		l.Before = steps[:last:last]
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

// LessonState says whether a lesson still counts.
type LessonState uint8

// The states.
const (
	Open     LessonState = iota // the check still fails; the fix is offered
	Closed                      // the check passed since
	Retired                     // it misfired too often, or was of no use for long
	Unwanted                    // the user does not want it: it is not told again, whatever happens
	Offered                     // the user's team confirmed it, and the user was not asked yet
)

var states = [...]string{"open", "closed", "retired", "declined", "proposed"}

func (s LessonState) String() string {
	if int(s) < len(states) {
		return states[s]
	}
	return "?"
}

// OfTeam is the session of a lesson that machines of the user's team have taught,
// and this one has not.
const OfTeam = "team"

// OfTeam reports whether the counts of a lesson are those of the user's team.
func (l *Lesson) OfTeam() bool { return l.Session == OfTeam }

// Elsewhere reports whether a lesson was learned in other places than where it is
// told: what was fine there may not be here.
func (l *Lesson) Elsewhere() bool { return l.Everywhere || l.OfTeam() }

// Count counts that a fix helped. What it counts from then on is what happened here.
func (l *Lesson) Count() {
	if l.OfTeam() {
		l.Session, l.Seen, l.Worked, l.Tried = "", 0, 0, 0
	}
	l.Worked++
	l.Tried++
}

// MaxMisfires is how often a fix may mislead before it is not offered again.
const MaxMisfires = 2

// Misleads reports whether a fix did not help too often to be offered again:
// as often as it helped, or MaxMisfires times.
func (l *Lesson) Misleads() bool {
	return l.Misfire >= MaxMisfires || l.Misfire > 0 && l.Misfire >= l.Worked
}

// LessonKinds returns all kinds of lessons.
func LessonKinds() []LessonKind { return []LessonKind{LessonCheck, LessonFix, LessonHabit} }

// LessonStates returns the names of all states of lessons.
func LessonStates() []string { return append([]string(nil), states[:]...) }

// MarshalText returns the name of the state.
func (s LessonState) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a name. A name that only a newer version knows is Open.
func (s *LessonState) UnmarshalText(name []byte) error {
	*s, _ = ParseLessonState(string(name))
	return nil
}

// ParseLessonState returns the state with a name.
func ParseLessonState(name string) (LessonState, bool) {
	for i, s := range states {
		if s == name {
			return LessonState(i), true
		}
	}
	return Open, false
}
