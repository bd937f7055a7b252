package store

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// PutLesson writes a lesson over the one with its id. One without an id gets
// one and is added.
func (t *Tx) PutLesson(l *memory.Lesson) error {
	project, err := t.numbers.project(l.Project)
	if err != nil {
		return err
	}
	o := owner{project: project}
	if l.ID != "" {
		_, err := Lessons.insert(t, "INSERT OR REPLACE", Lessons.values(l, o), "")
		return err
	}
	added := *l
	if added.ID, err = t.newID("lessons", 'l'); err != nil {
		return err
	}
	if _, err := Lessons.insert(t, "INSERT", Lessons.values(&added, o), ""); err != nil {
		return err
	}
	l.ID = added.ID
	return nil
}

// Lessons are what runs taught.
var Lessons = Table[memory.Lesson]{name: "lessons", columns: func(l *memory.Lesson) []column {
	return []column{
		{"id", &l.ID},
		{"project", (*projectRoot)(&l.Project)},
		{"kind", (*string)(&l.Kind)},
		{"key", &l.Key},
		{"state", &l.State},
		{"what", &l.What},
		{"session", (*payload)(&l.Session)},
		{"run", &l.Run},
		{"seen", &l.Seen},
		{"first", &l.First},
		{"last", &l.Last},
		{"checked", &l.Check},
		{"wrong", &l.From},
		{"earlier", &l.Before},
		{"remedy", &l.Remedy},
		{"edit", &l.Edit},
		{"worked", &l.Worked},
		{"tried", &l.Tried},
		{"misfire", &l.Misfire},
		{"lift", &l.Lift},
		{"ignored", &l.Ignored},
		{"everywhere", &l.Everywhere},
		{"merged", (*lines)(&l.Merged)},
	}
}}

// Lessons returns the lessons of a kind in a project, in every state, latest
// first: those with the keys, or all when keys is nil. Work trees of one
// repository are one project.
func (t *Tx) Lessons(project string, kind memory.LessonKind, keys []string) ([]memory.Lesson, error) {
	number, err := t.ProjectNumber(project)
	if err != nil || number == nil && project != "" {
		return nil, err
	}
	if keys == nil {
		return SelectLessons(t, " WHERE project IS ? AND kind = ? AND everywhere IS NOT 1", number, kind)
	}
	return lessonsOf(t, number, kind, keys, func(l *memory.Lesson) bool { return !l.Everywhere })
}

// lessonsOf returns the lessons with some keys that are wanted, latest first. It
// asks for those of a project and for those of all in the same words: to compile
// a statement takes longer than to run it.
func lessonsOf(t *Tx, project any, kind memory.LessonKind, keys []string, wanted func(*memory.Lesson) bool) ([]memory.Lesson, error) {
	var list []memory.Lesson
	for i, k := range keys {
		if slices.Contains(keys[:i], k) {
			continue
		}
		if err := Lessons.each(t, " WHERE project IS ? AND kind = ? AND key = ?", []any{project, kind, k}, func(l *memory.Lesson) error {
			if wanted(l) {
				list = append(list, *l)
			}
			return nil
		}); err != nil {
			return nil, err
		}
	}
	latestFirst(list)
	return list, nil
}

// SelectLessons returns the lessons of a query, the latest first.
func SelectLessons(t *Tx, rest string, args ...any) ([]memory.Lesson, error) {
	list, err := Lessons.Select(t, rest, args...)
	latestFirst(list)
	return list, err
}

func latestFirst(list []memory.Lesson) {
	order.By(list, func(a, b memory.Lesson) int { return b.Last.Compare(a.Last) })
}

// Lesson returns the lesson with an id, or the one that it was merged into.
func (t *Tx) Lesson(id string) (memory.Lesson, bool, error) {
	if l, ok, err := Lessons.ByID(t, id); ok || err != nil {
		return l, ok, err
	}
	return Lessons.One(t, " WHERE instr(char(10) || merged || char(10), char(10) || ? || char(10))", id)
}
