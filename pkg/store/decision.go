package store

import (
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// AddDecision keeps a decision, as AddRun does a run.
func (t *Tx) AddDecision(d *memory.Decision) (added bool, err error) {
	k := newKey(d.Time, d.ID, 'd')
	project, err := t.project(d.Project)
	if err != nil {
		return false, err
	}
	session, err := t.session(d.Session, d.Agent, project, k.at)
	if err != nil {
		return false, err
	}
	const insert = `INSERT INTO decisions (at, id, session, project, cwd, agent, action, risk, rules, allowed, message, command, hash)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`
	added, err = t.add("decisions", &k, func() (int, error) {
		return t.db.run(insert, k.at, k.id, session, clean(d.Project), clean(d.Cwd), clean(d.Agent), clean(d.Action), clean(d.Risk),
			clean(strings.Join(d.Rules, "\n")), clean(strings.Join(d.AllowedBy, "\n")), d.Message, d.Command, clean(d.Hash))
	}, "session IS ?2 AND command IS ?3", session, d.Command)
	if added {
		d.ID = k.id
	}
	return added, err
}

const decisionColumns = `SELECT at, id, session, project, cwd, agent, action, risk, rules, allowed,
	message, command, hash FROM decisions`

func (t *Tx) readDecision(r row) memory.Decision {
	return memory.Decision{
		Time: moment(r.integer(0)), ID: r.string(1), Session: t.sessionKey(r, 2), Project: r.string(3), Cwd: r.string(4), Agent: r.string(5),
		Action: r.string(6), Risk: r.string(7), Rules: split(r.string(8)), AllowedBy: split(r.string(9)),
		Message: redact.Clean(r.string(10)), Command: redact.Clean(r.string(11)), Hash: r.string(12),
	}
}

func split(lines string) []string {
	if lines == "" {
		return nil
	}
	return strings.Split(lines, "\n")
}

// Decision returns the decision with an id.
func (t *Tx) Decision(id string) (d memory.Decision, ok bool, err error) {
	ok, err = t.db.one(decisionColumns+" WHERE id = ?", []any{id}, func(r row) { d = t.readDecision(r) })
	return d, ok, err
}

// ofProject is the condition on a decision, which has the root of a work tree
// and not the number of a project, that it is of one.
const ofProject = "(project = ? OR project IN (SELECT root FROM projects WHERE same = ?))"

// shownAction is Decision.Shown of a row.
const shownAction = "CASE WHEN action = 'block' AND rules = '" + memory.FailedBefore + "' THEN '" + memory.Stopped + "' ELSE action END"

// DecisionFilter selects decisions. A zero field selects all.
type DecisionFilter struct {
	Since   time.Time
	Session string
	Project string // its root; work trees of one repository are one project
	Action  string // as it is Shown
	Rule    string
	Limit   int // the latest so many
}

// Decisions returns the decisions that a filter selects, the latest first.
func (t *Tx) Decisions(f DecisionFilter) ([]memory.Decision, error) {
	var w where
	if !f.Since.IsZero() {
		w.and("at >= ?", f.Since.UnixMicro())
	}
	if f.Session != "" {
		w.and("session = (SELECT id FROM sessions WHERE key = ?)", f.Session)
	}
	if f.Project != "" {
		number, err := t.lookProject(f.Project)
		if err != nil {
			return nil, err
		}
		w.and(ofProject, clean(f.Project), number)
	}
	if f.Action != "" {
		w.and(shownAction+" = ?", f.Action)
	}
	if f.Rule != "" {
		w.and("instr(char(10) || rules || char(10), char(10) || ? || char(10))", f.Rule)
	}
	limit := -1
	if f.Limit > 0 {
		limit = f.Limit
	}
	var list []memory.Decision
	err := t.db.each(decisionColumns+w.text()+" ORDER BY at DESC LIMIT ?", append(w.args, limit), func(r row) error {
		list = append(list, t.readDecision(r))
		return nil
	})
	return list, err
}

// selects tells whether a filter selects a decision that is not in the
// database; roots are those of the project's work trees.
func (f *DecisionFilter) selects(d *memory.Decision, roots []string) bool {
	return !d.Time.Before(f.Since) &&
		(f.Session == "" || d.Session == f.Session) &&
		(f.Project == "" || slices.Contains(roots, d.Project)) &&
		(f.Action == "" || d.Shown() == f.Action) &&
		(f.Rule == "" || slices.Contains(d.Rules, f.Rule))
}
