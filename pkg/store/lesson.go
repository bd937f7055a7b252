package store

import (
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// PutLesson writes a lesson anew when it has an id, and otherwise gives it
// one and adds it.
func (t *Tx) PutLesson(l *memory.Lesson) error {
	project, err := t.project(l.Project)
	if err != nil {
		return err
	}
	checked := encodeCheck(l.Check)
	write := func(verb, name string) (int, error) {
		const into = ` INTO lessons (id, project, kind, key, state, what, session, run, seen, first, last, checked, wrong, earlier, remedy, edit, worked, tried, misfire, lift, ignored, everywhere, merged)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
		return t.db.run(verb+into, name, project, string(l.Kind), l.Key, l.State.String(), l.What, clean(l.Session), l.Run, l.Seen,
			l.First.UnixMicro(), l.Last.UnixMicro(), checked, l.From, encodeDeeds(l.Before), l.Remedy, l.Edit, l.Worked, l.Tried, l.Misfire, l.Lift,
			l.Ignored, l.Everywhere, strings.Join(l.Merged, "\n"))
	}
	if l.ID != "" {
		_, err := write("INSERT OR REPLACE", l.ID)
		return err
	}
	const tries = 5
	for range tries {
		name := memory.NewID('l')
		if taken, err := t.db.one("SELECT 1 FROM lessons WHERE id = ?", []any{name}, func(row) {}); err != nil {
			return err
		} else if taken {
			continue
		}
		if _, err := write("INSERT", name); err != nil {
			return err
		}
		l.ID = name
		return nil
	}
	return errCrowded
}

const lessonColumns = `SELECT id, project, kind, key, state, what, session, run, seen, first, last,
	checked, wrong, earlier, remedy, edit, worked, tried, misfire, lift, ignored, everywhere, merged FROM lessons`

func (t *Tx) readLesson(r row) memory.Lesson {
	l := memory.Lesson{
		ID: r.string(0), Project: t.projectRoot(r, 1), Kind: memory.LessonKind(r.string(2)), Key: r.string(3), What: redact.Clean(r.string(5)),
		Session: r.string(6), Run: r.string(7), Seen: r.int(8), First: moment(r.integer(9)), Last: moment(r.integer(10)),
		Check: decodeCheck(r.string(11)), From: redact.Clean(r.string(12)), Before: decodeDeeds(r.string(13)),
		Remedy: redact.Clean(r.string(14)), Edit: r.int(15) != 0, Worked: r.int(16), Tried: r.int(17), Misfire: r.int(18), Lift: r.float(19),
		Ignored: r.int(20), Everywhere: r.int(21) != 0, Merged: split(r.string(22)),
	}
	l.State, _ = memory.ParseLessonState(r.string(4))
	return l
}

// Lessons returns the lessons of a kind in a project, in every state, the
// latest first; without keys all of them. Work trees of one repository are
// one project.
func (t *Tx) Lessons(project string, kind memory.LessonKind, keys []string) ([]memory.Lesson, error) {
	number, err := t.lookProject(project)
	if err != nil || number == nil && project != "" {
		return nil, err
	}
	if keys == nil {
		return t.lessons(" WHERE project IS ? AND kind = ? AND everywhere IS NOT 1", number, string(kind))
	}
	var all []memory.Lesson
	for i, k := range keys {
		if slices.Contains(keys[:i], k) {
			continue
		}
		some, err := t.lessons(" WHERE project IS ? AND kind = ? AND key = ? AND everywhere IS NOT 1", number, string(kind), k)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	latestFirst(all)
	return all, nil
}

func (t *Tx) lessons(where string, args ...any) ([]memory.Lesson, error) {
	var list []memory.Lesson
	err := t.db.each(lessonColumns+where, args, func(r row) error {
		list = append(list, t.readLesson(r))
		return nil
	})
	latestFirst(list)
	return list, err
}

func latestFirst(list []memory.Lesson) {
	slices.SortStableFunc(list, func(a, b memory.Lesson) int { return b.Last.Compare(a.Last) })
}

// Lesson returns the lesson with an id, or the one that has taken it in.
func (t *Tx) Lesson(id string) (l memory.Lesson, ok bool, err error) {
	const in = " WHERE instr(char(10) || merged || char(10), char(10) || ? || char(10))"
	for _, where := range [...]string{" WHERE id = ?", in} {
		ok, err = t.db.one(lessonColumns+where, []any{id}, func(r row) { l = t.readLesson(r) })
		if ok || err != nil {
			break
		}
	}
	return l, ok, err
}

// LessonFilter selects lessons. A zero field selects all.
type LessonFilter struct {
	Project string // what is offered everywhere is, too
	Kind    memory.LessonKind
	States  []memory.LessonState
	Since   time.Time // seen since
	Limit   int
}

// FindLessons returns the lessons that a filter selects, the latest first.
func (t *Tx) FindLessons(f LessonFilter) ([]memory.Lesson, error) {
	var w where
	if f.Project != "" {
		number, err := t.lookProject(f.Project)
		if err != nil {
			return nil, err
		}
		w.and("(project = ? OR everywhere = 1)", number)
	}
	if f.Kind != "" {
		w.and("kind = ?", string(f.Kind))
	}
	if !f.Since.IsZero() {
		w.and("last >= ?", f.Since.UnixMicro())
	}
	if len(f.States) > 0 {
		names := make([]any, len(f.States))
		for i, s := range f.States {
			names[i] = s.String()
		}
		w.and("state IN ("+marks(len(names))+")", names...)
	}
	list, err := t.lessons(w.text(), w.args...)
	if f.Limit > 0 && len(list) > f.Limit {
		list = list[:f.Limit]
	}
	return list, err
}
