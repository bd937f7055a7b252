package store

import (
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// CountLessons returns how many lessons there are.
func (t *Tx) CountLessons() (n int, err error) {
	_, err = t.db.one("SELECT count(*) FROM lessons", nil, func(r Row) { n = r.Int(0) })
	return n, err
}

// OpenChecks returns the lessons about failing checks of a project that a
// passing check may settle: those of the same tool. nil returns all.
func (t *Tx) OpenChecks(project string, passed *memory.Check) ([]memory.Lesson, error) {
	number, err := t.ProjectNumber(project)
	if err != nil || number == nil && project != "" {
		return nil, err
	}
	const open = " WHERE project IS ? AND kind = 'check' AND state = 'open'"
	if passed == nil {
		return SelectLessons(t, open, number)
	}
	// That a text is in it is seen far sooner than what it is there.
	const same = " AND (key = ? OR instr(checked, ?) > 0 AND json_extract(checked, '$.tool') = ?)"
	return SelectLessons(t, open+same, number, passed.Key, passed.Tool, passed.Tool)
}

// CheckRuns returns the runs of a project since a time that checked something,
// first one first.
func (t *Tx) CheckRuns(project string, since time.Time) ([]memory.Run, error) {
	number, err := t.ProjectNumber(project)
	if err != nil || number == nil && project != "" {
		return nil, err
	}
	return Runs.Select(t, " WHERE at >= ? AND project IS ? AND checked IS NOT NULL ORDER BY at", since.UnixMicro(), number)
}

// OpenLessons returns open lessons of a kind in a project, seen since a time:
// those that worked best, and of equals the latest. The list is sorted by
// time, latest first.
func (t *Tx) OpenLessons(project string, kind memory.LessonKind, since time.Time, limit int) ([]memory.Lesson, error) {
	number, err := t.ProjectNumber(project)
	if err != nil || number == nil && project != "" {
		return nil, err
	}
	return openLessons(t, number, kind, false, since.UnixMicro(), limit)
}

// openLessons returns the open lessons of a project that worked best, or those of
// all projects that are offered everywhere. What is sorted are numbers of rows: few
// lessons are read in full.
func openLessons(t *Tx, project any, kind memory.LessonKind, everywhere bool, since int64, limit int) ([]memory.Lesson, error) {
	const best = ` WHERE rowid IN (SELECT rowid FROM lessons WHERE project IS ? AND kind = ? AND state = ? AND last >= ? AND ifnull(everywhere, 0) = ?
		ORDER BY worked >= 2 DESC, 1.0 * worked / max(tried, 1) * worked / (1 + worked) DESC, last DESC LIMIT ?)`
	return SelectLessons(t, best, project, kind, memory.Open.String(), since, everywhere, limit)
}

// SessionChecks returns the lessons about checks of a project that a session taught
// last: those that are open, and those that passed.
func (t *Tx) SessionChecks(project, session string) ([]memory.Lesson, error) {
	number, err := t.ProjectNumber(project)
	if err != nil || number == nil && project != "" {
		return nil, err
	}
	const rest = ` WHERE project IS ? AND kind = 'check' AND session = ? AND state IN ('open', 'closed') ORDER BY last DESC`
	list, err := SelectLessons(t, rest, number, session)
	return slices.DeleteFunc(list, func(l memory.Lesson) bool { return l.Check == nil }), err
}
