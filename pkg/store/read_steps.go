package store

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// StepsBefore returns the latest runs and edits of a session that began
// before a time, the latest first.
func (t *Tx) StepsBefore(session string, before time.Time, limit int) ([]memory.Activity, error) {
	return t.steps(session, before.UnixMicro(), limit)
}
