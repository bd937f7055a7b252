package store

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Scope is what is remembered of a project, of a session, or, when it is
// empty, all.
type Scope struct {
	Project string // its root; work trees of one repository are one project
	Session string
}

// Inventory counts what is remembered in a scope.
type Inventory struct {
	Runs, Edits, Tasks, Lessons, Preferences, Episodes, Advice, Decisions int
}

// tables are those that a scope speaks of, and where each one's count goes.
func (k *Inventory) tables() []table {
	return []table{{"runs", &k.Runs}, {"edits", &k.Edits}, {"tasks", &k.Tasks}, {"lessons", &k.Lessons}, {"preferences", &k.Preferences}, {"episodes", &k.Episodes}, {"advice", &k.Advice}, {"decisions", &k.Decisions}}
}

type table struct {
	name  string
	count *int
}

// condition is a scope as SQL, for one table.
type condition struct {
	text string
	args []any
	none bool // nothing is in it
}

// in says a scope for a table.
func in(t *Tx, scope Scope, table string) (condition, error) {
	switch {
	case scope.Session != "":
		number, err := t.SessionNumber(scope.Session)
		if number == nil || err != nil {
			return condition{none: true}, err
		}
		if table == "lessons" {
			// What other sessions taught as well is theirs, too.
			return condition{
				text: "session = ? AND first >= (SELECT started FROM sessions WHERE id = ?)",
				args: []any{clean(scope.Session), number},
			}, nil
		}
		if table == "preferences" {
			return condition{text: shownBySession, args: []any{clean(scope.Session)}}, nil
		}
		return condition{text: "session = ?", args: []any{number}}, nil
	case scope.Project != "":
		number, err := t.ProjectNumber(scope.Project)
		if err != nil {
			return condition{none: true}, err
		}
		if table == "decisions" {
			return condition{
				text: ofProject,
				args: []any{clean(scope.Project), number},
			}, nil
		}
		return condition{text: "project = ?", args: []any{number}, none: number == nil}, nil
	}
	return condition{text: "TRUE"}, nil
}

// Inventory counts what is remembered in a scope.
func (t *Tx) Inventory(scope Scope) (Inventory, error) {
	var k Inventory
	for _, table := range k.tables() {
		c, err := in(t, scope, table.name)
		if err != nil {
			return k, err
		}
		if c.none {
			continue
		}
		if _, err := t.db.one("SELECT count(*) FROM "+table.name+" WHERE "+c.text, c.args, func(r Row) { *table.count = r.Int(0) }); err != nil {
			return k, err
		}
	}
	return k, nil
}

// ForgetAll removes what is remembered in a scope, and overwrites it in the
// file. It returns how much that was.
func (t *Tx) ForgetAll(scope Scope) (Inventory, error) {
	var k Inventory
	if err := t.db.script("PRAGMA secure_delete = ON"); err != nil {
		return k, err
	}
	if scope.Session != "" {
		if err := forgetQuotes(t, scope); err != nil {
			return k, err
		}
	}
	for _, table := range k.tables() {
		c, err := in(t, scope, table.name)
		if err != nil {
			return k, err
		}
		if c.none {
			continue
		}
		if table.name == "runs" {
			if err := forgetWords(t, scope, c); err != nil {
				return k, err
			}
		}
		if scope == (Scope{}) {
			*table.count, err = t.db.run("DELETE FROM " + table.name)
		} else {
			*table.count, err = tallier{t}.remove(table.name, c.text, c.args...)
		}
		if err != nil {
			return k, err
		}
	}
	if err := unshare(t); err != nil {
		return k, err
	}
	if err := t.noteScope(scope); err != nil {
		return k, err
	}
	return k, forgetNames(t, scope)
}

