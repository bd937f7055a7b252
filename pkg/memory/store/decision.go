package store

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// AddDecision keeps a decision, as AddRun does a run.
func (t *Tx) AddDecision(d *memory.Decision) (added bool, err error) {
	k := newKey(d.Time, d.ID, 'd')
	project, err := t.numbers.project(d.Project)
	if err != nil {
		return false, err
	}
	session, err := t.numbers.session(d.Session, d.Agent, project, k.at)
	if err != nil {
		return false, err
	}
	added, err = Decisions.add(t, &k, d, owner{session: session}, "session IS ?2 AND command IS ?3", session, d.Command)
	if added {
		d.ID = k.id
	}
	return added, err
}

// Decisions are the warnings, questions and blocks.
var Decisions = Table[memory.Decision]{name: "decisions", members: decisionMembers, columns: func(d *memory.Decision) []column {
	return []column{
		{"at", &d.Time},
		{"id", &d.ID},
		{"session", (*sessionKey)(&d.Session)},
		{"project", (*payload)(&d.Project)},
		{"cwd", (*payload)(&d.Cwd)},
		{"agent", (*payload)(&d.Agent)},
		{"action", (*payload)(&d.Action)},
		{"risk", (*payload)(&d.Risk)},
		{"rules", (*payloads)(&d.Rules)},
		{"allowed", (*payloads)(&d.AllowedBy)},
		{"message", &d.Message},
		{"command", &d.Command},
		{"hash", (*payload)(&d.Hash)},
	}
}}

func split(lines string) []string {
	if lines == "" {
		return nil
	}
	return strings.Split(lines, "\n")
}

// ofProject is the condition on a decision, which has the root of a work tree
// and not the number of a project, that it is of one.
const ofProject = "(project = ? OR project IN (SELECT root FROM projects WHERE same = ?))"

// ShownAction is Decision.ShownAction of a row.
const ShownAction = "CASE WHEN action = 'block' AND rules IN ('" + memory.FailedBefore + "', '" + memory.BrokenPreference + "') THEN '" + memory.Stopped + "' ELSE action END"
