package store

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"time"
)

// Stats says what is in the database, and how it is.
type Stats struct {
	Rows    []TableRows
	Oldest  time.Time // of the runs; zero when there are none
	Newest  time.Time
	Unfound int // runs that are not in the index yet
	Used    int64
	Free    int64 // bytes of the file that nothing is on
	Counts  map[string]int
}

// TableRows is how many rows a table has.
type TableRows struct {
	Table string
	Rows  int
}

// Stats looks at the database.
func (t *Tx) Stats() (st Stats, err error) {
	for _, table := range [...]string{"projects", "sessions", "runs", "outputs", "edits", "commands", "tasks", "lessons", "episodes", "advice", "decisions"} {
		rows := TableRows{Table: table}
		if _, err := t.db.one("SELECT count(*) FROM "+table, nil, func(r row) { rows.Rows = r.int(0) }); err != nil {
			return st, err
		}
		st.Rows = append(st.Rows, rows)
	}
	for to, order := range map[*time.Time]string{&st.Oldest: "ASC", &st.Newest: "DESC"} {
		if _, err := t.db.one("SELECT at FROM runs ORDER BY at "+order+" LIMIT 1", nil, func(r row) { *to = moment(r.integer(0)) }); err != nil {
			return st, err
		}
	}
	until, err := t.foundUntil()
	if err != nil {
		return st, err
	}
	if _, err := t.db.one("SELECT count(*) FROM runs WHERE at > ?", []any{until}, func(r row) { st.Unfound = r.int(0) }); err != nil {
		return st, err
	}
	pages, free, size, err := t.db.pages()
	if err != nil {
		return st, err
	}
	st.Used, st.Free = (pages-free)*size, free*size
	if st.Counts, err = t.Counts(); err == nil {
		maps.DeleteFunc(st.Counts, func(name string, _ int) bool { return name == foundUntil || name == tidiedProject || isTiming(name) })
	}
	return st, err
}

// pages counts the pages of the file, those that nothing is on, and the bytes
// of one.
func (c *conn) pages() (all, free, size int64, err error) {
	for _, p := range [...]struct {
		name string
		to   *int64
	}{{"page_count", &all}, {"freelist_count", &free}, {"page_size", &size}} {
		if _, err := c.one("PRAGMA "+p.name, nil, func(r row) { *p.to = r.integer(0) }); err != nil {
			return 0, 0, 0, err
		}
	}
	return all, free, size, nil
}

// Files says what a database and its spool take on the disk.
type Files struct {
	Database int64 // bytes, of what SQLite keeps beside it, too
	Log      int64 // of that the log of writes
	Waiting  int   // events in the spool
	Spool    int64 // bytes
	Bad      int   // events that could not be read
	Damaged  []string
}

// LookAtFiles looks at the files of a database and its spool; there need not
// be any.
func LookAtFiles(path, spool string) (f Files, err error) {
	for _, end := range companions {
		info, err := os.Stat(path + end)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return f, err
		}
		f.Database += info.Size()
		if end == "-wal" {
			f.Log = info.Size()
		}
	}
	files, err := waiting(spool)
	if err != nil {
		return f, err
	}
	f.Waiting, f.Spool = len(files), size(spool, files)
	bad, err := waiting(filepath.Join(spool, "bad"))
	if err != nil {
		return f, err
	}
	f.Bad = len(bad)
	f.Damaged, err = Damaged(path)
	return f, err
}
