package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	sqlite3 "modernc.org/sqlite/lib"
)

// Policy says how long and how much is kept.
type Policy struct {
	MaxAge  time.Duration // 0: for ever
	MaxSize int64         // bytes of the file; 0: without bound
	Within  time.Duration // the work stops when so much time has gone; 0: when it is done
}

// Maintain removes what is too old or too much, the outputs first and the
// lessons never, makes what is new searchable, and gives space back. It works
// in small steps: others write in between, and it may be stopped at any time.
func (s *Store) Maintain(p Policy) error {
	m := maintenance{s: s, begun: time.Now(), within: p.Within}
	for _, work := range [...]func() error{
		s.salvage,
		func() error { return m.removeOld(p.MaxAge) },
		func() error { return m.removeMuch(p.MaxSize) },
		m.index,
		m.shrink,
		func() error { return s.db.script("PRAGMA journal_mode = WAL; PRAGMA optimize") },
	} {
		if m.over() {
			break
		}
		if err := work(); err != nil {
			return err
		}
	}
	s.Leave()
	return nil
}

// maintenance is one round of it.
type maintenance struct {
	s      *Store
	begun  time.Time
	within time.Duration
}

func (m *maintenance) over() bool { return m.within > 0 && time.Since(m.begun) > m.within }

// step is how many rows a transaction of maintenance touches: a hook may be
// waiting for it.
const step = 200

