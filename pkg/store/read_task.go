package store

import "github.com/ctxhook/ctxhook/pkg/memory"

// TaskPatterns says how the tasks that were handed on went, by whom they were
// handed to, those of whom there were most first.
func (t *Tx) TaskPatterns(f ActivityFilter) ([]memory.Pattern, error) {
	var w where
	w.and("ended IS NOT NULL")
	if f.Project != "" {
		number, err := t.lookProject(f.Project)
		if number == nil || err != nil {
			return nil, err
		}
		w.and("project = ?", number)
	}
	if !f.Since.IsZero() {
		w.and("at >= ?", f.Since.UnixMicro())
	}
	const patterns = "SELECT tool, type, sum(verdict = 'success'), sum(verdict = 'failure'), sum(verdict = 'partial') FROM tasks"
	var list []memory.Pattern
	err := t.db.each(patterns+w.text()+" GROUP BY tool, type ORDER BY count(*) DESC, tool, type LIMIT ?", append(w.args, f.Most), func(r row) error {
		list = append(list, memory.Pattern{Tool: r.string(0), Type: r.string(1), Success: r.int(2), Failure: r.int(3), Partial: r.int(4)})
		return nil
	})
	return list, err
}
