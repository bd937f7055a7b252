package store

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// soon is how far apart two records of the end of one call may be: a hook goes
// by its own clock.
const soon = 2 * time.Second

// HasRun reports whether a run is kept already, in any session: a client that
// forks a session copies its transcript with the ids of the calls. It gives r
// the id of the kept run. A run whose outcome was not known does not count.
func (t *Tx) HasRun(r *memory.Run) (known bool, err error) {
	if r.Call == "" {
		return false, nil
	}
	const called = "SELECT id FROM runs WHERE call = ? AND command IS ? AND abs(at + took - ?) < ? AND outcome <> 'unknown'"
	ended := r.Start.Add(r.Duration).UnixMicro()
	return t.db.one(called, []any{clean(r.Call), r.Command, ended, soon.Microseconds()}, func(row Row) { r.ID = row.Text(0) })
}

// HasEdit reports whether an edit is kept already, as HasRun does.
func (t *Tx) HasEdit(e *memory.Edit) (known bool, err error) {
	if e.Call == "" {
		return false, nil
	}
	const called = "SELECT 1 FROM edits WHERE call = ? AND path IS ? AND abs(at - ?) < ?"
	return t.db.one(called, []any{clean(e.Call), e.Path, e.Time.UnixMicro(), soon.Microseconds()}, func(Row) {})
}
