package hook

import (
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/shell"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// learner keeps events, and draws the lessons from them, in one transaction.
type learner struct {
	j   *Journal
	tx  *store.Tx
	now time.Time

	recent *recent // what was done lately, where that is known; nil: it is asked for
	widely bool    // what is merely worded alike is told, too
}

// The bounds of what is looked back at.
const (
	backSteps  = 40 // of a session
	backAdvice = 50
	drained    = 100 // entries of the spool that one hook takes over
)

// drain takes over what could not be kept when it happened.
func (l *learner) drain() error {
	if path := l.j.Places.Timings(); store.SamplesDue(path) {
		if err := l.tx.AddSamples(path); err != nil {
			return err
		}
	}
	late := &learner{j: l.j, tx: l.tx, now: l.now, recent: newRecent(false)}
	return l.tx.Drain(l.j.Places.SpoolDir(), drained, func(_ *store.Tx, e store.Entry) error { return late.keep(e) })
}

// CatchUp takes over from the spool what could not be kept when it happened,
// as the next hook would.
func (j *Journal) CatchUp(tx *store.Tx, now time.Time) error {
	return (&learner{j: j, tx: tx, now: now}).drain()
}

// keep keeps an event, without telling anybody anything.
func (l *learner) keep(e store.Entry) (err error) {
	switch {
	case e.Run != nil:
		_, _, err = l.take(e.Run)
	case e.Edit != nil:
		_, err = l.addEdit(e.Edit)
	case e.Decision != nil:
		_, err = l.tx.AddDecision(e.Decision)
	case e.Advice != nil:
		err = l.tx.AddAdvice(e.Advice)
	}
	return err
}

// learn keeps a run and draws its lessons. Of the ways out that are known
// without the memory, and those in it, it returns what is worth telling now.
func (l *learner) learn(ran *memory.Run, known []memory.Fix) ([]memory.Fix, error) {
	added, advice, err := l.take(ran)
	if err != nil || !added || !ran.Outcome.Bad() {
		return nil, err // what was kept before was told before
	}
	return l.advise(ran, known, advice)
}

// take keeps a run and draws its lessons, and returns what its session was
// told before it. It tells whether the run is new.
func (l *learner) take(ran *memory.Run) (added bool, advice []memory.Advice, err error) {
	steps, advice, err := l.session(ran)
	if err != nil {
		return false, nil, err
	}
	if added, err = l.tx.AddRun(ran); err != nil || !added {
		return false, nil, err
	}
	if err := l.followUp(ran, steps, advice); err != nil {
		return false, nil, err
	}
	script := l.script(ran.Command)
	if err := l.count(ran, script, steps, advice); err != nil {
		return false, nil, err
	}
	closed, err := l.checked(ran, script)
	if err != nil {
		return false, nil, err
	}
	if err := l.mended(ran, script, steps, closed); err != nil {
		return false, nil, err
	}
	l.recent.add(ran.Session, memory.Activity{Run: ran})
	return true, advice, nil
}

// addEdit keeps an edit, and tells whether it is new.
func (l *learner) addEdit(edit *memory.Edit) (added bool, err error) {
	if added, err = l.tx.AddEdit(edit); added {
		l.recent.add(edit.Session, memory.Activity{Edit: edit})
	}
	return added, err
}

// session is what was done, and what was told, in a run's session before it.
func (l *learner) session(ran *memory.Run) (steps []memory.Activity, advice []memory.Advice, err error) {
	if ran.Session == "" {
		return nil, nil, nil
	}
	if steps, err = l.recent.steps(l.tx, ran.Session, ran.Start); err != nil {
		return nil, nil, err
	}
	// An entry of the spool is learned after others that happened later.
	steps = slices.DeleteFunc(steps, func(s memory.Activity) bool { return s.Time().After(ran.Start) })
	advice, err = l.recent.advice(l.tx, ran.Session)
	return steps, advice, err
}

func (l *learner) script(command redact.Text) *shell.Script { return l.j.Script(command) }
