package journal

import (
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// Import takes over events that happened long ago, in the order of time and in
// many projects.
type Import struct {
	now    time.Time
	recent *recentActivity

	// Of a dry run alone.
	repeats *repeatIndex
	told    map[string]bool // sessions and what they were told
}

// NewImport returns an import at a time.
func NewImport(now time.Time) *Import { return &Import{now: now, recent: newRecentActivity(true)} }

// NewDryRun returns an import into a database that was made for it in memory,
// and that is thrown away.
func NewDryRun() *Import {
	i := NewImport(time.Now())
	i.repeats, i.told = &repeatIndex{held: make(map[uint64]bool)}, make(map[string]bool)
	return i
}

func (i *Import) update(tx *store.Tx, j *Journal) *update {
	u := j.updateOf(tx)
	u.now, u.recent = i.now, i.recent
	if i.repeats != nil {
		u.repeats = i.repeats
	}
	return u
}

// RepeatedFailure returns what a dry run knows of the command of the call when
// the command is about to fail as it did before, else nil. What people changed
// in between is not known, and each session is told once.
func (i *Import) RepeatedFailure(tx *store.Tx, j *Journal, script *shell.Script) (*RepeatedFailure, error) {
	dry := *j
	dry.repeats = i.repeats
	a := dry.attempt(j.Call.Commands[0], script)
	if a == nil || i.told[a.session+"\x00"+a.key] {
		return nil, nil
	}
	v := j.viewOf(tx)
	v.past = true
	known, err := v.repeatedFailure(a)
	if known != nil {
		i.told[a.session+"\x00"+a.key] = true
	}
	return known, err
}

// Run remembers a run and draws its lessons, unless it is known. script is the
// parsed command.
func (i *Import) Run(tx *store.Tx, j *Journal, ran *memory.Run, script *shell.Script) (isNew bool, err error) {
	known, err := tx.HasRun(ran)
	if err != nil {
		return false, err
	}
	if known {
		i.recent.add(ran.Session, memory.Activity{Run: ran}) // what follows may rest on it
		return false, nil
	}
	isNew, _, err = i.update(tx, j).record(ran, script)
	return isNew, err
}

// Edit remembers an edit, unless it is known.
func (i *Import) Edit(tx *store.Tx, j *Journal, edit *memory.Edit) (isNew bool, err error) {
	known, err := tx.HasEdit(edit)
	if err != nil {
		return false, err
	}
	if known {
		i.recent.add(edit.Session, memory.Activity{Edit: edit})
		return false, nil
	}
	return i.update(tx, j).addEdit(edit)
}

// Task remembers the task whose end the journal's call is, unless it is known.
func (i *Import) Task(tx *store.Tx, j *Journal) (isNew bool, err error) {
	if known, err := tx.HasEndedTask(j.Call.Session, j.Call.ID); known || err != nil {
		return false, err
	}
	u := j.updateOf(tx) // at the time of the call
	task, err := j.task(u)
	if err != nil {
		return false, err
	}
	return true, j.endTask(u, task)
}

// Order puts the lessons of a project in order, as the end of each session did
// where hooks were called: an event takes the longer the more checks fail.
func (i *Import) Order(s *store.Store, j *Journal, latest time.Time) error {
	return s.Update(func(tx *store.Tx) error {
		_, err := j.At(nil, latest).updateOf(tx).consolidate(j.Judge.Project)
		return err
	})
}

// Settle draws from a project what single events do not show: the checks that
// passed after failures that were learned late, habits, and the order of
// lessons. latest is when the last event happened: lessons are not to age from
// then on.
func (i *Import) Settle(s *store.Store, j *Journal, latest time.Time) error {
	if err := s.Update(func(tx *store.Tx) error { return passedSince(tx, j.Judge.Project) }); err != nil {
		return err
	}
	if err := j.learnHabits(s); err != nil {
		return err
	}
	const ample = 10 * time.Second
	if err := j.At(nil, latest).consolidate(s, ample); err != nil {
		return err
	}
	return j.At(nil, i.now).WriteRepeats(s)
}

// passedSince closes the lessons of checks that passed after the failures that
// were learned late.
func passedSince(tx *store.Tx, project string) error {
	open, err := tx.OpenChecks(project, nil)
	if err != nil || len(open) == 0 {
		return err
	}
	since := slices.MinFunc(open, func(a, b memory.Lesson) int { return a.Last.Compare(b.Last) }).Last
	runs, err := tx.CheckRuns(project, since)
	if err != nil {
		return err
	}
	for i := range open {
		k := slices.IndexFunc(runs, func(r memory.Run) bool { return passedAfter(&open[i], r.Check, r.Start) })
		if k < 0 {
			continue
		}
		open[i].State, open[i].Last = memory.Closed, runs[k].Start
		if err := tx.PutLesson(&open[i]); err != nil {
			return err
		}
	}
	return nil
}
