package store

import (
	"errors"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Repeat is a command that fails again and again, in a work tree.
type Repeat struct {
	Root string // of the work tree
	Key  string // of the command
}

// Repeats lists the commands that failed the same way at least so often in a
// row, the last time since a moment, and did not mislead too often; of many
// the latest.
func (t *Tx) Repeats(streak int, since time.Time, most int) (list []Repeat, err error) {
	const repeats = `SELECT root, key FROM commands JOIN projects ON same = project
		WHERE streak >= ? AND last >= ? AND misfire < ? ORDER BY last DESC LIMIT ?`
	err = t.db.each(repeats, []any{streak, since.UnixMicro(), memory.MaxMisfires, most}, func(r row) error {
		list = append(list, Repeat{r.string(0), r.string(1)})
		return nil
	})
	return list, err
}

// AnySince tells whether a step of a project, or of a session wherever it
// worked, that began after a moment is one that is looked for. Among more
// steps than may be looked at there is one.
func (t *Tx) AnySince(project, session string, after time.Time, most int, is func(memory.Step) bool) (bool, error) {
	inProject, err := t.lookProject(project)
	if err != nil {
		return false, err
	}
	inSession, err := t.knownSession(clean(session))
	if err != nil {
		return false, err
	}
	there := false
	found := func(s memory.Step) error {
		if most--; most < 0 || is(s) {
			there = true
			return errEnough
		}
		return nil
	}
	edit := func(r row) error { e := t.readEdit(r); return found(memory.Step{Edit: &e}) }
	run := func(r row) error { a := t.readRun(r, false); return found(memory.Step{Run: &a}) }
	for _, look := range [...]struct {
		rows   string
		number any
		found  func(row) error
	}{
		{editColumns + " FROM edits WHERE session", inSession, edit},
		{runColumns + " FROM runs WHERE session", inSession, run},
		{runColumns + " FROM runs WHERE project", inProject, run},
		{editColumns + " FROM edits WHERE project", inProject, edit},
	} {
		if look.number == nil {
			continue
		}
		args := []any{look.number, after.UnixMicro()}
		if err := t.db.each("SELECT "+look.rows+" = ? AND at > ? ORDER BY at", args, look.found); err != nil || there {
			return there, err
		}
	}
	return false, nil
}

// errCrowdedSpool: more waits in the spool than may be read.
var errCrowdedSpool = errors.New("too much waits in the spool")

// SpooledSince returns what waits in the spool of a moment or later, the
// oldest first, and leaves it there. It refuses to read more than so many
// entries.
func SpooledSince(dir string, since time.Time, most int) ([]Entry, error) {
	files, err := waiting(dir)
	if err != nil {
		return nil, err
	}
	var list []Entry
	for _, name := range files {
		at, _, _ := strings.Cut(name, "-")
		if n, err := strconv.ParseInt(at, 10, 64); err != nil || n < since.UnixMicro() {
			continue
		}
		if len(list) == most {
			return nil, errCrowdedSpool
		}
		if e, err := readEntry(filepath.Join(dir, name)); err == nil {
			list = append(list, e)
		}
	}
	return list, nil
}
