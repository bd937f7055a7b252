package hook

import (
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/command"
	"github.com/ctxhook/ctxhook/pkg/judge"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/store"
	"github.com/ctxhook/ctxhook/pkg/transcript"
)

// Replay takes over from transcripts what no hook was called for: each call
// goes the way that the hook after it would have gone, but that nobody is
// told anything.
type Replay struct {
	asked    judge.Options
	judges   map[string]*Journal // by directory
	changed  map[string]*Journal // by project, where anything was new
	recent   *recent
	begun    time.Time
	latest   time.Time // of what was new
	foreseen map[string]*foreseen
	Taken    Taken
}

// Taken counts what was taken over.
type Taken struct {
	Runs     int // of commands
	Bad      int // of those, that went wrong
	Never    int // of those, that did not run, or not to their end
	Edits    int
	Tasks    int
	Known    int // calls that were known
	Passed   int // commands that only look around
	Lessons  int // that are new
	Sessions map[string]bool
}

// NewReplay makes a replay for who asks; in which directory says each call.
func NewReplay(a judge.Options) *Replay {
	return &Replay{
		asked: a, judges: make(map[string]*Journal), changed: make(map[string]*Journal), recent: newRecent(true), begun: time.Now(), Taken: Taken{Sessions: make(map[string]bool)},
	}
}

// batched is how many events a transaction takes over: hooks wait for it.
const batched = 250

// batch is some events in the order of time.
type batch struct {
	events int // that were looked at
	late   []late
}

// late is an event that is remembered long after it happened.
type late struct {
	judge *Journal
	entry store.Entry
	task  *run // the end of one that was handed on, in place of the entry
}

// Take takes over all of a history. told is called after each transaction
// with how many events there were so far.
func (p *Replay) Take(s *store.Store, h *transcript.History, told func(events int)) error {
	batches, quit := make(chan batch, 2), make(chan struct{})
	go p.read(h, batches, quit)
	events := 0
	var err error
	for b := range batches {
		if err != nil {
			continue // until the reader has ended
		}
		if err = s.Update(func(tx *store.Tx) error { return p.keep(tx, b.late) }); err != nil {
			close(quit)
			continue
		}
		events += b.events
		told(events)
	}
	if err != nil {
		return err
	}
	return p.settle(s)
}

// read reads a history and what its outputs show, while what was read before
// is being kept.
func (p *Replay) read(h *transcript.History, batches chan<- batch, quit <-chan struct{}) {
	defer close(batches)
	for more := true; more; {
		var b batch
		for b.events < batched && more {
			var e transcript.Entry
			if e, more = h.Next(); !more {
				break
			}
			b.events++
			if l, ok := p.late(&e); ok {
				b.late = append(b.late, l)
			}
		}
		select {
		case batches <- b:
		case <-quit:
			return
		}
	}
}

// settle draws from all of it together what single events do not show.
func (p *Replay) settle(s *store.Store) error {
	for _, j := range p.changed {
		if err := s.Update(func(tx *store.Tx) error { return passedSince(tx, j.Project) }); err != nil {
			return err
		}
		if err := j.learnHabits(s); err != nil {
			return err
		}
		const ample = 10 * time.Second
		// As on that day: a session that ends has them age.
		if err := j.Consolidate(s, p.latest, ample); err != nil {
			return err
		}
		if err := j.PutRepeats(s, p.begun); err != nil {
			return err
		}
	}
	return nil
}

// late is what is remembered of a call, if it is worth it.
func (p *Replay) late(e *transcript.Entry) (late, bool) {
	r := run{start: e.Ended, call: e.Call}
	j := p.judge(e.Call.Cwd)
	switch {
	case r.call.Canary():
		return late{}, false
	case r.call.Tool == protocol.Task:
		return late{judge: j, task: &r}, r.ended(e.Outcome)
	case r.call.Tool != protocol.Shell:
		if e.Outcome != memory.OK || !r.edits() {
			return late{}, false
		}
		return late{judge: j, entry: store.Entry{Edit: r.edit(j)}}, true
	case len(r.call.Commands) == 0:
		return late{}, false
	}
	switch e.Outcome {
	case memory.Denied, memory.Refused, memory.Interrupted:
		c := transcript.Call{ID: r.call.ID, Command: r.call.Commands[0], Time: e.Time, Ended: e.Ended, Outcome: e.Outcome}
		return late{judge: j, entry: store.Entry{Run: r.never(j, &c)}}, true
	}
	d := j.Diagnose(r.call.Commands[0], output(j, r.call.Result), r.call.Result.Exit, r.call.Result.Exited)
	ran := r.ran(j, &d)
	if !ran.Outcome.Bad() && command.IsNoise(d.Seen.Script) {
		p.Taken.Passed++
		return late{}, false
	}
	return late{judge: j, entry: store.Entry{Run: ran}}, true
}

