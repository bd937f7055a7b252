// Package store keeps what is remembered in one SQLite file, and in a spool
// in front of it for events that the file cannot take now. It holds the only
// SQL there is. It judges nothing, it learns nothing, and it takes no text
// that may hold a secret: whatever came from a command is redact.Text.
package store

import (
	"errors"
	"time"
)

// Options say which database to open, and how.
type Options struct {
	Path     string        // of the file; its directory is made
	Schema   string        // schema.sql, for a new file
	Wait     time.Duration // at most so long for another process
	ReadOnly bool          // for looking only: nothing is made, moved or migrated
}

// Errors of Open, and of a transaction. After each of them an event can still
// be spooled.
var (
	ErrNone     = errors.New("there is no database yet") // ReadOnly alone
	ErrNewer    = errors.New("the database was written by a newer version of ctxhook")
	ErrForeign  = errors.New("not a database of ctxhook")
	ErrLocked   = errors.New("the database is locked by another process")
	ErrCorrupt  = errors.New("the database is damaged")
	ErrReadOnly = errors.New("the database cannot be written")
	ErrFull     = errors.New("no space for the database")
)

// Store is an open database. One goroutine uses it at a time.
type Store struct {
	db       *conn
	path     string
	readOnly bool
}

// Tx is a transaction.
type Tx struct{ db *conn }

// Open opens the database and makes it when there is none. A damaged file is
// moved aside, and a new one made in its place.
func Open(o Options) (*Store, error) { return nil, ErrNone }

// Update runs a function that may write. What it did holds when Update
// returns nil, and otherwise nothing of it does.
func (s *Store) Update(do func(*Tx) error) error { return ErrNone }

// View runs a function that only reads, and sees one state of the database.
func (s *Store) View(do func(*Tx) error) error { return ErrNone }

// Close closes the database as people's commands do.
func (s *Store) Close() error { return nil }

// Leave is for hooks, which end right after it: it does not close, which
// would write everything through to the disk. It only keeps the log of
// writes from growing.
func (s *Store) Leave() {}
