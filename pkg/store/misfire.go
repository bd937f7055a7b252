package store

import "github.com/ctxhook/ctxhook/pkg/memory"

// Misfires counts how often a way out was followed in a project, and the
// error was there again. The words of a fix from memory change with its
// counts, so it is known by its lesson.
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