// keep keeps some events.
func (p *Replay) keep(tx *store.Tx, batch []late) error {
	before, err := tx.CountLessons()
	if err != nil {
		return err
	}
	for i := range batch {
		l := learner{j: batch[i].judge, tx: tx, now: p.begun, recent: p.recent}
		keep := p.keepOne
		if batch[i].task != nil {
			keep = func(l *learner, _ store.Entry) error { return p.keepTask(l, batch[i].task) }
		}
		if err := keep(&l, batch[i].entry); err != nil {
			return err
		}
	}
	after, err := tx.CountLessons()
	p.Taken.Lessons += after - before
	return err
}

// keepOne keeps an event and counts it.
func (p *Replay) keepOne(l *learner, e store.Entry) error {
	var (
		session string
		at      time.Time
		isNew   bool
		err     error
	)
	if e.Edit != nil {
		session, at = e.Edit.Session, e.Edit.Time
		isNew, err = l.lateEdit(e.Edit)
	} else {
		session, at = e.Run.Session, e.Run.Start
		isNew, err = l.lateRun(e.Run)
	}
	switch {
	case err != nil:
		return err
	case !isNew:
		p.Taken.Known++
		return nil
	}
	p.Taken.Sessions[session] = true
	p.changed[l.j.Project] = l.j
	if at.After(p.latest) {
		p.latest = at
	}
	switch {
	case e.Edit != nil:
		p.Taken.Edits++
		return nil
	case e.Run.Outcome.Bad():
		p.Taken.Bad++
	case e.Run.Outcome >= memory.Interrupted:
		p.Taken.Never++
	}
	p.Taken.Runs++
	return nil
}

// ended tells whether a task that was handed on has come to an end: of one
// that goes on in the background no transcript tells it.
func (r *run) ended(o memory.Outcome) bool {
	switch o {
	case memory.Denied, memory.Refused:
		return false
	case memory.Interrupted:
		r.call.Result.Status = protocol.Interrupted
	}
	return r.call.Session != "" && r.call.ID != "" && r.call.Result.Status != protocol.Background
}

// keepTask keeps a task that was handed on, unless it is known, and counts
// it.
func (p *Replay) keepTask(l *learner, r *run) error {
	isNew, err := r.lateTask(l)
	switch {
	case err != nil:
		return err
	case !isNew:
		p.Taken.Known++
		return nil
	}
	p.Taken.Sessions[r.call.Session] = true
	p.Taken.Tasks++
	return nil
}

// lateRun keeps a run and draws its lessons, unless it is known.
func (l *learner) lateRun(ran *memory.Run) (isNew bool, err error) {
	known, err := l.tx.HasRun(ran)
	if err != nil {
		return false, err
	}
	if known {
		l.recent.add(ran.Session, memory.Activity{Run: ran}) // what follows may rest on it
		return false, nil
	}
	isNew, _, err = l.take(ran)
	return isNew, err
}

// lateEdit keeps an edit, unless it is known.
func (l *learner) lateEdit(edit *memory.Edit) (isNew bool, err error) {
	known, err := l.tx.HasEdit(edit)
	if err != nil {
		return false, err
	}
	if known {
		l.recent.add(edit.Session, memory.Activity{Edit: edit})
		return false, nil
	}
	return l.addEdit(edit)
}

// passedSince closes the lessons of checks that passed after the failures
// that were learned late.
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

// manyJudges is how many directories are remembered at a time.
const manyJudges = 64

// judge returns the judge for a directory.
func (p *Replay) judge(cwd string) *Journal {
	j := p.judges[cwd]
	if j == nil {
		if len(p.judges) >= manyJudges {
			clear(p.judges)
		}
		a := p.asked
		a.Cwd = cwd
		j = NewJournal(judge.New(a))
		p.judges[cwd] = j
	}
	return j
}
