// Package journal is the memory at work, the only room where the store meets
// what is learned. For each event it reads what is known, asks diagnose,
// lessons and recall what the event shows, and writes what is remembered, in
// one transaction.
//
// It answers with values: whether and how they are told is for package hook to
// decide. It judges nothing; where a lesson holds a command, it asks judge. A
// failure of the memory never stops a command.
package journal

import (
	"errors"
	"fmt"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// Journal is the memory as the settings of one user and one project have it,
// at the time of one event.
type Journal struct {
	Judge  *judge.Judge
	Now    time.Time      // when the event happened
	Call   *protocol.Call // what the agent says of it; nil where no agent calls
	Schema string         // of a new database
	Path   string         // where programs are looked for, as in $PATH
	Log    paths.Log      // of failures that stop nothing
	Lost   error          // why what happened could be recorded nowhere

	repeats *repeatIndex
	seen    *facts.Source // what has just looked at the tree; nil: nothing
	here    **memory.Tree // what it holds; nil until it was asked for
	result  string        // what the call resulted in, by its key; "": not noted
	claimed string        // key of the event, if this process decides about it
	process string        // that claims it
	begins  ledger.Line   // what is known of a call before it was judged
}

// New returns the journal of the place that a judge judges for.
func New(j *judge.Judge, now time.Time) *Journal {
	return &Journal{Judge: j, Now: now, repeats: &repeatIndex{places: &j.Places}}
}

// At returns the same journal for another event.
func (j *Journal) At(call *protocol.Call, now time.Time) *Journal {
	other := *j
	other.Call, other.Now, other.here = call, now, nil
	return &other
}

const (
	// busy is how long an event waits for others that write.
	busy = 2 * time.Second
	// glance is how long it waits when there is nothing to say and the event
	// is safe in the spool: the agent need not notice that others write.
	glance = 50 * time.Millisecond
)

// view is the journal in a transaction that reads.
type view struct {
	judge *judge.Judge
	tx    *store.Tx
	now   time.Time
	past  bool // now is long ago: today's files tell nothing of it

	present func() *memory.Tree // what the work tree holds
	keeps   func() bool         // the user wants a change in which results stay what they are

	held *[]memory.Preference // that hold in this project; nil until they were read

	running map[string]bool // calls that still run in the background, where an agent stops
}

// update is the journal in a transaction that writes.
type update struct {
	view
	repeats *repeatIndex

	recent *recentActivity // nil: the database is asked
	widely bool            // commands that are merely worded alike are told, too
}

func (j *Journal) viewOf(tx *store.Tx) *view {
	return &view{judge: j.Judge, tx: tx, now: j.Now, present: j.tree, keeps: func() bool { return j.wasAsked("same") }}
}

func (j *Journal) updateOf(tx *store.Tx) *update {
	return &update{view: *j.viewOf(tx), repeats: j.repeats}
}

// update changes the memory: all of what do does, or nothing.
func (j *Journal) update(do func(*update) error) error {
	return j.with(busy, func(s *store.Store) error { return j.change(s, do) })
}

func (j *Journal) change(s *store.Store, do func(*update) error) error {
	err := s.Update(func(tx *store.Tx) error { return do(j.updateOf(tx)) })
	if err == nil && j.repeats.stale {
		j.note("memory", j.WriteRepeats(s))
	}
	return err
}

// with opens the database, does something with it and leaves it. A failure is
// logged as well, where the user can find it.
func (j *Journal) with(wait time.Duration, do func(*store.Store) error) error {
	err := j.Attempt(config.PartLearning, func() error {
		s, err := store.Open(j.options(wait))
		if err != nil {
			return err
		}
		defer s.Leave()
		return do(s)
	})
	j.note("memory", err)
	return err
}

// errOff says that a part of ctxhook failed too often in a row.
var errOff = errors.New("off after failures in a row: to see it, type: ctxhook doctor")

// Attempt has a part of ctxhook do something, unless it failed too often of late.
// A panic is a failure, too. That others write to the database is none.
func (j *Journal) Attempt(part config.Part, do func() error) (err error) {
	places := j.Judge.Places
	_, failures, off := part.Off(places, j.Judge.Config.Learn.MaxFailures, j.Now)
	if off {
		return fmt.Errorf("%s is %w", part, errOff)
	}
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v", v)
		}
		switch {
		case err == nil && failures > 0:
			part.Worked(places)
		case err != nil && !errors.Is(err, store.ErrLocked) && !errors.Is(err, store.ErrNewer) && !errors.Is(err, store.ErrNone):
			part.Failed(places)
		}
	}()
	return do()
}

// view reads from the database, within a time.
func (j *Journal) view(within time.Duration, do func(*view) error) error {
	return j.Attempt(config.PartRecall, func() error {
		o := j.options(within)
		o.ReadOnly = true
		s, err := store.Open(o)
		if err != nil {
			return err
		}
		return s.View(func(tx *store.Tx) error { return do(j.viewOf(tx)) })
	})
}

func (j *Journal) options(wait time.Duration) store.Options {
	return store.Options{Path: j.Judge.Config.Database(j.Judge.Places), Schema: j.Schema, Wait: wait}
}

// note logs a failure that stops nothing.
func (j *Journal) note(of string, err error) {
	if err != nil && !errors.Is(err, errOff) {
		j.Log.Line(redact.Clean(of + ": " + err.Error()))
	}
}
