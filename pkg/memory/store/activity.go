package store

import (
	"math"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Steps returns the latest runs and edits of a session, latest first.
func (t *Tx) Steps(session string, limit int) ([]memory.Activity, error) {
	return steps(t, session, math.MaxInt64, limit)
}

// StepsBefore returns the latest runs and edits of a session that began before
// a time, latest first.
func (t *Tx) StepsBefore(session string, before time.Time, limit int) ([]memory.Activity, error) {
	return steps(t, session, before.UnixMicro(), limit)
}

func steps(t *Tx, session string, before int64, limit int) ([]memory.Activity, error) {
	number, err := t.SessionNumber(session)
	if number == nil || err != nil || limit <= 0 {
		return nil, err
	}
	const part = " WHERE session = ? AND at < ? ORDER BY at DESC LIMIT ?"
	runs, err := Runs.Select(t, part, number, before, limit)
	if err != nil {
		return nil, err
	}
	edits, err := Edits.Select(t, part, number, before, limit)
	if err != nil {
		return nil, err
	}
	return merge(runs, edits, limit), nil
}

// merge merges two lists into one, latest first.
func merge(runs []memory.Run, edits []memory.Edit, limit int) []memory.Activity {
	steps := make([]memory.Activity, 0, min(limit, len(runs)+len(edits)))
	for len(steps) < limit && len(runs)+len(edits) > 0 {
		if len(edits) == 0 || len(runs) > 0 && !runs[0].Start.Before(edits[0].Time) {
			steps = append(steps, memory.Activity{Run: &runs[0]})
			runs = runs[1:]
		} else {
			steps = append(steps, memory.Activity{Edit: &edits[0]})
			edits = edits[1:]
		}
	}
	return steps
}

// AnySince reports whether any activity of a project or a session that began
// after a time satisfies is. It looks at the latest ones, at most so many runs
// and edits of each; all reports whether those were all.
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
