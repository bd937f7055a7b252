package store

import (
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// AddAdvice keeps an advice and gives it an id when it has none. One that is
// there already stays as it is.
func (t *Tx) AddAdvice(a *memory.Advice) error {
	k := newKey(a.Time, a.ID, 'v')
	o, err := t.numbers.owner(a.Project, a.Session, "", k.at)
	if err != nil {
		return err
	}
	added, err := Advice.add(t, &k, a, o, "run IS ?2 AND text IS ?3", a.Run, a.Fix.Text)
	if added {
		a.ID = k.id
	}
	return err
}

// UpdateAdvice writes what came of an advice.
func (t *Tx) UpdateAdvice(a *memory.Advice) error {
	_, err := t.db.run("UPDATE advice SET followed = ?, worked = ? WHERE id = ?", a.Followed, owner{}.value(&a.Worked), a.ID)
	return err
}

// Advice is what was told to agents, and what came of it.
var Advice = Table[memory.Advice]{name: "advice", members: adviceMembers, columns: func(a *memory.Advice) []column {
	return []column{
		{"at", &a.Time},
		{"id", &a.ID},
		{"session", (*sessionKey)(&a.Session)},
		{"project", (*projectRoot)(&a.Project)},
		{"run", &a.Run},
		{"source", (*string)(&a.Fix.Source)},
		{"signature", &a.Fix.Signature},
		{"command", &a.Fix.Command},
		{"text", &a.Fix.Text},
		{"safe", &a.Fix.Safe},
		{"rule", &a.Fix.Rule},
		{"lesson", &a.Fix.Lesson},
		{"followed", &a.Followed},
		{"worked", &a.Worked},
	}
}}

// Advice returns the latest advice given in a session, the latest first.
func (t *Tx) Advice(session string, limit int) ([]memory.Advice, error) {
	number, err := t.SessionNumber(session)
	if number == nil || err != nil {
		return nil, err
	}
	return Advice.Select(t, " WHERE session = ? ORDER BY at DESC LIMIT ?", number, limit)
}

// Misfires counts how often a fix was followed in a project and the error came
// back. The text of a fix from memory contains counts and changes, so that fix
// is identified by its lesson.
func (t *Tx) Misfires(project string, f memory.Fix) (n int, err error) {
	number, err := t.ProjectNumber(project)
	if err != nil {
		return 0, err
	}
	where, same := "lesson IS NULL AND text = ?", f.Text.String()
	if f.Lesson != "" {
		where, same = "lesson = ?", f.Lesson
	}
	err = t.db.each("SELECT count(*) FROM advice WHERE worked = 0 AND NOT (source = 'repeat' AND followed IS NULL) AND project IS ? AND signature = ? AND "+where,
		[]any{number, f.Signature, same}, func(r Row) error { n = r.Int(0); return nil })
	return n, err
}

// Use is how often a lesson was told, and what came of it.
type Use struct{ Told, Followed, Helped int }

// LessonUses returns how often each lesson was told, by its id.
func (t *Tx) LessonUses() (map[string]Use, error) {
	uses := make(map[string]Use)
	const sums = "SELECT lesson, count(*), count(nullif(followed, '')), count(CASE WHEN worked = 1 THEN 1 END) FROM advice WHERE nullif(lesson, '') IS NOT NULL GROUP BY lesson"
	err := t.db.each(sums, nil, func(r Row) error {
		uses[r.Text(0)] = Use{r.Int(1), r.Int(2), r.Int(3)}
		return nil
	})
	return uses, err
}