// repeat does some work in transactions of its own until it has no more or
// the time is over.
func (m *maintenance) repeat(do func(*Tx) (more bool, err error)) error {
	for more := true; more && !m.over(); {
		err := m.s.Update(func(t *Tx) (err error) {
			more, err = do(t)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// removeOld removes what is older than a time.
func (m *maintenance) removeOld(age time.Duration) error {
	if age <= 0 {
		return nil
	}
	limit := m.begun.Add(-age).UnixMicro()
	return m.repeat(func(t *Tx) (bool, error) {
		removed, err := t.removeRuns(limit)
		for _, table := range [...]string{"edits", "advice", "decisions"} {
			if err != nil {
				return false, err
			}
			var n int
			n, err = t.db.run("DELETE FROM "+table+" WHERE at IN (SELECT at FROM "+table+" WHERE at < ? ORDER BY at LIMIT ?)", limit, step)
			removed += n
		}
		return removed > 0, err
	})
}

// removeRuns removes the oldest runs that are older than a time.
func (t *Tx) removeRuns(limit int64) (removed int, err error) {
	for _, sql := range [...]string{
		"DELETE FROM found WHERE rowid IN (SELECT at FROM runs WHERE at < ? ORDER BY at LIMIT ?)",
		"DELETE FROM outputs WHERE run IN (SELECT at FROM runs WHERE at < ? ORDER BY at LIMIT ?)",
		"DELETE FROM runs WHERE at IN (SELECT at FROM runs WHERE at < ? ORDER BY at LIMIT ?)",
	} {
		if removed, err = t.db.run(sql, limit, step); err != nil {
			return 0, err
		}
	}
	return removed, nil
}

// removeMuch removes the oldest outputs, and then the oldest runs, while the
// file is too large. It goes on a little further, so that the next round has
// nothing to do.
func (m *maintenance) removeMuch(most int64) error {
	if used, err := m.s.used(); err != nil || most <= 0 || used <= most {
		return err
	}
	enough := most - most/10
	return m.repeat(func(t *Tx) (bool, error) {
		removed, err := t.db.run("DELETE FROM outputs WHERE run IN (SELECT run FROM outputs ORDER BY run LIMIT ?)", step)
		if removed == 0 && err == nil {
			removed, err = t.removeRuns(m.begun.UnixMicro())
		}
		if err != nil || removed == 0 {
			return false, err
		}
		used, err := m.s.used()
		return used > enough, err
	})
}

// used is how many bytes of the file are in use.
func (s *Store) used() (bytes int64, err error) {
	all, free, size, err := s.db.pages()
	return (all - free) * size, err
}

// index makes new runs searchable.
func (m *maintenance) index() error {
	if m.within == 0 { // it reads the whole index
		if _, err := m.s.db.run("INSERT INTO found (found) VALUES ('integrity-check')"); damagedIndex(err) {
			if err := m.s.Update((*Tx).reindex); err != nil {
				return err
			}
		}
	}
	err := m.addNew()
	if damagedIndex(err) {
		return m.s.Update((*Tx).reindex)
	}
	return err
}

func (m *maintenance) addNew() error {
	first := true
	var after int64
	return m.repeat(func(t *Tx) (bool, error) {
		if first {
			until, err := t.foundUntil()
			if err != nil {
				return false, err
			}
			after, first = until-lateRun.Microseconds(), false
		}
		last, looked, err := t.index(after, step)
		after = last
		return looked == step, err
	})
}

// reindex begins the index anew, when it is damaged: all of it is in the runs
// as well.
func (t *Tx) reindex() error {
	var create string
	if _, err := t.db.one("SELECT sql FROM sqlite_master WHERE name = 'found'", nil, func(r row) { create = r.string(0) }); err != nil {
		return err
	}
	return t.db.script("DROP TABLE found; " + create + "; DELETE FROM counters WHERE name = '" + foundUntil + "'")
}

// shrink gives pages that nothing is on back to the file system.
func (m *maintenance) shrink() error {
	for !m.over() {
		var free int
		if _, err := m.s.db.one("PRAGMA freelist_count", nil, func(r row) { free = r.int(0) }); err != nil || free == 0 {
			return err
		}
		if err := m.s.db.script("PRAGMA incremental_vacuum(500)"); err != nil {
			return err
		}
		var left int
		if _, err := m.s.db.one("PRAGMA freelist_count", nil, func(r row) { left = r.int(0) }); err != nil || left >= free {
			return err // a file that was not made to be shrunk
		}
	}
	return nil
}

// Vacuum writes the file anew without any gaps. It takes as much space again
// for a while, and others wait for it.
func (s *Store) Vacuum() error {
	return s.db.script("INSERT INTO found (found) VALUES ('optimize'); PRAGMA auto_vacuum = INCREMENTAL; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
}

// Check reads the whole file and says whether it is sound.
func (s *Store) Check() error {
	said := ""
	err := s.db.each("PRAGMA integrity_check(1)", nil, func(r row) error {
		said = r.string(0)
		return nil
	})
	if err == nil && said != "ok" {
		err = fmt.Errorf("%w: %s", ErrCorrupt, said)
	}
	if errors.Is(err, ErrCorrupt) && !s.o.ReadOnly {
		return errors.Join(err, moveAside(s.o, s.file))
	}
	return err
}

// Damaged lists the databases that were moved aside because they were
// damaged, the oldest first.
func Damaged(path string) ([]string, error) {
	files, err := filepath.Glob(globQuote(path) + aside + "*")
	if err != nil {
		return nil, err
	}
	list := files[:0]
	for _, file := range files {
		if strings.Trim(strings.TrimSuffix(file[len(path)+len(aside):], TakenOver), "0123456789T.") == "" {
			list = append(list, file)
		}
	}
	return list, nil
}

func globQuote(path string) string {
	if os.PathSeparator == '\\' {
		return path // no quoting there, and hardly such a path
	}
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// TakenOver ends the name of a database that was moved aside, once what can
// be read of it has been taken over.
const TakenOver = ".saved"

// salvage takes over what can be read of damaged databases.
func (s *Store) salvage() error {
	files, err := Damaged(s.o.Path)
	if err != nil {
		return err
	}
	for i, file := range files {
		if strings.HasSuffix(file, TakenOver) {
			if i < len(files)-maxAside {
				removeAll(file)
			}
			continue
		}
		if err := s.takeOver(file); err != nil {
			return err
		}
		for _, end := range companions {
			if err := os.Rename(file+end, file+TakenOver+end); err != nil && !errors.Is(err, os.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}

// takeOver reads a damaged database from both ends, as far as it gets.
func (s *Store) takeOver(file string) error {
	db, err := connect(file, sqlite3.SQLITE_OPEN_READWRITE, time.Second)
	if err != nil {
		return nil // nothing can be read of it
	}
	// Without it nothing is read of a file that was cut off.
	_ = db.script("PRAGMA writable_schema = ON")
	from := &Tx{db: db}
	var failed error
	for _, direction := range [...]string{"ASC", "DESC"} {
		for _, read := range readers {
			var batch []record
			flush := func() error {
				failed = s.Update(func(t *Tx) error {
					for _, r := range batch {
						if err := t.restore(r); err != nil {
							return err
						}
					}
					return nil
				})
				batch = batch[:0]
				return failed
			}
			// That it ends with an error is what is expected of it.
			_ = read(from, direction, func(r record) error {
				if batch = append(batch, r); len(batch) < step {
					return nil
				}
				return flush()
			})
			if failed != nil || flush() != nil {
				return errors.Join(failed, db.close())
			}
		}
	}
	_ = db.close() // and so is this
	return nil
}
