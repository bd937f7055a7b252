package store

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// OpenLessons returns the latest open lessons of a kind in a project, seen
// since a time, the latest first.
func (t *Tx) OpenLessons(project, kind string, since time.Time, limit int) ([]memory.Lesson, error) {
	number, err := t.lookProject(project)
	if err != nil || number == nil && project != "" {
		return nil, err
	}
	return t.lessons(" WHERE project IS ? AND kind = ? AND state = ? AND last >= ? ORDER BY last DESC LIMIT ?",
		number, kind, memory.Open.String(), since.UnixMicro(), limit)
}
