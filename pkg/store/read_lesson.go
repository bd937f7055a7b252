package store

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// CountLessons returns how many lessons there are.
func (t *Tx) CountLessons() (n int, err error) {
	_, err = t.db.one("SELECT count(*) FROM lessons", nil, func(r row) { n = r.int(0) })
	return n, err
}

// OpenChecks returns the lessons of the checks of a project that fail, and
// that one which passes may be about: the same, or when it checked everything
// those of its tool. nil is about all.
func (t *Tx) OpenChecks(project string, passed *memory.Check) ([]memory.Lesson, error) {
	number, err := t.lookProject(project)
	if err != nil || number == nil && project != "" {
		return nil, err
	}
	const open = " WHERE project IS ? AND kind = 'check' AND state = 'open'"
	switch {
	case passed == nil:
		return t.lessons(open, number)
	case passed.All:
		// That a text is in it is seen far sooner than what it is there.
		const same = " AND (key = ? OR instr(checked, ?) > 0 AND json_extract(checked, '$.tool') = ?)"
		return t.lessons(open+same, number, passed.Key, passed.Tool, passed.Tool)
	}
	return t.lessons(open+" AND key = ?", number, passed.Key)
}

// Checked returns the runs of a project since a time that checked something,
// the first one first.
func (t *Tx) Checked(project string, since time.Time) ([]memory.Run, error) {
	number, err := t.lookProject(project)
	if err != nil || number == nil && project != "" {
		return nil, err
	}
	var list []memory.Run
	const checked = "SELECT " + runColumns + " FROM runs WHERE at >= ? AND project IS ? AND checked IS NOT NULL ORDER BY at"
	err = t.db.each(checked, []any{since.UnixMicro(), number}, func(r row) error {
		list = append(list, t.readRun(r, false))
		return nil
	})
	return list, err
}
