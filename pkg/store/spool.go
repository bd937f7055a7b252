package store

import "github.com/ctxhook/ctxhook/pkg/memory"

// Entry is an event in the spool: one of the three is set.
type Entry struct {
	Run      *memory.Run
	Edit     *memory.Edit
	Decision *memory.Decision
}

// Spool writes an event to the spool, where it waits for the database. It
// needs no database, and what it wrote is whole.
func Spool(dir string, e Entry) error { return ErrNone }

// Drain hands the oldest entries of the spool to apply, at most so many. They
// leave the spool when the transaction has been committed. An entry that
// cannot be read is set aside.
func (t *Tx) Drain(dir string, most int, apply func(*Tx, Entry) error) error { return ErrNone }

// Spooled returns the entries of the spool, the oldest first, and leaves them
// there.
func Spooled(dir string) ([]Entry, error) { return nil, ErrNone }
