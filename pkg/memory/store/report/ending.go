package report

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// Endings returns what came of decisions, by id: what later events report of the
// same command or file in the same session, and whether the user let it through. Where
// events report nothing, it asks for the calls of the session that only the client's
// record shows; recorded may be nil. A decision without an ending is left out. With an
// error it still returns what can be read.
func Endings(o store.Options, spool string, list []memory.Decision, recorded func(session string) []memory.Run) (map[string]memory.Ending, error) {
	if len(list) == 0 {
		return nil, nil
	}
	oldest := slices.MinFunc(list, func(a, b memory.Decision) int { return a.Time.Compare(b.Time) }).Time
	later, decisionsErr := ReadDecisions(o, spool, DecisionFilter{Since: oldest})
	e := endings{ends: make(map[string]memory.Ending), later: later, about: make(map[judged][]*memory.Decision)}
	for i := range later {
		of := judged{later[i].Session, later[i].Command}
		e.about[of] = append(e.about[of], &later[i])
	}
	runs, edits, runsErr := doneSince(o, spool, list, oldest.Add(-time.Minute)) // the client writes calls down before they are judged
	seen, calls := make(map[string]bool), make(map[string]bool)
	for i := range runs {
		if r := &runs[i]; !seen[r.ID] { // one may be in the spool, too
			seen[r.ID], calls[r.Call] = true, true
			e.ran(r)
		}
	}
	for i := range edits {
		e.edited(&edits[i])
	}
	if recorded != nil {
		for _, session := range sessionsOf(list, e.ends) {
			for _, r := range recorded(session) {
				if !calls[r.Call] {
					e.ran(&r)
				}
			}
		}
	}
	for i := range list {
		e.letThrough(&list[i])
	}
	return e.ends, errors.Join(decisionsErr, runsErr)
}

// slack is how much earlier than its decision a command may seem to begin: its
// start is the end less a duration that is rounded.
const slack = 2 * time.Second

// lag is how much earlier than its decision a command may seem to end: the two are written
// down by processes that start when they can.
const lag = 200 * time.Millisecond

// endings joins decisions with what followed them.
type endings struct {
	ends  map[string]memory.Ending
	later []memory.Decision // all since the oldest, the latest first
	about map[judged][]*memory.Decision
}

// judged is a command of a session.
type judged struct {
	session string
	command redact.Text
}

// of returns the decision about a call: the last one before it began, one that
// lets it run before a block. A call that did not run, or not to its end, has the
// time at which the client wrote it down: just before the decision.
func (e *endings) of(r *memory.Run) *memory.Decision {
	if r.Outcome == memory.Refused || r.Outcome == memory.Denied || r.Outcome == memory.Interrupted {
		return e.find(r, false, func(d *memory.Decision) bool { return d.Time.After(r.Start.Add(-slack)) })
	}
	block := policy.Block.String()
	latest := r.Start.Add(slack)
	if end := r.Start.Add(r.Duration + lag); end.Before(latest) {
		latest = end // what was decided after its end is not about it
	}
	for _, is := range [...]func(d *memory.Decision) bool{
		func(d *memory.Decision) bool { return d.Action != block && !d.Time.After(r.Start) },
		func(d *memory.Decision) bool { return d.Action != block && !d.Time.After(latest) },
		func(d *memory.Decision) bool { return !d.Time.After(latest) },
	} {
		if d := e.find(r, true, is); d != nil {
			return d
		}
	}
	return nil
}

// find returns the latest or the earliest decision about the command of a call
// that has not ended. One by which a call did not run goes on until it is repeated.
func (e *endings) find(r *memory.Run, latest bool, is func(*memory.Decision) bool) (found *memory.Decision) {
	for _, d := range e.about[judged{r.Session, r.Command}] {
		end, ended := e.ends[d.ID]
		if repeated := latest && end.How == memory.NotRun && d.Action == policy.Block.String(); ended && !repeated || !is(d) {
			continue
		}
		if found = d; latest {
			break
		}
	}
	return found
}

