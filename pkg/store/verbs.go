package store

import "github.com/ctxhook/ctxhook/pkg/memory"

type conn struct{}

// AddRun keeps a run and tells whether it is new: a run is known again by its
// id, and by the client's id of its call in its session. Where another run
// has the id already, r gets a new one.
func (t *Tx) AddRun(r *memory.Run) (added bool, err error) { return false, ErrNone }

// AddEdit keeps an edit, as AddRun does a run.
func (t *Tx) AddEdit(e *memory.Edit) (added bool, err error) { return false, ErrNone }

// AddDecision keeps a decision, as AddRun does a run.
func (t *Tx) AddDecision(d *memory.Decision) (added bool, err error) { return false, ErrNone }

// PutLesson writes a lesson anew when it has an id, and otherwise gives it
// one and adds it.
func (t *Tx) PutLesson(l *memory.Lesson) error { return ErrNone }

// Lessons returns the lessons of a kind in a project, in every state, the
// latest first; without keys all of them. Work trees of one repository are
// one project.
func (t *Tx) Lessons(project, kind string, keys []string) ([]memory.Lesson, error) {
	return nil, ErrNone
}

// Steps returns the latest runs and edits of a session, the latest first.
func (t *Tx) Steps(session string, limit int) ([]memory.Step, error) { return nil, ErrNone }

// AddAdvice keeps an advice and gives it an id when it has none.
func (t *Tx) AddAdvice(a *memory.Advice) error { return ErrNone }

// UpdateAdvice writes what came of an advice.
func (t *Tx) UpdateAdvice(a *memory.Advice) error { return ErrNone }

// Advice returns the latest advice given in a session, the latest first.
func (t *Tx) Advice(session string, limit int) ([]memory.Advice, error) { return nil, ErrNone }

// Count adds to a counter of health.
func (t *Tx) Count(name string, n int) error { return ErrNone }

// Counts returns all counters.
func (t *Tx) Counts() (map[string]int, error) { return nil, ErrNone }