// forgetQuotes removes what other sessions were told of the lessons and the
// failures of a session.
func forgetQuotes(t *Tx, scope Scope) error {
	number, err := t.SessionNumber(scope.Session)
	if number == nil || err != nil {
		return err
	}
	taught, err := in(t, scope, "lessons")
	if err != nil {
		return err
	}
	const ofSession = "run IN (SELECT id FROM runs WHERE session = ?1)"
	for _, sql := range [...]string{
		// An advice and the decision that told it have one time, but for what sets keys apart.
		"UPDATE decisions SET message = NULL WHERE rules = '" + memory.FailedBefore + "' AND EXISTS (SELECT 1 FROM advice WHERE advice." + ofSession +
			" AND advice.session IS decisions.session AND abs(advice.at - decisions.at) < 1000)",
		"DELETE FROM advice WHERE session IS NOT ?1 AND " + ofSession,
		"UPDATE commands SET streak = 0, failed = NULL, signature = NULL, class = NULL, line = NULL WHERE failed IN (SELECT id FROM runs WHERE session = ?1)",
	} {
		if _, err := t.db.run(sql, number); err != nil {
			return err
		}
	}
	_, err = t.db.run("DELETE FROM advice WHERE lesson IN (SELECT id FROM lessons WHERE "+taught.text+") AND session IS NOT ?", append(taught.args, number)...)
	return err
}

// SharedLessons returns the ids of the lessons that a session taught and other
// sessions as well, which stay when it is forgotten.
func (t *Tx) SharedLessons(session string) (ids []string, err error) {
	number, err := t.SessionNumber(session)
	if number == nil || err != nil {
		return nil, err
	}
	err = t.db.each(`SELECT id FROM lessons WHERE session = ?1 AND first < (SELECT started FROM sessions WHERE id = ?2)
		OR session <> ?1 AND first IN (SELECT at FROM runs WHERE session = ?2) ORDER BY id`, []any{clean(session), number}, func(r Row) error {
		ids = append(ids, r.Text(0))
		return nil
	})
	return ids, err
}

// forgetWords removes what many runs came to, and of all runs what belongs to
// them and is kept elsewhere.
func forgetWords(t *Tx, scope Scope, c condition) error {
	if scope == (Scope{}) {
		if err := (tallier{t}).forget(); err != nil {
			return err
		}
		return t.db.script("DELETE FROM commands; DELETE FROM outputs; INSERT INTO found (found) VALUES ('delete-all'); DELETE FROM counters")
	}
	_, err := t.db.run("DELETE FROM commands WHERE "+c.text, c.args...)
	return err
}

// forgetNames removes the sessions and projects of which nothing is left.
func forgetNames(t *Tx, scope Scope) error {
	switch {
	case scope.Session != "":
		for _, sql := range [...]string{
			"UPDATE sessions SET previous = (SELECT previous FROM sessions WHERE key = ?1) WHERE previous = ?1",
			"UPDATE lessons SET session = NULL WHERE session = ?1", // that it did not teach first
			`UPDATE preferences SET evidence = (SELECT json_group_array(json(value)) FROM json_each(evidence) WHERE json_extract(value, '$.session') IS NOT ?1)
				WHERE instr(evidence, ?1)`,
			"DELETE FROM sessions WHERE key = ?1",
		} {
			if _, err := t.db.run(sql, clean(scope.Session)); err != nil {
				return err
			}
		}
		return nil
	case scope.Project != "":
		number, err := t.ProjectNumber(scope.Project)
		if number == nil || err != nil {
			return err
		}
		// The sessions of a project may have gone on in another one.
		for _, sql := range [...]string{
			"DELETE FROM sessions WHERE project = ?1 AND " + nothingOf,
			"UPDATE sessions SET previous = NULL WHERE project = ?1 AND previous NOT IN (SELECT key FROM sessions)",
			"DELETE FROM projects WHERE same = ?1",
		} {
			if _, err := t.db.run(sql, number); err != nil {
				return err
			}
		}
		return nil
	}
	return t.db.script("DELETE FROM sessions; DELETE FROM projects")
}

// Scrub removes the last traces of what was forgotten from the files of the
// database: words in the search index, and the write-ahead log. It may take a
// while, and blocks other writers.
func (s *Store) Scrub() error {
	return s.db.script("PRAGMA secure_delete = ON; INSERT INTO found (found) VALUES ('optimize'); PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)")
}

// RemoveAside removes what was moved aside: damaged databases, and events of
// the spool that could not be read.
func RemoveAside(path, spool string) error {
	damaged, err := damagedFiles(path)
	if err != nil {
		return err
	}
	for _, file := range damaged {
		removeAll(file)
	}
	if spool == "" {
		return nil
	}
	bad := filepath.Join(spool, "bad")
	files, err := waiting(bad)
	for _, name := range files {
		err = errors.Join(err, os.Remove(filepath.Join(bad, name)))
	}
	return err
}
