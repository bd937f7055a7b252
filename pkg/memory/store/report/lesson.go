package report

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// LessonFilter selects lessons. A zero field selects all.
type LessonFilter struct {
	Project string // what is offered everywhere is, too
	Kind    memory.LessonKind
	States  []memory.LessonState
	Since   time.Time // seen since
	Limit   int
}

// Lessons returns the lessons that a filter selects, the latest first.
func Lessons(t *store.Tx, f LessonFilter) ([]memory.Lesson, error) {
	var w store.Conditions
	if f.Project != "" {
		number, err := t.ProjectNumber(f.Project)
		if err != nil {
			return nil, err
		}
		w.And("(project = ? OR project IS NULL AND everywhere = 1)", number) // so that each part has an index
	}
	if f.Kind != "" {
		w.And("kind = ?", f.Kind)
	}
	if !f.Since.IsZero() {
		w.And("last >= ?", f.Since.UnixMicro())
	}
	if len(f.States) > 0 {
		names := make([]any, len(f.States))
		for i, s := range f.States {
			names[i] = s.String()
		}
		w.In("state", names...)
	}
	list, err := store.SelectLessons(t, w.SQL(), w.Args...)
	if f.Limit > 0 && len(list) > f.Limit {
		list = list[:f.Limit]
	}
	return list, err
}

// EpisodesOf returns the episodes that taught a lesson, or that begin or end
// with a run, latest first.
func EpisodesOf(t *store.Tx, id string) ([]memory.Episode, error) {
	const with = " WHERE ?1 IN (red, green) OR instr(char(10) || lessons || char(10), char(10) || ?1 || char(10)) ORDER BY at DESC"
	return store.Episodes.Select(t, with, id)
}

// AdviceAfter returns what was advised after a run.
func AdviceAfter(t *store.Tx, run string) ([]memory.Advice, error) {
	var session any
	if ok, err := t.One("SELECT session FROM runs WHERE id = ?", []any{run}, func(r store.Row) {
		if !r.Null(0) {
			session = r.Int64(0)
		}
	}); !ok || err != nil {
		return nil, err
	}
	return store.Advice.Select(t, " WHERE session IS ? AND run = ? ORDER BY at", session, run)
}

// AdviceOf returns what was advised because of a lesson.
func AdviceOf(t *store.Tx, lesson string) ([]memory.Advice, error) {
	return store.Advice.Select(t, " WHERE lesson = ? ORDER BY at", lesson)
}

// AdviceByLesson counts what came of the advice that rests on lessons, by the
// id of the lesson.
func AdviceByLesson(t *store.Tx, since time.Time) (map[string]AdviceCounts, error) {
	list := make(map[string]AdviceCounts)
	const counts = `SELECT lesson, count(*), count(followed), coalesce(sum(worked = 1), 0), coalesce(sum(worked = 0), 0)
		FROM advice WHERE lesson <> '' AND at >= ? GROUP BY lesson`
	from := int64(0)
	if !since.IsZero() {
		from = since.UnixMicro()
	}
	err := t.Each(counts, []any{from}, func(r store.Row) error {
		list[r.Text(0)] = AdviceCounts{Given: r.Int(1), Followed: r.Int(2), Worked: r.Int(3), Misled: r.Int(4)}
		return nil
	})
	return list, err
}
