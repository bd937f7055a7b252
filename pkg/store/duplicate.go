package store

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// soon is how far two accounts of the end of one call may be apart: a hook
// tells it by its own clock.
const soon = 2 * time.Second

// HasRun tells whether a run is kept already, in whatever session: a client
// that branches off a session copies its record with the ids of the calls. It
// gives the run the id that it has. One of which it was not known what became
// of it is new.
func (t *Tx) HasRun(r *memory.Run) (known bool, err error) {
	if r.Call == "" {
		return false, nil
	}
	const called = "SELECT id FROM runs WHERE call = ? AND command IS ? AND abs(at + took - ?) < ? AND outcome <> 'unknown'"
	ended := r.Start.Add(r.Duration).UnixMicro()
	return t.db.one(called, []any{clean(r.Call), r.Command, ended, soon.Microseconds()}, func(row Row) { r.ID = row.Text(0) })
}

// HasEdit tells the same of an edit.
func (t *Tx) HasEdit(e *memory.Edit) (known bool, err error) {
	if e.Call == "" {
		return false, nil
	}
	const called = "SELECT 1 FROM edits WHERE call = ? AND path IS ? AND abs(at - ?) < ?"
	return t.db.one(called, []any{clean(e.Call), e.Path, e.Time.UnixMicro(), soon.Microseconds()}, func(Row) {})
}
