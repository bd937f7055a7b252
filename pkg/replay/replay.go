// Package replay drives judge and journal over transcripts: it imports what no
// hook was called for, and finds out what hooks would have answered.
//
// It parses no transcript, answers no agent, and decides nothing of its own.
package replay

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/journal"
	"github.com/ctxhook/ctxhook/pkg/judge"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/store"
	"github.com/ctxhook/ctxhook/pkg/transcript"
)

// Replay is a replay of transcripts for one user.
type Replay struct {
	Counts Counts

	options  judge.Options
	journals map[string]*journal.Journal // by directory
	changed  map[string]*journal.Journal // by project, where anything was new
	importer *journal.Import
	begun    time.Time
	latest   time.Time // of what was new
	failures map[string]*failure
}

// Counts tells what an import took over.
type Counts struct {
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

// New returns a replay with the options of judges; each call names its own
// directory.
func New(o judge.Options) *Replay {
	begun := time.Now()
	return &Replay{
		options: o, journals: make(map[string]*journal.Journal), changed: make(map[string]*journal.Journal),
		importer: journal.NewImport(begun), begun: begun, Counts: Counts{Sessions: make(map[string]bool)},
	}
}

// batched is how many events a transaction takes over: hooks wait for it.
const batched = 250

// batch is some events in the order of time.
type batch struct {
	read   int // entries of the history, of which some are no events
	events []event
}

// event is what is remembered of an entry of the history: a run, an edit, or
// the end of a task, which is the journal's call.
type event struct {
	journal *journal.Journal
	run     *memory.Run
	edit    *memory.Edit
}

// Import takes over all of a history. progress is called after each
// transaction with how many entries were read so far.
func (p *Replay) Import(s *store.Store, h *transcript.History, progress func(read int)) error {
	batches, quit := make(chan batch, 2), make(chan struct{})
	go p.read(h, batches, quit)
	read := 0
	var err error
	for b := range batches {
		if err != nil {
			continue // until the reader has ended
		}
		if err = s.Update(func(tx *store.Tx) error { return p.record(tx, b.events) }); err != nil {
			close(quit)
			continue
		}
		read += b.read
		progress(read)
	}
	if err != nil {
		return err
	}
	for _, j := range p.changed {
		if err := p.importer.Settle(s, j, p.latest); err != nil {
			return err
		}
	}
	return nil
}

// read reads a history and what its outputs show, while what was read before
// is being recorded.
func (p *Replay) read(h *transcript.History, batches chan<- batch, quit <-chan struct{}) {
	defer close(batches)
	for more := true; more; {
		var b batch
		for b.read < batched && more {
			var e transcript.Entry
			if e, more = h.Next(); !more {
				break
			}
			b.read++
			if ev, ok := p.event(&e); ok {
				b.events = append(b.events, ev)
			}
		}
		select {
		case batches <- b:
		case <-quit:
			return
		}
	}
}

// event returns what is remembered of a call, if it is worth it.
func (p *Replay) event(e *transcript.Entry) (event, bool) {
	j := p.journal(e.Call.Cwd).At(&e.Call, e.Ended)
	switch {
	case e.Call.Canary():
		return event{}, false
	case e.Call.Tool == protocol.Task:
		return event{journal: j}, taskEnded(e)
	case e.Call.Tool != protocol.Shell:
		if e.Outcome != memory.OK || !e.Call.WroteFile() {
			return event{}, false
		}
		return event{journal: j, edit: j.Edit()}, true
	case len(e.Call.Commands) == 0:
		return event{}, false
	}
	switch e.Outcome {
	case memory.Denied, memory.Refused, memory.Interrupted:
		c := transcript.Call{ID: e.Call.ID, Command: e.Call.Commands[0], Time: e.Time, Ended: e.Ended, Outcome: e.Outcome}
		return event{journal: j, run: j.Unfinished(&c)}, true
	}
	d := j.Diagnose()
	ran := j.Run(&d)
	if !ran.Outcome.Bad() && d.IsNoise() {
		p.Counts.Passed++
		return event{}, false
	}
	return event{journal: j, run: ran}, true
}

// taskEnded reports whether a task that was handed on has come to an end: the
// end of one that goes on in the background is in no transcript.
func taskEnded(e *transcript.Entry) bool {
	switch e.Outcome {
	case memory.Denied, memory.Refused:
		return false
	case memory.Interrupted:
		e.Call.Result.Status = protocol.Interrupted
	}
	return e.Call.Session != "" && e.Call.ID != "" && e.Call.Result.Status != protocol.Background
}

// record records some events.
func (p *Replay) record(tx *store.Tx, events []event) error {
	before, err := tx.CountLessons()
	if err != nil {
		return err
	}
	for i := range events {
		e := &events[i]
		isNew, err := p.recordOne(tx, e)
		switch {
		case err != nil:
			return err
		case !isNew:
			p.Counts.Known++
		default:
			p.count(e)
		}
	}
	after, err := tx.CountLessons()
	p.Counts.Lessons += after - before
	return err
}

func (p *Replay) recordOne(tx *store.Tx, e *event) (isNew bool, err error) {
	switch {
	case e.run != nil:
		return p.importer.Run(tx, e.journal, e.run)
	case e.edit != nil:
		return p.importer.Edit(tx, e.journal, e.edit)
	}
	return p.importer.Task(tx, e.journal)
}

// count counts an event that is new.
func (p *Replay) count(e *event) {
	var session string
	var at time.Time
	switch {
	case e.run != nil:
		session, at = e.run.Session, e.run.Start
		p.Counts.Runs++
		switch {
		case e.run.Outcome.Bad():
			p.Counts.Bad++
		case e.run.Outcome >= memory.Interrupted:
			p.Counts.Never++
		}
	case e.edit != nil:
		session, at = e.edit.Session, e.edit.Time
		p.Counts.Edits++
	default:
		p.Counts.Sessions[e.journal.Call.Session] = true
		p.Counts.Tasks++
		return
	}
	p.Counts.Sessions[session] = true
	p.changed[e.journal.Judge.Project] = e.journal
	if at.After(p.latest) {
		p.latest = at
	}
}

// maxJournals is how many directories are held at a time.
const maxJournals = 64

// journal returns the journal of a directory.
func (p *Replay) journal(cwd string) *journal.Journal {
	j := p.journals[cwd]
	if j == nil {
		if len(p.journals) >= maxJournals {
			clear(p.journals)
		}
		o := p.options
		o.Cwd = cwd
		j = journal.New(judge.New(o), p.begun)
		p.journals[cwd] = j
	}
	return j
}
