package store

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

// Forget removes what has an id, and reports whether there was anything. What
// it removes is overwritten in the file. A habit, and a fix that is offered
// everywhere, is retired instead.
func (t *Tx) Forget(id string) (bool, error) {
	if len(id) < 2 || id[1] != '-' {
		return false, nil
	}
	if err := t.db.script("PRAGMA secure_delete = ON"); err != nil {
		return false, err
	}
	table := ""
	switch id[0] {
	case 'r':
		if err := forgetTaught(t, id); err != nil {
			return false, err
		}
		if _, err := t.db.run("DELETE FROM commands WHERE ? IN (run, failed)", id); err != nil {
			return false, err
		}
		table = "runs"
	case 'e':
		table = "edits"
	case 't':
		table = "tasks"
	case 'l':
		return forgetLesson(t, id)
	case 'p':
		table = "preferences"
	case 'g':
		table = "episodes"
	case 'v':
		table = "advice"
	case 'd':
		table = "decisions"
	default:
		return false, nil
	}
	if err := noteCall(t, table, id); err != nil {
		return false, err
	}
	n, err := tallier{t}.remove(table, "id = ?", id)
	return n > 0, err
}

// Call is what a call was, as another account of it may hold it.
type Call struct {
	ID   string // the agent's; "": not known
	Text redact.Text
}

// CallOf returns the call that a run, an edit or a decision is of.
func (t *Tx) CallOf(id string) (c Call, err error) {
	from := ""
	switch {
	case strings.HasPrefix(id, "r-"):
		from = "call, command FROM runs"
	case strings.HasPrefix(id, "e-"):
		from = "call, path FROM edits"
	case strings.HasPrefix(id, "d-"):
		from = "NULL, command FROM decisions"
	default:
		return c, nil
	}
	_, err = t.db.one("SELECT "+from+" WHERE id = ?", []any{id}, func(r Row) { c = Call{r.Text(0), redact.Clean(r.Text(1))} })
	return c, err
}

// noteCall notes that the call of a row is forgotten.
func noteCall(t *Tx, table, id string) error {
	switch table {
	case "runs", "edits", "tasks":
	default:
		return nil
	}
	call := ""
	if _, err := t.db.one("SELECT call FROM "+table+" WHERE id = ?", []any{id}, func(r Row) { call = r.Text(0) }); err != nil || call == "" {
		return err
	}
	return t.noteForgotten(forgottenCall, call)
}

// forgetLesson removes a lesson, or the one that it was merged into, and what
// rests on it everywhere.
func forgetLesson(t *Tx, id string) (bool, error) {
	id, err := lessonID(t, id)
	if err != nil {
		return false, err
	}
	if is, err := declineTaught(t, id); is || err != nil {
		return is, err
	}
	n, err := t.db.run("DELETE FROM lessons WHERE id = ?", id)
	if err != nil {
		return false, err
	}
	return n > 0, unshare(t)
}
