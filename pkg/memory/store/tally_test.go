package store

import (
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// What was counted while the clock was ahead is counted anew.
func TestTalliesAfterTheClockWasAhead(t *testing.T) {
	s, now := fresh(t), time.Now()
	add := func(ago time.Duration) {
		update(t, s, func(tx *Tx) error {
			_, err := tx.AddRun(&memory.Run{Start: now.Add(-ago), Session: "s1", Outcome: memory.OK})
			return err
		})
	}
	add(2 * time.Hour)
	add(10 * time.Minute)
	update(t, s, func(tx *Tx) error {
		_, err := tallier{tx}.next(now.Add(24*time.Hour), step)
		return err
	})
	add(5 * time.Minute)
	maintain(t, s, Policy{Within: time.Minute})
	view(t, s, func(tx *Tx) error {
		var counted, rows int
		if _, err := tx.One("SELECT sum(n) FROM tallies WHERE span = ?", []any{DaySpan.Microseconds()}, func(r Row) { counted = r.Int(0) }); err != nil {
			return err
		}
		until, err := TalliedUntil(tx)
		if err != nil {
			return err
		}
		_, err = tx.One("SELECT count(*) FROM runs WHERE at < ?", []any{until}, func(r Row) { rows = r.Int(0) })
		if counted != 1 || rows != 1 {
			t.Errorf("%d counted of %d", counted, rows)
		}
		return err
	})
}
