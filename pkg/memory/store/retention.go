package store

// This file bounds what is kept. Events are removed when they are too old, and
// the oldest when there are too many, with their outputs, their words, and the
// sessions and projects of which nothing is left. Lessons stay.

// dated are the tables of events, whose key is a time.
var dated = [...]string{"runs", "edits", "tasks", "episodes", "advice", "decisions"}

// removeOld removes what is older than the policy allows.
func (m *maintenance) removeOld(p Policy) error {
	if p.MaxAge <= 0 {
		return nil
	}
	limit := m.begun.Add(-p.MaxAge).UnixMicro()
	names := m.within == 0 // which takes long, so that else it is done where something was removed
	return m.repeat(func(t *Tx) (bool, error) {
		removed, err := removeBefore(t, limit)
		if err == nil && 0 < removed && removed < step { // the last of it
			err = removeCommands(t, limit)
		}
		if removed > 0 || err != nil {
			names = true
			return true, err
		}
		if !names {
			return false, nil
		}
		return removeNames(t, limit)
	})
}

// removeMuch removes the oldest outputs, and then whatever happened first,
// while the file is too large. It goes on a little further, so that the next
// round has nothing to do.
func (m *maintenance) removeMuch(p Policy) error {
	if used, err := m.s.used(); err != nil || p.MaxSize <= 0 || used <= p.MaxSize {
		return err
	}
	enough, limit := p.MaxSize-p.MaxSize/10, int64(0)
	if err := m.repeat(func(t *Tx) (bool, error) {
		removed, err := tallier{t}.removeOutputs("run IN (SELECT run FROM outputs ORDER BY run LIMIT ?)", step)
		if removed == 0 && err == nil {
			var until int64
			if until, err = timeOfOldest(t, step); err == nil {
				removed, err = removeBefore(t, until)
			}
			limit = max(limit, until)
		}
		if err != nil || removed == 0 {
			return false, err
		}
		used, err := m.s.used()
		return used > enough, err
	}); err != nil || limit == 0 {
		return err
	}
	return m.repeat(func(t *Tx) (bool, error) {
		if err := removeCommands(t, limit); err != nil {
			return false, err
		}
		return removeNames(t, limit)
	})
}

// timeOfOldest returns the time before which the oldest n events happened; 0
// when there are none.
func timeOfOldest(t *Tx, n int) (limit int64, err error) {
	all := ""
	for _, table := range dated {
		if all != "" {
			all += " UNION ALL "
		}
		all += "SELECT at FROM (SELECT at FROM " + table + " ORDER BY at LIMIT ?1)"
	}
	_, err = t.db.one("SELECT max(at) + 1 FROM (SELECT at FROM ("+all+") ORDER BY at LIMIT ?1)", []any{n}, func(r Row) { limit = r.Int64(0) })
	return limit, err
}

// removeBefore removes some of the events before a time, and returns how many.
func removeBefore(t *Tx, limit int64) (removed int, err error) {
	for _, table := range dated {
		old, err := t.db.one("SELECT 1 FROM "+table+" WHERE at < ?", []any{limit}, func(Row) {})
		if err != nil {
			return 0, err
		}
		if !old {
			continue
		}
		n, err := tallier{t}.remove(table, "at IN (SELECT at FROM "+table+" WHERE at < ? ORDER BY at LIMIT ?)", limit, step)
		if err != nil {
			return 0, err
		}
		removed += n
	}
	return removed, nil
}

// nothingOf holds for sessions of which nothing is left. The last two tables
// are read whole, but only where the others have nothing.
const nothingOf = `NOT EXISTS (SELECT 1 FROM runs WHERE session = sessions.id) AND NOT EXISTS (SELECT 1 FROM edits WHERE session = sessions.id)
	AND NOT EXISTS (SELECT 1 FROM tasks WHERE session = sessions.id) AND NOT EXISTS (SELECT 1 FROM advice WHERE session = sessions.id)
	AND id NOT IN (SELECT session FROM episodes WHERE session IS NOT NULL) AND id NOT IN (SELECT session FROM decisions WHERE session IS NOT NULL)`

// removeNames removes some of the sessions that began before a time and of
// which nothing is left, and then the projects of which nothing is.
func removeNames(t *Tx, limit int64) (more bool, err error) {
	const sessions = "DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE started < ? AND " + nothingOf + " LIMIT ?)"
	if removed, err := t.db.run(sessions, limit, step); removed > 0 || err != nil {
		return true, err
	}
	const projects = `DELETE FROM projects WHERE id IN (SELECT id FROM projects WHERE same NOT IN (SELECT project FROM sessions WHERE project IS NOT NULL)
		AND NOT EXISTS (SELECT 1 FROM runs WHERE project = projects.same) AND NOT EXISTS (SELECT 1 FROM lessons WHERE project = projects.same)
		AND NOT EXISTS (SELECT 1 FROM preferences WHERE project = projects.same)
		AND NOT EXISTS (SELECT 1 FROM commands WHERE project = projects.same)
		AND same NOT IN (SELECT project FROM edits WHERE project IS NOT NULL) AND same NOT IN (SELECT project FROM tasks WHERE project IS NOT NULL)
		AND same NOT IN (SELECT project FROM episodes WHERE project IS NOT NULL) AND same NOT IN (SELECT project FROM advice WHERE project IS NOT NULL)
		AND same NOT IN (SELECT same FROM projects WHERE root IN (SELECT project FROM decisions)))`
	_, err = t.db.run(projects)
	return false, err
}
