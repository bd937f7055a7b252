package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/paths"
)

// Open opens the database and makes it when there is none. A damaged file is
// moved aside, and a new one made in its place.
func Open(o Options) (*Store, error) {
	if o.Path == "" {
		return nil, paths.ErrNoHome
	}
	if err := o.follow(); err != nil {
		return nil, fmt.Errorf("open %s: %w", o.Path, err)
	}
	s, err := open(o)
	if errors.Is(err, ErrCorrupt) && !o.ReadOnly {
		info, statErr := os.Stat(o.Path)
		if err := errors.Join(statErr, moveAside(o, info)); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
		}
		s, err = open(o)
	}
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", o.Path, err)
	}
	return s, nil
}

// OpenForReading opens the database for looking only. One that an older version wrote
// is brought up to date first: it may lack what is asked of it.
func OpenForReading(o Options) (*Store, error) {
	o.ReadOnly = true
	s, err := Open(o)
	if err != nil || !s.older {
		return s, err
	}
	o.ReadOnly = false
	if err := s.Close(); err != nil {
		return nil, err
	}
	return Open(o)
}

// follow puts the file that a symbolic link names in its place: what SQLite
// keeps beside a database lies there.
func (o *Options) follow() error {
	info, err := os.Lstat(o.Path)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return nil
	}
	path, err := filepath.EvalSymlinks(o.Path)
	if err != nil {
		return err // a link to nowhere: somebody's disk is missing
	}
	o.Path = path
	return nil
}

func open(o Options) (*Store, error) {
	info, err := os.Stat(o.Path)
	if err == nil && info.Size() == 0 && info.Mode().IsRegular() || errors.Is(err, fs.ErrNotExist) {
		if o.ReadOnly {
			return nil, ErrNone
		}
		if err := create(o); err != nil {
			return nil, err
		}
		info, err = os.Stat(o.Path)
	}
	if err != nil {
		return nil, err
	}
	// A device or a pipe could keep us for ever.
	if !info.Mode().IsRegular() {
		return nil, paths.ErrNotRegular
	}
	if err := refuse(o.Path); err != nil {
		return nil, err
	}
	if !o.ReadOnly && info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows" {
		// Nobody else reads what a user runs. Where it is not ours to change
		// it is not ours to fail for.
		_ = os.Chmod(o.Path, 0o600)
	}
	db, err := openConn(o)
	if err != nil && o.ReadOnly {
		db, err = openStill(o, err)
	}
	if err != nil {
		return nil, err
	}
	s := &Store{db: db, o: o, file: info}
	if err := s.migrate(); err != nil {
		return nil, errors.Join(err, db.close())
	}
	return s, nil
}

// openStill opens a database in a directory where nothing can be made beside
// it. That works when nobody is writing either.
func openStill(o Options, cause error) (*conn, error) {
	if info, err := os.Stat(o.Path + "-wal"); !errors.Is(cause, ErrReadOnly) || err == nil && info.Size() > 0 {
		return nil, cause
	}
	o.Path = "file:" + strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(filepath.ToSlash(o.Path)) + "?immutable=1"
	return openConn(o)
}

// create makes a new database: whole under another name first, so that
// nobody ever sees a part of it. Of several processes one does.
func create(o Options) error {
	// As long as making one may take on a slow disk: it happens once.
	unlock, err := paths.Lock(o.Path+".lock", max(o.Wait, 2*time.Second))
	if err != nil {
		return fmt.Errorf("%w: %w", lockError(err), err)
	}
	defer unlock()
	if info, err := os.Lstat(o.Path); err == nil && info.Size() > 0 {
		return nil
	}
	part := o.Path + ".part"
	removeAll(part)
	if err := fill(part, o.Schema); err != nil {
		removeAll(part)
		return err
	}
	return os.Rename(part, o.Path)
}

// lockError says what it means for the database that it cannot be locked.
func lockError(err error) error {
	if errors.Is(err, paths.ErrLocked) {
		return ErrLocked
	}
	return ErrReadOnly
}

// fill makes a database in a new file.
func fill(path, schema string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600) // and so will be what SQLite puts beside it
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	db, err := openConn(Options{Path: path})
	if err != nil {
		return err
	}
	if schema == "" {
		schema, err = allMigrations()
	}
	if err == nil {
		// Space is given back bit by bit, and not by copying everything.
		err = db.script("PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; BEGIN;" + bare(schema) + "COMMIT")
	}
	return errors.Join(err, db.close())
}

// bare takes the comments out of a schema: SQLite keeps the text of a table
// as it was written, and reads it at every start.
func bare(schema string) string {
	var b strings.Builder
	for line := range strings.Lines(schema) {
		line, _, _ = strings.Cut(line, "--")
		if line = strings.TrimSpace(line); line != "" {
			b.WriteString(line)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// The files that SQLite keeps beside a database.
var companions = [...]string{"", "-wal", "-shm", "-journal"}

func removeAll(path string) {
	for _, end := range companions {
		os.Remove(path + end)
	}
}

// aside stands before the time in the name of a database that was moved out
// of the way because it is damaged.
const aside = ".corrupt-"

// maxAside is how many of them are kept.
const maxAside = 5

// moveAside takes a damaged database out of the way; what can be read of it
// is taken over by maintenance. Of several processes one does: for the
// others it is no longer the file that they had opened.
func moveAside(o Options, damaged fs.FileInfo) error {
	unlock, err := paths.Lock(o.Path+".lock", max(o.Wait, time.Second))
	if err != nil {
		return err
	}
	defer unlock()
	info, err := os.Stat(o.Path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(info, damaged) {
		return nil
	}
	if err != nil {
		return err
	}
	to := o.Path + aside + time.Now().UTC().Format("20060102T150405.000000")
	// The log first: a new database beside an old log would take it for its
	// own.
	for i := len(companions) - 1; i >= 0; i-- {
		if err := os.Rename(o.Path+companions[i], to+companions[i]); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
