package store

import (
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// AddEdit keeps an edit, as AddRun does a run. One call may write several
// files.
func (t *Tx) AddEdit(e *memory.Edit) (added bool, err error) {
	k := newKey(e.Time, e.ID, 'e')
	o, err := t.numbers.owner(e.Project, e.Session, "", k.at)
	if err != nil {
		return false, err
	}
	if e.Call != "" {
		const called = "SELECT id FROM edits WHERE call = ? AND +session IS ? AND path IS ?"
		if known, err := t.db.one(called, []any{clean(e.Call), o.session, e.Path}, func(r Row) { e.ID = r.Text(0) }); known || err != nil {
			return false, err
		}
	}
	added, err = Edits.add(t, &k, e, o, "session IS ?2 AND path IS ?3", o.session, e.Path)
	if !added || err != nil {
		return false, err
	}
	e.ID = k.id
	return true, tallier{t}.late(k.at, &TalliedEdits)
}

// Edits are the files that agents wrote.
var Edits = Table[memory.Edit]{name: "edits", members: editMembers, columns: func(e *memory.Edit) []column {
	return []column{
		{"at", &e.Time},
		{"id", &e.ID},
		{"session", (*sessionKey)(&e.Session)},
		{"project", (*projectRoot)(&e.Project)},
		{"call", (*payload)(&e.Call)},
		{"path", &e.Path},
		{"subagent", (*payload)(&e.Subagent)},
		{"weakens", (*payload)(&e.Weakens)},
	}
}}
