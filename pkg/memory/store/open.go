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

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// Open opens the database, and creates it when there is none. A damaged file
// is moved aside and replaced by a new one.
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

// OpenForReading opens the database for reading only. One that an older
// version wrote is migrated first, since it may lack what is asked for.
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

// follow replaces a symbolic link by the file that it names, because SQLite
// puts its own files beside that.
func (o *Options) follow() error {
	info, err := os.Lstat(o.Path)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return nil
	}
	path, err := filepath.EvalSymlinks(o.Path)
	if err != nil {
		return err // a link to nowhere: perhaps a disk is not mounted
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
	// Reading a device or a pipe may never end.
	if !info.Mode().IsRegular() {
		return nil, paths.ErrNotRegular
	}
	if err := refuse(o.Path); err != nil {
		return nil, err
	}
	if !o.ReadOnly && info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows" {
		// No other user may read what a user runs. If the mode cannot be
		// changed, the file belongs to another user, and we go on.
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

// openStill opens a database in a directory that cannot be written to. That
// works while no process writes to the database.
func openStill(o Options, cause error) (*conn, error) {
	if info, err := os.Stat(o.Path + "-wal"); !errors.Is(cause, ErrReadOnly) || err == nil && info.Size() > 0 {
		return nil, cause
	}
	o.Path = "file:" + strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(filepath.ToSlash(o.Path)) + "?immutable=1"
	return openConn(o)
}

// create makes a new database: complete under another name first, so that no
// other process sees a part of it. Of several processes only one creates it.
func create(o Options) error {
	// Creating one may take so long on a slow disk; it happens once.
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

// lockError returns what it means for the database that its lock cannot be
// taken.
func lockError(err error) error {
	if errors.Is(err, paths.ErrLocked) {
		return ErrLocked
	}
	return ErrReadOnly
}

// fill creates a database in a new file.
func fill(path, schema string) error {
	if err := paths.WriteNew(path, nil); err != nil { // what SQLite puts beside it gets the same mode
		return err
	}
	db, err := newDatabase(path, schema)
	if err != nil {
		return err
	}
	return db.close()
}

// newDatabase opens a file that is empty, or memory, and makes the tables.
func newDatabase(path, schema string) (*conn, error) {
	db, err := openConn(Options{Path: path})
	if err != nil {
		return nil, err
	}
	if schema == "" {
		schema, err = allMigrations()
	}
	if err == nil {
		// Space is given back in small steps, without copying the whole file.
		err = db.script("PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; BEGIN;" + bare(schema) + "COMMIT")
	}
	if err != nil {
		return nil, errors.Join(err, db.close())
	}
	return db, nil
}

// OpenMemory makes a database that is in no file, and is gone once it is
// closed.
func OpenMemory() (*Store, error) {
	const path = ":memory:"
	db, err := newDatabase(path, "")
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	return &Store{db: db, o: Options{Path: path}}, nil
}

// bare removes the comments from a schema: SQLite keeps the text of a table as
// it was written, and parses it at every start.
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

// companions are the ends of the names of the files that make up a database.
var companions = [...]string{"", "-wal", "-shm", "-journal"}

func removeAll(path string) {
	for _, end := range companions {
		os.Remove(path + end)
	}
}

// aside stands before the time in the name of a database that was moved aside
// because it is damaged.
const aside = ".corrupt-"

// maxAside is how many damaged databases are kept.
const maxAside = 5

// moveAside moves a damaged database aside; maintenance then saves what can be
// read of it. Of several processes only one moves it: for the others the path
// no longer names the file that they opened.
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
	// The log first: a new database would use an old log beside it.
	for i := len(companions) - 1; i >= 0; i-- {
		if err := os.Rename(o.Path+companions[i], to+companions[i]); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
