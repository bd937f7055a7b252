package store

import (
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// AddEdit keeps an edit, as AddRun does a run. A call may write several
// files.
func (t *Tx) AddEdit(e *memory.Edit) (added bool, err error) {
	k := newKey(e.Time, e.ID, 'e')
	project, err := t.project(e.Project)
	if err != nil {
		return false, err
	}
	session, err := t.session(e.Session, "", project, k.at)
	if err != nil {
		return false, err
	}
	if e.Call != "" {
		const called = "SELECT id FROM edits WHERE call = ? AND +session IS ? AND path IS ?"
		if known, err := t.db.one(called, []any{clean(e.Call), session, e.Path}, func(r row) { e.ID = r.string(0) }); known || err != nil {
			return false, err
		}
	}
	const insert = "INSERT INTO edits (at, id, session, project, call, path, subagent) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
	added, err = t.add("edits", &k, func() (int, error) {
		return t.db.run(insert, k.at, k.id, session, project, clean(e.Call), e.Path, clean(e.Subagent))
	}, "session IS ?2 AND path IS ?3", session, e.Path)
	if added {
		e.ID = k.id
	}
	return added, err
}

const editColumns = `at, id, session, project, call, path, subagent`

func (t *Tx) readEdit(r row) memory.Edit {
	return memory.Edit{
		Time: moment(r.integer(0)), ID: r.string(1), Session: t.sessionKey(r, 2), Project: t.projectRoot(r, 3), Call: r.string(4), Path: redact.Clean(r.string(5)), Subagent: r.string(6),
	}
}

// Edit returns the edit with an id.
func (t *Tx) Edit(id string) (e memory.Edit, ok bool, err error) {
	ok, err = t.db.one("SELECT "+editColumns+" FROM edits WHERE id = ?", []any{id}, func(r row) { e = t.readEdit(r) })
	return e, ok, err
}
