package hook

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// Remembered returns what helped here before against the errors of a
// diagnosis, the surest first, as it is told at a time.
func (j *Judge) Remembered(tx *store.Tx, now time.Time, d *Diagnosis) ([]memory.Fix, error) {
	l := &learner{j: j, tx: tx, now: now}
	return l.remembered(&memory.Run{Project: j.Project, Command: d.Seen.Command, Errors: d.Errors})
}

// WorkedLike returns what worked here, and is worded like a command that
// never did.
func (j *Judge) WorkedLike(tx *store.Tx, d *Diagnosis) ([]memory.Fix, error) {
	l := &learner{j: j, tx: tx}
	return l.workedLike(&memory.Run{Project: j.Project, Cwd: j.At.Cwd, Command: d.Seen.Command, Errors: d.Errors, Check: d.Check}, likeMost)
}

// CatchUp takes over from the spool what could not be kept when it happened,
// as the next hook would.
func (j *Judge) CatchUp(tx *store.Tx, now time.Time) error {
	return (&learner{j: j, tx: tx, now: now}).drain()
}
