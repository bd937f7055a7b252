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
// row, or once with an error of some classes, the last time since a moment, and
// did not mislead too often; of many the latest.
func (t *Tx) Repeats(streak int, once []string, since time.Time, most int) (list []Repeat, err error) {
	repeats := `SELECT root, key FROM commands JOIN projects ON same = project
		WHERE (streak >= ? OR streak > 0 AND class IN (` + marks(len(once)) + `)) AND last >= ? AND misfire < ? ORDER BY last DESC LIMIT ?`
	args := []any{streak}
	for _, class := range once {
		args = append(args, class)
	}
	err = t.db.each(repeats, append(args, since.UnixMicro(), memory.MaxMisfires, most), func(r Row) error {
		list = append(list, Repeat{r.Text(0), r.Text(1)})
		return nil
	})
	return list, err
}

// AnySince tells whether a step of a project, or of a session wherever it
// worked, that began after a moment is one that is looked for. Of the runs and
// edits of each so many are looked at, the latest; all tells whether there are
// no more.
func (t *Tx) AnySince(project, session string, after time.Time, most int, is func(memory.Activity) bool) (there, all bool, err error) {
	inProject, err := t.ProjectNumber(project)
	if err != nil {
		return false, false, err
	}
	inSession, err := t.SessionNumber(session)
	if err != nil {
		return false, false, err
	}
	all = true
	edits := func(rest string, args []any, do func(memory.Activity) error) error {
		return Edits.each(t, rest, args, func(e *memory.Edit) error { return do(memory.Activity{Edit: e}) })
	}
	runs := func(rest string, args []any, do func(memory.Activity) error) error {
		return Runs.each(t, rest, args, func(r *memory.Run) error { return do(memory.Activity{Run: r}) })
	}
	for _, look := range [...]struct {
		each   func(rest string, args []any, do func(memory.Activity) error) error
		of     string
		number any
	}{
		{edits, "session", inSession},
		{runs, "session", inSession},
		{runs, "project", inProject},
		{edits, "project", inProject},
	} {
		if look.number == nil {
			continue
		}
		n := 0
		args := []any{look.number, after.UnixMicro(), most + 1}
		err := look.each(" WHERE "+look.of+" = ? AND at > ? ORDER BY at DESC LIMIT ?", args, func(a memory.Activity) error {
			if n++; n > most {
				all = false
				return ErrEnough
			}
			if there = is(a); there {
				return ErrEnough
			}
			return nil
		})
		if err != nil || there {
			return there, all, err
		}
	}
	return false, all, nil
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
