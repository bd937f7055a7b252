package store

import (
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// This file remembers that something was forgotten, without saying what: the
// transcripts of the agent still hold it, and are not to bring it back unasked.
// It is kept among the counters, as a hash and the time.

const forgottenPrefix = "forgotten "

// The kinds of what is forgotten.
const (
	forgottenAll     = "all"
	forgottenProject = "project"
	forgottenSession = "session"
	forgottenCall    = "call"
)

func forgottenName(kind, name string) string { return forgottenPrefix + memory.Signature(kind, name) }

func (t *Tx) noteForgotten(kind, name string) error {
	_, err := t.db.run("INSERT INTO counters (name, n) VALUES (?, ?) ON CONFLICT DO UPDATE SET n = excluded.n", forgottenName(kind, name), time.Now().UnixMicro())
	return err
}

// noteScope notes that all in a scope is forgotten.
func (t *Tx) noteScope(scope Scope) error {
	switch {
	case scope.Session != "":
		return t.noteForgotten(forgottenSession, scope.Session)
	case scope.Project == "":
		return t.noteForgotten(forgottenAll, "")
	}
	roots, err := t.WorkTrees(scope.Project)
	if err != nil {
		return err
	}
	for _, root := range append(roots, scope.Project) {
		if err := t.noteForgotten(forgottenProject, root); err != nil {
			return err
		}
	}
	return nil
}

// Forgotten reports whether a call was forgotten since it was made, alone or
// with its session, its project or everything.
func (t *Tx) Forgotten(project, session, call string, at time.Time) (bool, error) {
	names := []any{at.UnixMicro(), forgottenName(forgottenAll, "")}
	for _, n := range [...]struct{ kind, name string }{{forgottenProject, project}, {forgottenSession, session}, {forgottenCall, call}} {
		if n.name != "" {
			names = append(names, forgottenName(n.kind, n.name))
		}
	}
	return t.db.one("SELECT 1 FROM counters WHERE n >= ? AND name IN ("+marks(len(names)-1)+")", names, func(Row) {})
}

func isForgotten(counter string) bool { return strings.HasPrefix(counter, forgottenPrefix) }
