package store

import (
	"bufio"
	"io"
	"slices"

	"github.com/ctxhook/ctxhook/pkg/display"
)

// tables are read one after the other, so that what a row names comes before
// it.
var tables = [...]struct {
	// each reads the rows that a text behind the table's name selects.
	each  func(t *Tx, rest string, args []any, do func(record) error) error
	order string // the column by which its rows lie in order
	// session is the condition that a row belongs to the session with the
	// number ?1: a digest of it rests on all that its project has learned.
	session string
}{
	{(*Tx).eachProject, "id", "same IN (SELECT project FROM sessions WHERE id = ?1 UNION SELECT project FROM runs WHERE session = ?1)"},
	{(*Tx).eachSession, "id", "id = ?1"},
	{(*Tx).eachRun, "at", "session = ?1"},
	{(*Tx).eachEdit, "at", "session = ?1"},
	{(*Tx).eachCommand, "id", "project = (SELECT project FROM sessions WHERE id = ?1) OR session = ?1"},
	{(*Tx).eachTask, "at", "session = ?1"},
	{(*Tx).eachLesson, "rowid", "project = (SELECT project FROM sessions WHERE id = ?1) OR session = (SELECT key FROM sessions WHERE id = ?1) OR everywhere = 1"},
	{(*Tx).eachEpisode, "at", "session = ?1"},
	{(*Tx).eachAdvice, "at", "session = ?1"},
	{(*Tx).eachDecision, "at", "session = ?1"},
}

func (t *Tx) eachProject(rest string, args []any, do func(record) error) error {
	const all = "SELECT root, (SELECT root FROM projects AS main WHERE main.id = projects.same), remote FROM projects"
	return t.db.each(all+rest, args, func(r row) error {
		p := wireProject{Root: r.string(0), Remote: r.string(2)}
		if same := r.string(1); same != p.Root {
			p.Same = same
		}
		return do(record{Project: &p})
	})
}

func (t *Tx) eachRun(rest string, args []any, do func(record) error) error {
	return t.db.each("SELECT "+runColumns+runOutput+" FROM runs"+rest, args, func(r row) error {
		run := t.readRun(r, true)
		return do(record{Run: toRun(&run)})
	})
}

func (t *Tx) eachEdit(rest string, args []any, do func(record) error) error {
	return t.db.each("SELECT "+editColumns+" FROM edits"+rest, args, func(r row) error {
		edit := t.readEdit(r)
		return do(record{Edit: toEdit(&edit)})
	})
}

func (t *Tx) eachLesson(rest string, args []any, do func(record) error) error {
	return t.db.each(lessonColumns+rest, args, func(r row) error {
		lesson := t.readLesson(r)
		return do(record{Lesson: toLesson(&lesson)})
	})
}

func (t *Tx) eachAdvice(rest string, args []any, do func(record) error) error {
	return t.db.each(adviceColumns+rest, args, func(r row) error {
		advice := t.readAdvice(r)
		return do(record{Advice: toAdvice(&advice)})
	})
}

func (t *Tx) eachDecision(rest string, args []any, do func(record) error) error {
	return t.db.each(decisionColumns+rest, args, func(r row) error {
		decision := t.readDecision(r)
		return do(record{Decision: toDecision(&decision)})
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
		if number, err = t.knownSession(clean(scope.Session)); number == nil || err != nil {
			return err
		}
		args = []any{number}
	case scope.Project != "":
		if roots, err = t.workTrees(scope.Project); roots == nil || err != nil {
			return err
		}
	}
	out := bufio.NewWriter(w)
	lines := 0
	for _, table := range tables {
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
