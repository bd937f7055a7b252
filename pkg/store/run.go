package store

import (
	"math"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// AddRun keeps a run and tells whether it is new: a run is known again by its
// id, and by the client's id of its call in its session. Where another run
// has the id already, r gets a new one. What became of one may be told late:
// it takes the place of what was kept before that was known.
func (t *Tx) AddRun(r *memory.Run) (added bool, err error) {
	k := newKey(r.Start, r.ID, 'r')
	project, err := t.project(r.Project)
	if err != nil {
		return false, err
	}
	session, err := t.session(r.Session, r.Agent, project, k.at)
	if err != nil {
		return false, err
	}
	if r.Call != "" {
		before := memory.OK
		const called = "SELECT id, outcome FROM runs WHERE call = ? AND +session IS ?"
		known, err := t.db.one(called, []any{clean(r.Call), session}, func(row row) {
			r.ID = row.string(0)
			before, _ = memory.ParseOutcome(row.string(1))
		})
		if err != nil || known && (before != memory.Unknown || r.Outcome == memory.Unknown) {
			return false, err
		}
		if known {
			k.id = r.ID
			if _, err := t.Forget(r.ID); err != nil {
				return false, err
			}
		}
	}
	errors, checked := encodeErrors(r.Errors), encodeCheck(r.Check)
	const insert = `INSERT INTO runs (at, id, session, project, cwd, agent, call, command, template, outcome, exit, took, errors, checked, subagent)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`
	var exit any
	if r.Exited {
		exit = r.Exit
	}
	added, err = t.add("runs", &k, func() (int, error) {
		return t.db.run(insert, k.at, k.id, session, project, clean(r.Cwd), clean(r.Agent), clean(r.Call), r.Command, r.Template,
			r.Outcome.String(), exit, r.Duration.Microseconds(), errors, checked, clean(r.Subagent))
	}, "session IS ?2 AND command IS ?3", session, r.Command)
	if !added || err != nil {
		return false, err
	}
	r.ID = k.id
	if r.Output.Len() > 0 {
		if _, err := t.db.run("INSERT OR REPLACE INTO outputs (run, text) VALUES (?, ?)", k.at, r.Output); err != nil {
			return false, err
		}
	}
	return true, t.unfind(k.at)
}

// runColumns are those that readRun reads, of runs alone.
const runColumns = `runs.at, runs.id, runs.session, runs.project,
	runs.cwd, runs.agent, runs.call, runs.command, runs.template, runs.outcome, runs.exit, runs.took, runs.errors, runs.checked, runs.subagent`

const runOutput = ", (SELECT text FROM outputs WHERE run = runs.at)"

func (t *Tx) readRun(r row, output bool) memory.Run {
	run := memory.Run{
		Start: moment(r.integer(0)), ID: r.string(1), Session: t.sessionKey(r, 2), Project: t.projectRoot(r, 3),
		Cwd: r.string(4), Agent: r.string(5), Call: r.string(6), Command: redact.Clean(r.string(7)), Template: redact.Clean(r.string(8)),
		Exit: r.int(10), Exited: !r.null(10), Duration: time.Duration(r.integer(11)) * time.Microsecond,
		Errors: decodeErrors(r.string(12)), Check: decodeCheck(r.string(13)), Subagent: r.string(14),
	}
	run.Outcome, _ = memory.ParseOutcome(r.string(9))
	if output {
		run.Output = redact.Clean(r.string(15))
	}
	return run
}

// Run returns the run with an id, with its output.
func (t *Tx) Run(id string) (run memory.Run, ok bool, err error) {
	ok, err = t.db.one("SELECT "+runColumns+runOutput+" FROM runs WHERE id = ?", []any{id}, func(r row) { run = t.readRun(r, true) })
	return run, ok, err
}

// Steps returns the latest runs and edits of a session, the latest first.
func (t *Tx) Steps(session string, limit int) ([]memory.Activity, error) {
	return t.steps(session, math.MaxInt64, limit)
}

// steps returns those that began before a time.
func (t *Tx) steps(session string, before int64, limit int) ([]memory.Activity, error) {
	number, err := t.knownSession(clean(session))
	if number == nil || err != nil || limit <= 0 {
		return nil, err
	}
	const part = " WHERE session = ? AND at < ? ORDER BY at DESC LIMIT ?"
	args := []any{number, before, limit}
	var runs []memory.Run
	err = t.db.each("SELECT "+runColumns+" FROM runs"+part, args, func(r row) error {
		runs = append(runs, t.readRun(r, false))
		return nil
	})
	if err != nil {
		return nil, err
	}
	var edits []memory.Edit
	err = t.db.each("SELECT "+editColumns+" FROM edits"+part, args, func(r row) error {
		edits = append(edits, t.readEdit(r))
		return nil
	})
	if err != nil {
		return nil, err
	}
	return merge(runs, edits, limit), nil
}

// merge makes one list of two, the latest first.
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
