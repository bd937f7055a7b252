// Package store keeps what is remembered in one SQLite file, and in a spool
// in front of it for events that the file cannot take now. It and its reports
// hold the only SQL there is. It judges nothing, it learns nothing, and it takes
// no text that may hold a secret: whatever came from a command is redact.Text.
package store

import (
	"errors"
	"io/fs"
	"os"
	"time"

	sqlite3 "modernc.org/sqlite/lib"
)

// Options say which database to open, and how.
type Options struct {
	Path     string        // of the file; its directory is created
	Schema   string        // schema.sql, for a new file; "": the migrations make it
	Wait     time.Duration // how long to wait for another process at most
	ReadOnly bool          // nothing is created, moved or migrated
}

// The errors of Open and of transactions. After each of them an event can still
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
	db    *conn
	o     Options
	file  fs.FileInfo // the file that was opened
	older bool        // an older version wrote it, and it was not brought up to date
}

// Tx is a transaction.
type Tx struct {
	db      *conn
	numbers numbers
	tallied *int64 // as far as it was asked for
	done    []func()
}

func newTx(db *conn) *Tx { return &Tx{db: db, numbers: numbers{db: db}} }

// Each hands the rows of a query to do, one after the other, until it returns
// ErrEnough.
func (t *Tx) Each(sql string, args []any, do func(Row) error) error { return t.db.each(sql, args, do) }

// One hands the first row of a query to do, and reports whether there is one.
func (t *Tx) One(sql string, args []any, do func(Row)) (bool, error) { return t.db.one(sql, args, do) }

// after runs something once the transaction has been committed.
func (t *Tx) after(do func()) { t.done = append(t.done, do) }

// Update runs a function that may write. When it returns nil its changes are
// committed, otherwise they are rolled back. A database that turns out to be
// damaged is moved aside; the next Open makes a new one.
func (s *Store) Update(do func(*Tx) error) error {
	err := s.transact("BEGIN IMMEDIATE", do)
	if errors.Is(err, ErrCorrupt) && !s.o.ReadOnly {
		return errors.Join(err, moveAside(s.o, s.file))
	}
	return err
}

// View runs a function that only reads. It sees one state of the database.
func (s *Store) View(do func(*Tx) error) error { return s.transact("BEGIN", do) }

func (s *Store) transact(begin string, do func(*Tx) error) error {
	if _, err := s.db.run(begin); err != nil {
		return err
	}
	t, committed := newTx(s.db), false
	defer func() {
		if !committed { // also after a panic; it fails if SQLite has rolled back already
			_, _ = s.db.run("ROLLBACK")
		}
	}()
	if err := do(t); err != nil {
		return err
	}
	if _, err := s.db.run("COMMIT"); err != nil {
		return err
	}
	committed = true
	for _, do := range t.done {
		do()
	}
	return nil
}

// Close closes the database. The last process to close it writes the write-
// ahead log through to the file.
func (s *Store) Close() error { return s.db.close() }

// maxLogged is the size at which the write-ahead log is written through: each
// process that opens the database reads the log first.
const maxLogged = 256 << 10

// Leave is Close for hooks, which end right after it: closing would write the
// whole log through to the disk. It only keeps the log from growing, and when
// another process is writing it leaves that to the next hook.
func (s *Store) Leave() {
	info, err := os.Stat(s.o.Path + "-wal")
	if err != nil || info.Size() < maxLogged {
		return
	}
	s.db.wait(0)
	// It returns a row that says whether it could; either is fine.
	_, _ = s.db.run("PRAGMA wal_checkpoint(TRUNCATE)")
}

// openConn opens a file that exists, with the settings that every connection
// has.
func openConn(o Options) (*conn, error) {
	flags := int32(sqlite3.SQLITE_OPEN_READWRITE)
	if o.ReadOnly {
		flags = sqlite3.SQLITE_OPEN_READONLY | sqlite3.SQLITE_OPEN_URI
	}
	db, err := connect(o.Path, flags, o.Wait)
	if err != nil {
		return nil, err
	}
	// Leave writes the log through, when no other process waits.
	db.keepLog()
	// Only a power cut can lose the last seconds. Syncing every write would
	// cost each hook more than all its other work.
	if err := db.script("PRAGMA synchronous = NORMAL"); err != nil {
		return nil, errors.Join(err, db.close())
	}
	return db, nil
}
