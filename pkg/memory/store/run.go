package store

import (
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// AddRun keeps a run and reports whether it is new: a run is known by its id,
// and by the client's id of its call in its session. If another run has the
// id, r gets a new one. A run whose outcome is told late replaces what was
// kept before it was known.
func (t *Tx) AddRun(r *memory.Run) (added bool, err error) {
	k := newKey(r.Start, r.ID, 'r')
	o, err := t.numbers.owner(r.Project, r.Session, r.Agent, k.at)
	if err != nil {
		return false, err
	}
	if r.Call != "" {
		before := memory.OK
		const called = "SELECT id, outcome FROM runs WHERE call = ? AND +session IS ?"
		known, err := t.db.one(called, []any{clean(r.Call), o.session}, func(row Row) {
			r.ID = row.Text(0)
			before, _ = memory.ParseOutcome(row.Text(1))
		})
		if err != nil || known && (!before.MayEnd() || r.Outcome == memory.Unknown || r.Outcome == before) {
			return false, err
		}
		if known {
			k.id = r.ID
			if _, err := t.Forget(r.ID); err != nil {
				return false, err
			}
		}
	}
	added, err = Runs.add(t, &k, r, o, "session IS ?2 AND command IS ?3", o.session, r.Command)
	if !added || err != nil {
		return false, err
	}
	r.ID = k.id
	if r.Output.Len() > 0 {
		if _, err := t.db.run("INSERT OR REPLACE INTO outputs (run, text) VALUES (?, ?)", k.at, r.Output); err != nil {
			return false, err
		}
	}
	if err := unfind(t, k.at); err != nil {
		return false, err
	}
	return true, tallier{t}.late(k.at, &TalliedRuns, &TalliedOutputs)
}

// Runs are the commands that ran, without their outputs.
var Runs = Table[memory.Run]{name: "runs", columns: runColumns, members: runMembers}

// RunsWithOutput are the same with their outputs.
var RunsWithOutput = Table[memory.Run]{name: "runs", members: runMembersWithOutput, columns: func(r *memory.Run) []column {
	return append(runColumns(r), column{"(SELECT text FROM outputs WHERE run = runs.at)", &r.Output})
}}

func runColumns(r *memory.Run) []column {
	return []column{
		{"at", &r.Start},
		{"id", &r.ID},
		{"session", (*sessionKey)(&r.Session)},
		{"project", (*projectRoot)(&r.Project)},
		{"cwd", (*payload)(&r.Cwd)},
		{"agent", (*payload)(&r.Agent)},
		{"call", (*payload)(&r.Call)},
		{"command", &r.Command},
		{"template", &r.Template},
		{"outcome", &r.Outcome},
		{"exit", &r.Exit},
		{"took", &r.Duration},
		{"errors", &r.Errors},
		{"checked", &r.Check},
		{"subagent", (*payload)(&r.Subagent)},
		{"record", (*payload)(&r.Record)},
	}
}

// Run returns the run with an id, with its output.
func (t *Tx) Run(id string) (memory.Run, bool, error) { return RunsWithOutput.ByID(t, id) }

// RunByRecord returns the id of the run that a caller knows by a UUID, "" for
// none.
func (t *Tx) RunByRecord(uuid string) (id string, err error) {
	_, err = t.db.one("SELECT id FROM runs WHERE record = ?", []any{clean(uuid)}, func(r Row) { id = r.Text(0) })
	return id, err
}

// OutputSizes returns how many bytes of output are kept of the runs of a
// session, by their ids.
func (t *Tx) OutputSizes(session string) (map[string]int, error) {
	number, err := t.SessionNumber(session)
	if number == nil || err != nil {
		return nil, err
	}
	sizes := make(map[string]int)
	const kept = "SELECT runs.id, length(CAST(outputs.text AS BLOB)) FROM runs JOIN outputs ON outputs.run = runs.at WHERE runs.session = ?"
	err = t.db.each(kept, []any{number}, func(r Row) error {
		sizes[r.Text(0)] = r.Int(1)
		return nil
	})
	return sizes, err
}
