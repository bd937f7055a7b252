package store

import "time"

// Policy says how long and how much is kept.
type Policy struct {
	MaxAge  time.Duration // 0: for ever
	MaxSize int64         // bytes of the file; 0: without bound
	Within  time.Duration // the work stops when so much time has gone; 0: when it is done
}

// Maintain removes what is too old or too much, outputs first, then the oldest
// events, never lessons; makes new runs searchable; and gives space back. It
// works in small transactions: other processes write in between, and it may be
// stopped at any time.
func (s *Store) Maintain(p Policy) error {
	m := maintenance{s: s, begun: time.Now(), within: p.Within}
	for _, work := range [...]func() error{
		m.salvage,
		func() error { return m.removeOld(p) },
		func() error { return m.removeMuch(p) },
		m.tally,
		m.index,
		m.shrink,
		// A copy that was put in its place may be in another mode. No
		// statistics are made: every hook would read them.
		func() error { return s.db.script("PRAGMA journal_mode = WAL") },
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

// step is how many rows one transaction of maintenance touches: a hook may be
// waiting.
const step = 200

// repeat runs transactions until there is nothing more to do or the time is
// over.
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

// Pages counts the pages of the file, those that nothing is on, and the bytes
// of one.
func (t *Tx) Pages() (all, free, size int64, err error) { return t.db.pages() }

// pages counts the pages of the file, those that nothing is on, and the bytes
// of one.
func (c *conn) pages() (all, free, size int64, err error) {
	for _, p := range [...]struct {
		name string
		to   *int64
	}{{"page_count", &all}, {"freelist_count", &free}, {"page_size", &size}} {
		if _, err := c.one("PRAGMA "+p.name, nil, func(r Row) { *p.to = r.Int64(0) }); err != nil {
			return 0, 0, 0, err
		}
	}
	return all, free, size, nil
}

// used is how many bytes of the file are in use.
func (s *Store) used() (bytes int64, err error) {
	all, free, size, err := s.db.pages()
	return (all - free) * size, err
}

// tally counts what is not counted yet; without a bound of time, all anew.
func (m *maintenance) tally() error {
	if m.within == 0 {
		if err := m.s.Update(func(t *Tx) error { return tallier{t}.forget() }); err != nil {
			return err
		}
	}
	const most = 10 * step // a look at a row, and few to write
	return m.repeat(func(t *Tx) (bool, error) { return tallier{t}.next(m.begun, most) })
}

// CatchUp counts what is not counted yet and makes it searchable, as far as
// that goes in a time.
func (s *Store) CatchUp(within time.Duration) error {
	m := maintenance{s: s, begun: time.Now(), within: within}
	if err := m.tally(); err != nil {
		return err
	}
	return m.index()
}

func (m *maintenance) index() error {
	if m.within == 0 { // it reads the whole index
		if _, err := m.s.db.run("INSERT INTO found (found) VALUES ('integrity-check')"); IndexDamaged(err) {
			if err := m.s.Update(reindex); err != nil {
				return err
			}
		}
	}
	err := m.addNew()
	if IndexDamaged(err) {
		return m.s.Update(reindex)
	}
	return err
}

func (m *maintenance) addNew() error {
	first := true
	var after int64
	return m.repeat(func(t *Tx) (bool, error) {
		if first {
			until, err := IndexedUntil(t)
			if err != nil {
				return false, err
			}
			after, first = until-lateRun.Microseconds(), false
		}
		last, looked, err := index(t, after, step)
		after = last
		return looked == step, err
	})
}

// reindex makes a damaged index anew from the runs.
func reindex(t *Tx) error {
	var create string
	if _, err := t.db.one("SELECT sql FROM sqlite_master WHERE name = 'found'", nil, func(r Row) { create = r.Text(0) }); err != nil {
		return err
	}
	return t.db.script("DROP TABLE found; " + create + "; DELETE FROM counters WHERE name = '" + foundUntil + "'")
}

// shrink gives unused pages back to the file system.
func (m *maintenance) shrink() error {
	for !m.over() {
		var free int
		if _, err := m.s.db.one("PRAGMA freelist_count", nil, func(r Row) { free = r.Int(0) }); err != nil || free == 0 {
			return err
		}
		if err := m.s.db.script("PRAGMA incremental_vacuum(500)"); err != nil {
			return err
		}
		var left int
		if _, err := m.s.db.one("PRAGMA freelist_count", nil, func(r Row) { left = r.Int(0) }); err != nil || left >= free {
			return err // a file that was not made to be shrunk
		}
	}
	return nil
}

// Vacuum rewrites the file without gaps. It needs as much space again for a
// while, and blocks other processes.
func (s *Store) Vacuum() error {
	return s.db.script("INSERT INTO found (found) VALUES ('optimize'); PRAGMA auto_vacuum = INCREMENTAL; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
}
