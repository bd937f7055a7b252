package store

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// PutHabits keeps the habits of a project in place of those that were known.
// One that was known and still holds keeps its id, and one that the person
// does not want stays retired.
func (t *Tx) PutHabits(project string, habits []memory.Lesson) error {
	known, err := t.Lessons(project, memory.LessonHabit, nil)
	if err != nil {
		return err
	}
	for i := range habits {
		h := habits[i]
		h.Project = project
		if k := slices.IndexFunc(known, func(k memory.Lesson) bool { return k.Key == h.Key }); k >= 0 {
			h.ID, h.First, h.State = known[k].ID, known[k].First, known[k].State
			known = slices.Delete(known, k, k+1)
		}
		if err := t.PutLesson(&h); err != nil {
			return err
		}
	}
	for i := range known {
		if known[i].State == memory.Retired {
			continue
		}
		if _, err := t.db.run("DELETE FROM lessons WHERE id = ?", known[i].ID); err != nil {
			return err
		}
	}
	return nil
}

// LatestSessions returns the keys of the latest sessions of a project, the
// latest first.
func (t *Tx) LatestSessions(project string, most int) ([]string, error) {
	number, err := t.lookProject(project)
	if number == nil || err != nil {
		return nil, err
	}
	var keys []string
	err = t.db.each("SELECT key FROM sessions WHERE project = ? ORDER BY started DESC LIMIT ?", []any{number, most}, func(r row) error {
		keys = append(keys, r.string(0))
		return nil
	})
	return keys, err
}

// retire retires a habit, or what is offered everywhere: the runs and lessons
// that it was learned from would teach it again if it were removed. It tells
// whether there is one with the id.
func (t *Tx) retire(id string) (bool, error) {
	n, err := t.db.run("UPDATE lessons SET state = ? WHERE id = ? AND (kind = ? OR everywhere = 1)", memory.Retired.String(), id, memory.LessonHabit)
	return n > 0, err
}
