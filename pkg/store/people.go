package store

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// RunFilter selects runs. A zero field selects all.
type RunFilter struct {
	Text     string // words, all of which are in the command, an error or a check of the run
	Project  string // its root; work trees of one repository are one project
	Session  string // or how it begins
	Outcomes []memory.Outcome
	Since    time.Time
	Before   time.Time // for the next page: Start of the last run of this one
	Limit    int       // the latest so many; 0 is all
	Output   bool      // with their outputs
}

// DecisionFilter selects decisions. A zero field selects all.
type DecisionFilter struct {
	Since   time.Time
	Session string
	Project string
	Action  string
	Rule    string
	Limit   int // the latest so many
}

// LessonFilter selects lessons. A zero field selects all.
type LessonFilter struct {
	Project string
	Kind    string
	States  []memory.LessonState
	Since   time.Time // seen since
	Limit   int
}

// Runs returns the runs that a filter selects, the latest first.
func (t *Tx) Runs(f RunFilter) ([]memory.Run, error) { return nil, ErrNone }

// Run returns the run with an id, with its output.
func (t *Tx) Run(id string) (r memory.Run, ok bool, err error) { return r, false, ErrNone }

// Edit returns the edit with an id.
func (t *Tx) Edit(id string) (e memory.Edit, ok bool, err error) { return e, false, ErrNone }

// Lesson returns the lesson with an id.
func (t *Tx) Lesson(id string) (l memory.Lesson, ok bool, err error) { return l, false, ErrNone }

// FindLessons returns the lessons that a filter selects, the latest first.
func (t *Tx) FindLessons(f LessonFilter) ([]memory.Lesson, error) { return nil, ErrNone }

// Decision returns the decision with an id.
func (t *Tx) Decision(id string) (d memory.Decision, ok bool, err error) { return d, false, ErrNone }

// Decisions returns the decisions that a filter selects, the latest first.
func (t *Tx) Decisions(f DecisionFilter) ([]memory.Decision, error) { return nil, ErrNone }

// AdviceByID returns the advice with an id.
func (t *Tx) AdviceByID(id string) (a memory.Advice, ok bool, err error) { return a, false, ErrNone }

// AdviceAfter returns what was advised after a run.
func (t *Tx) AdviceAfter(run string) ([]memory.Advice, error) { return nil, ErrNone }

// Forget removes the run, edit, lesson, advice or decision with an id, and
// tells whether there was one.
func (t *Tx) Forget(id string) (bool, error) { return false, ErrNone }