// ran ends the decision about a call.
func (e *endings) ran(r *memory.Run) {
	of := e.of(r)
	if of == nil {
		return
	}
	how := ""
	switch r.Outcome {
	case memory.Refused:
		how = memory.Declined
	case memory.Denied:
		how = memory.NotRun
	case memory.Interrupted:
		how = memory.Halted
	case memory.Unknown:
		return
	default:
		switch how = memory.Ran; of.Action {
		case policy.Ask.String():
			how = memory.Accepted
		case policy.Block.String():
			how = memory.Repeated
		}
	}
	e.ends[of.ID] = memory.Ending{How: how, Time: r.Start, Run: r}
}

// edited ends the decision about a file that was written: it was the last one before.
func (e *endings) edited(w *memory.Edit) {
	for i := range e.later {
		d := &e.later[i]
		tool, path, _ := strings.Cut(d.Command.String(), " ")
		if d.Session != w.Session || path != w.Path.String() || !protocol.ToolNamed(tool).WritesFiles() || d.Time.After(w.Time) {
			continue
		}
		if _, ended := e.ends[d.ID]; ended {
			return // of an edit before
		}
		how := memory.Ran
		switch d.Action {
		case policy.Ask.String():
			how = memory.Accepted
		case policy.Block.String():
			return // another one of the same file, later
		}
		e.ends[d.ID] = memory.Ending{How: how, Time: w.Time}
		return
	}
}

// sessionsOf returns the sessions of decisions that are not among those that ended.
func sessionsOf(list []memory.Decision, ends map[string]memory.Ending) []string {
	var sessions []string
	for i := range list {
		_, ended := ends[list[i].ID]
		if s := list[i].Session; !ended && s != "" && !slices.Contains(sessions, s) {
			sessions = append(sessions, s)
		}
	}
	return sessions
}

// letThrough looks for a later row that says that the user let the command of
// a decision through.
func (e *endings) letThrough(d *memory.Decision) {
	if d.Hash == "" || d.Action == memory.Allowed || d.Action == memory.Paused {
		return
	}
	for _, l := range slices.Backward(e.later) { // the earliest first
		if l.Hash != d.Hash || l.Project != d.Project || !l.Time.After(d.Time) || l.Action != memory.Allowed && l.Action != memory.Paused {
			continue
		}
		end := memory.Ending{How: memory.LetThrough, Time: l.Time, By: l.AllowedBy}
		if ran, ok := e.ends[l.ID]; ok {
			end.Run = ran.Run
		}
		e.ends[d.ID] = end
		return
	}
}

// doneSince returns the runs and edits of the sessions of decisions, the earliest first.
func doneSince(o store.Options, spool string, list []memory.Decision, since time.Time) (runs []memory.Run, edits []memory.Edit, err error) {
	sessions := sessionsOf(list, nil)
	entries, spoolErr := store.SpoolEntries(spool)
	err = look(o, func(t *store.Tx) error {
		for _, s := range sessions {
			some, err := Runs(t, RunFilter{Session: s, Since: since})
			if err != nil {
				return err
			}
			runs = append(runs, some...)
			number, err := t.SessionNumber(s)
			if err != nil {
				return err
			}
			written, err := store.Edits.Select(t, " WHERE session = ? AND at >= ?", number, since.UnixMicro())
			if err != nil {
				return err
			}
			edits = append(edits, written...)
		}
		return nil
	})
	for _, e := range entries {
		if e.Run != nil && slices.Contains(sessions, e.Run.Session) {
			runs = append(runs, *e.Run)
		}
		if e.Edit != nil && slices.Contains(sessions, e.Edit.Session) {
			edits = append(edits, *e.Edit)
		}
	}
	order.By(runs, func(a, b memory.Run) int { return a.Start.Compare(b.Start) })
	order.By(edits, func(a, b memory.Edit) int { return a.Time.Compare(b.Time) })
	return runs, edits, errors.Join(err, spoolErr)
}
