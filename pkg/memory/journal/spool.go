package journal

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

const (
	// crowd is how many events may wait in the spool. To open the database
	// takes three times as long as all else that is done for a command.
	crowd = 64
	// drained is how many of them one event takes over at most.
	drained = 100
)

// RecordDecision leaves a decision for the next event that needs the database,
// and returns its id: "" when it could not be kept.
func (j *Journal) RecordDecision(d *memory.Decision) (id string) {
	if !j.spool(store.Entry{Decision: d}) {
		return ""
	}
	return d.ID
}

// RecordAdvice does so with an advice.
func (j *Journal) RecordAdvice(a *memory.Advice) { j.spool(store.Entry{Advice: a}) }

func (j *Journal) spool(e store.Entry) bool {
	_, err := store.Spool(j.Judge.Places.SpoolDir(), e)
	j.note("spool", err)
	if err != nil && (e.Run != nil || e.Edit != nil) {
		j.Lost = err
	}
	return err == nil
}

// CheckSpool notes as lost what could not be spooled now.
func (j *Journal) CheckSpool() { j.Lost = store.CheckSpool(j.Judge.Places.SpoolDir()) }

// RecordRun remembers a run that nothing is to be said about now.
func (j *Journal) RecordRun(ran *memory.Run) { j.record(store.Entry{Run: ran}) }

// RecordEdit remembers an edit.
func (j *Journal) RecordEdit(edit *memory.Edit) {
	j.noteEdit(edit)
	j.record(store.Entry{Edit: edit})
}

// record leaves an event in the spool for an event that needs the database, or
// until many wait there.
func (j *Journal) record(e store.Entry) {
	waiting, err := store.Spool(j.Judge.Places.SpoolDir(), e)
	if err == nil && waiting < crowd {
		return
	}
	wait := glance
	if err != nil {
		wait = busy
	}
	if j.with(wait, func(s *store.Store) error {
		if err := j.change(s, func(u *update) error {
			if err := u.drain(); err != nil {
				return err
			}
			return u.recordEntry(e) // known already, unless it could not be spooled
		}); err != nil {
			return err
		}
		if err := j.learnHabits(s); err != nil {
			return err
		}
		return s.CatchUp(time.Second)
	}) != nil {
		j.note("spool", err)
		j.Lost = err
	}
}

// Drain takes over what waits in the spool.
func (j *Journal) Drain(tx *store.Tx) error { return j.updateOf(tx).drain() }

func (u *update) drain() error {
	if path := u.judge.Places.Timings(); store.SamplesDue(path) {
		if err := store.AddSamples(u.tx, path); err != nil {
			return err
		}
	}
	late := &update{view: u.view, repeats: u.repeats, recent: newRecentActivity(false)}
	return u.tx.Drain(u.judge.Places.SpoolDir(), drained, func(_ *store.Tx, e store.Entry) error { return late.recordEntry(e) })
}

// recordEntry remembers what was spooled, and says nothing about it.
func (u *update) recordEntry(e store.Entry) (err error) {
	switch {
	case e.Run != nil:
		_, _, err = u.record(e.Run, u.judge.Script(e.Run.Command))
	case e.Edit != nil:
		_, err = u.addEdit(e.Edit)
	case e.Decision != nil:
		_, err = u.tx.AddDecision(e.Decision)
	case e.Advice != nil:
		if err = u.tx.AddAdvice(e.Advice); err == nil {
			u.recent.tell(e.Advice)
		}
	case e.Preference != nil:
		err = u.addSighting(e.Preference)
	}
	return err
}
