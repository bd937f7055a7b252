package store

import (
	"bufio"
	"io"
	"slices"

	"github.com/ctxhook/ctxhook/pkg/display"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// exported is a table as it is exported and taken over: its rows as records.
type exported struct {
	// each reads the rows that a text behind the table's name selects.
	each  func(t *Tx, rest string, args []any, do func(record) error) error
	order string // the column by which its rows lie in order
	// session is the condition that a row belongs to the session with the
	// number ?1: a digest of it rests on all that its project has learned.
	session string
}

// tables are read one after the other, so that what a row names comes before
// it.
func tables() []exported {
	return []exported{
		{eachProject, "id", "same IN (SELECT project FROM sessions WHERE id = ?1 UNION SELECT project FROM runs WHERE session = ?1)"},
		{records(&Sessions, func(s *memory.Session) record { return record{Session: toSession(s)} }), "id", "id = ?1"},
		{records(&RunsWithOutput, func(r *memory.Run) record { return record{Run: toRun(r)} }), "at", "session = ?1"},
		{records(&Edits, func(e *memory.Edit) record { return record{Edit: toEdit(e)} }), "at", "session = ?1"},
		{records(&Commands, func(c *memory.Command) record { return record{Command: toCommand(c)} }), "id", "project = (SELECT project FROM sessions WHERE id = ?1) OR session = ?1"},
		{records(&Tasks, func(a *memory.Task) record { return record{Task: toTask(a)} }), "at", "session = ?1"},
		{records(&Lessons, func(l *memory.Lesson) record { return record{Lesson: toLesson(l)} }), "rowid",
			"project = (SELECT project FROM sessions WHERE id = ?1) OR session = (SELECT key FROM sessions WHERE id = ?1) OR everywhere = 1"},
		{records(&Episodes, func(e *memory.Episode) record { return record{Episode: toEpisode(e)} }), "at", "session = ?1"},
		{records(&Advice, func(a *memory.Advice) record { return record{Advice: toAdvice(a)} }), "at", "session = ?1"},
		{records(&Decisions, func(d *memory.Decision) record { return record{Decision: toDecision(d)} }), "at", "session = ?1"},
	}
}

// records reads a table as records.
func records[T any](tb *Table[T], wrap func(*T) record) func(t *Tx, rest string, args []any, do func(record) error) error {
	return func(t *Tx, rest string, args []any, do func(record) error) error {
		return tb.each(t, rest, args, func(v *T) error { return do(wrap(v)) })
	}
}

func eachProject(t *Tx, rest string, args []any, do func(record) error) error {
	const all = "SELECT root, (SELECT root FROM projects AS main WHERE main.id = projects.same), remote FROM projects"
	return t.db.each(all+rest, args, func(r Row) error {
		p := wireProject{Root: r.Text(0), Remote: r.Text(2)}
		if same := r.Text(1); same != p.Root {
			p.Same = same
		}
		return do(record{Project: &p})
	})
}

// project is the root of the project that a record belongs to.
func (r *record) project() string {
	switch {
	case r.Project != nil:
		return r.Project.Root
	case r.Session != nil:
		return r.Session.Project
	case r.Run != nil:
		return r.Run.Project
	case r.Edit != nil:
		return r.Edit.Project
	case r.Command != nil:
		return r.Command.Project
	case r.Task != nil:
		return r.Task.Project
	case r.Lesson != nil:
		return r.Lesson.Project
	case r.Episode != nil:
		return r.Episode.Project
	case r.Advice != nil:
		return r.Advice.Project
	case r.Decision != nil:
		return r.Decision.Project
	}
	return ""
}

// Export writes what is remembered as lines of JSON: all of it, or of one
// project, or of one session with what is known of its project. told is
// called now and then with how many lines there are so far.
func (t *Tx) Export(w io.Writer, scope Scope, told func(lines int)) error {
	var roots []string
	var args []any
	var err error
	switch {
	case scope.Session != "":
		var number any
		if number, err = t.SessionNumber(scope.Session); number == nil || err != nil {
			return err
		}
		args = []any{number}
	case scope.Project != "":
		if roots, err = t.WorkTrees(scope.Project); roots == nil || err != nil {
			return err
		}
	}
	out := bufio.NewWriter(w)
	lines := 0
	for _, table := range tables() {
		rest := " ORDER BY " + table.order
		if args != nil {
			rest = " WHERE " + table.session + rest
		}
		err := table.each(t, rest, args, func(r record) error {
			if roots != nil && !slices.Contains(roots, r.project()) {
				return nil
			}
			data, err := r.line()
			if err != nil {
				return err
			}
			out.Write(display.JSON(data)) // what cannot be written is said by Flush
			if lines++; lines%tellEvery == 0 {
				told(lines)
			}
			return out.WriteByte('\n')
		})
		if err != nil {
			return err
		}
	}
	return out.Flush()
}

const tellEvery = 5000
