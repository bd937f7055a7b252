// Package replay drives judge and journal over transcripts: it imports what no
// hook was called for, and finds out what hooks would have answered.
//
// It parses no transcript, answers no agent, and decides nothing of its own.
package replay

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/memory/transcript"
)

// Replay is a replay of transcripts for one user.
type Replay struct {
	Counts Counts
	Again  bool // what was forgotten is imported again

	options  judge.Options
	journals map[string]*journal.Journal // by directory
	changed  map[string]*journal.Journal // by project, where anything was new
	importer *journal.Import
	begun    time.Time
	latest   time.Time // of what was new
	sessions map[string]bool
	ordered  int // Counts.Lessons when lessons were put in order
}

// Counts tells what an import took over.
type Counts struct {
	Transcripts int `json:"transcripts"`
	Sessions    int `json:"sessions"`
	Runs        int `json:"runs"`      // of commands
	Failed      int `json:"failed"`    // of those
	Never       int `json:"never_ran"` // of those, or not to their end
	Edits       int `json:"edits"`
	Tasks       int `json:"tasks"`
	Lessons     int `json:"lessons"`     // that are new
	Known       int `json:"known"`       // calls that were known
	Passed      int `json:"passed_over"` // commands that only look around
	Forgotten   int `json:"forgotten"`   // calls that were forgotten, and not imported again
	Unfinished  int `json:"unfinished"`
	Lines       int `json:"lines"`
	Broken      int `json:"broken_lines"`
}

// New returns a replay with the options of judges; each call names its own
// directory.
func New(o judge.Options) *Replay {
	begun := time.Now()
	return &Replay{
		options: o, journals: make(map[string]*journal.Journal), changed: make(map[string]*journal.Journal),
		importer: journal.NewImport(begun), begun: begun, sessions: make(map[string]bool),
	}
}

// event is what is remembered of an entry of the history: a run, an edit, or
// the end of a task, which is the journal's call.
type event struct {
	journal *journal.Journal
	run     *memory.Run
	script  *shell.Script // of the run
	edit    *memory.Edit
}

// Import takes over all of a history. progress is called after each
// transaction with how many entries were read so far.
func (p *Replay) Import(s *store.Store, h *transcript.History, progress func(read int)) error {
	of := func(e *transcript.Entry) (event, bool) {
		ev, _, ok := p.event(e)
		return ev, ok
	}
	if err := inBatches(h, of, func(read int, events []event) error {
		defer progress(read)
		if err := s.Update(func(tx *store.Tx) error { return p.record(tx, events) }); err != nil {
			return err
		}
		return p.order(s)
	}); err != nil {
		return err
	}
	c := &p.Counts
	c.Transcripts, c.Sessions, c.Unfinished, c.Lines, c.Broken = h.Files, len(p.sessions), h.Sum.Open, h.Sum.Lines, h.Sum.Broken
	for _, j := range p.changed {
		if err := p.importer.Settle(s, j, p.latest); err != nil {
			return err
		}
	}
	return nil
}

// manyLessons is how many new lessons are put in order at a time.
const manyLessons = 250

// order puts lessons in order once there are many new ones.
func (p *Replay) order(s *store.Store) error {
	if p.Counts.Lessons < p.ordered+manyLessons {
		return nil
	}
	p.ordered = p.Counts.Lessons
	for _, j := range p.changed {
		if err := p.importer.Order(s, j, p.latest); err != nil {
			return err
		}
	}
	return nil
}

// event returns what is remembered of a call, if it is worth it, and what the
// output of a command shows.
func (p *Replay) event(e *transcript.Entry) (event, *journal.Diagnosis, bool) {
	j := p.journal(e.Call.Cwd).At(&e.Call, e.Ended)
	switch {
	case e.Call.Canary():
		return event{}, nil, false
	case e.Call.Tool == protocol.Task:
		return event{journal: j}, nil, taskEnded(e)
	case e.Call.Tool != protocol.Shell:
		if e.Outcome != memory.OK || !e.Call.WroteFile() {
			return event{}, nil, false
		}
		return event{journal: j, edit: j.Edit()}, nil, true
	case len(e.Call.Commands) == 0:
		return event{}, nil, false
	}
	switch e.Outcome {
	case memory.Denied, memory.Refused, memory.Interrupted:
		c := transcript.Call{ID: e.Call.ID, Command: e.Call.Commands[0], Time: e.Time, Ended: e.Ended, Outcome: e.Outcome}
		ran := j.Unfinished(&c)
		return event{journal: j, run: ran, script: j.Judge.Script(ran.Command)}, nil, true
	}
	d := j.Diagnose()
	ran := j.Run(&d)
	if !ran.Outcome.Bad() && d.IsNoise() {
		p.Counts.Passed++
		return event{}, nil, false
	}
	return event{journal: j, run: ran, script: d.Output.Script}, &d, true
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
		forgotten, err := p.forgotten(tx, e)
		if err != nil {
			return err
		}
		if forgotten {
			p.Counts.Forgotten++
			continue
		}
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

// forgotten reports whether an event was forgotten since it happened, and was
// not imported again.
func (p *Replay) forgotten(tx *store.Tx, e *event) (bool, error) {
	if p.Again {
		return false, nil
	}
	call, at := e.journal.Call, e.journal.Now
	known := func() (bool, error) { return tx.HasEndedTask(call.Session, call.ID) }
	switch {
	case e.run != nil:
		at, known = e.run.Start, func() (bool, error) { return tx.HasRun(e.run) }
	case e.edit != nil:
		at, known = e.edit.Time, func() (bool, error) { return tx.HasEdit(e.edit) }
	}
	forgotten, err := tx.Forgotten(e.journal.Judge.Project, call.Session, call.ID, at)
	if !forgotten || err != nil {
		return false, err
	}
	is, err := known()
	return !is, err
}

func (p *Replay) recordOne(tx *store.Tx, e *event) (isNew bool, err error) {
	switch {
	case e.run != nil:
		return p.importer.Run(tx, e.journal, e.run, e.script)
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
			p.Counts.Failed++
		case e.run.Outcome >= memory.Interrupted:
			p.Counts.Never++
		}
	case e.edit != nil:
		session, at = e.edit.Session, e.edit.Time
		p.Counts.Edits++
	default:
		p.sessions[e.journal.Call.Session] = true
		p.Counts.Tasks++
		return
	}
	p.sessions[session] = true
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
