package store

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// OpenLessons returns open lessons of a kind in a project, seen since a time,
// the latest first: of many those that worked best, and of equals the latest.
func (t *Tx) OpenLessons(project string, kind memory.LessonKind, since time.Time, limit int) ([]memory.Lesson, error) {
	number, err := t.lookProject(project)
	if err != nil || number == nil && project != "" {
		return nil, err
	}
	const best = " ORDER BY worked >= 2 DESC, 1.0 * worked / max(tried, 1) * worked / (1 + worked) DESC, last DESC LIMIT ?"
	return t.lessons(" WHERE project IS ? AND kind = ? AND state = ? AND last >= ? AND everywhere IS NOT 1"+best,
		number, string(kind), memory.Open.String(), since.UnixMicro(), limit)
}
