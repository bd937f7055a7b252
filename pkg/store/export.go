package store

import (
	"bufio"
	"io"
	"slices"

	"github.com/ctxhook/ctxhook/pkg/excerpt"
)

// readers read the tables, each in the order of its rows or against it.
var readers = [...]func(t *Tx, direction string, do func(record) error) error{
	(*Tx).eachProject, (*Tx).eachSession, (*Tx).eachRun, (*Tx).eachEdit, (*Tx).eachCommand, (*Tx).eachTask, (*Tx).eachLesson, (*Tx).eachEpisode, (*Tx).eachAdvice, (*Tx).eachDecision,
}

func (t *Tx) eachProject(direction string, do func(record) error) error {
	const all = "SELECT root, (SELECT root FROM projects AS main WHERE main.id = projects.same), remote FROM projects ORDER BY id "
	return t.db.each(all+direction, nil, func(r row) error {
		p := wireProject{Root: r.string(0), Remote: r.string(2)}
		if same := r.string(1); same != p.Root {
			p.Same = same
		}
		return do(record{Project: &p})
	})
}

func (t *Tx) eachRun(direction string, do func(record) error) error {
	return t.db.each("SELECT "+runColumns+runOutput+" FROM runs ORDER BY at "+direction, nil, func(r row) error {
		run := t.readRun(r, true)
		return do(record{Run: toRun(&run)})
	})
}

func (t *Tx) eachEdit(direction string, do func(record) error) error {
	return t.db.each("SELECT "+editColumns+" FROM edits ORDER BY at "+direction, nil, func(r row) error {
		edit := t.readEdit(r)
		return do(record{Edit: toEdit(&edit)})
	})
}

func (t *Tx) eachLesson(direction string, do func(record) error) error {
	return t.db.each(lessonColumns+" ORDER BY rowid "+direction, nil, func(r row) error {
		lesson := t.readLesson(r)
		return do(record{Lesson: toLesson(&lesson)})
	})
}

func (t *Tx) eachAdvice(direction string, do func(record) error) error {
	return t.db.each(adviceColumns+" ORDER BY at "+direction, nil, func(r row) error {
		advice := t.readAdvice(r)
		return do(record{Advice: toAdvice(&advice)})
	})
}

func (t *Tx) eachDecision(direction string, do func(record) error) error {
	return t.db.each(decisionColumns+" ORDER BY at "+direction, nil, func(r row) error {
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

// Export writes all that is remembered, or of one project, as lines of JSON.
// told is called now and then with how many lines there are so far.
func (t *Tx) Export(w io.Writer, project string, told func(lines int)) error {
	roots, err := t.workTrees(project)
	if err != nil || project != "" && roots == nil {
		return err
	}
	out := bufio.NewWriter(w)
	lines := 0
	for _, read := range readers {
		err := read(t, "ASC", func(r record) error {
			if project != "" && !slices.Contains(roots, r.project()) {
				return nil
			}
			data, err := r.line()
			if err != nil {
				return err
			}
			out.Write(excerpt.JSON(data)) // what cannot be written is said by Flush
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
