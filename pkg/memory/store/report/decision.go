package report

import (
	"errors"
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// ReadDecisions returns the decisions that a filter selects, latest first,
// from the database and the spool together. With an error it still returns
// what can be read.
func ReadDecisions(o store.Options, spool string, f DecisionFilter) ([]memory.Decision, error) {
	entries, spoolErr := store.SpoolEntries(spool) // before the database: what leaves the spool is there
	var list []memory.Decision
	roots := []string{f.Project}
	err := look(o, func(t *store.Tx) (err error) {
		trees, err := t.WorkTrees(f.Project)
		if err != nil {
			return err
		}
		roots = append(roots, trees...)
		list, err = Decisions(t, f)
		return err
	})
	for _, e := range entries {
		if e.Decision != nil && f.selects(e.Decision, roots) {
			list = append(list, *e.Decision)
		}
	}
	// One is in both if a hook was killed before it had emptied the spool.
	order.By(list, func(a, b memory.Decision) int { return b.Time.Compare(a.Time) })
	known := make(map[string]bool)
	list = slices.DeleteFunc(list, func(d memory.Decision) bool {
		again := known[d.ID]
		known[d.ID] = true
		return again
	})
	if f.Limit > 0 && len(list) > f.Limit {
		list = list[:f.Limit]
	}
	return list, errors.Join(spoolErr, err)
}

// PreferenceWords returns the words of preferences, by their ids, as far as they are kept.
func PreferenceWords(o store.Options, ids []string) (map[string]string, error) {
	words := make(map[string]string)
	err := look(o, func(t *store.Tx) error {
		for _, id := range ids {
			p, ok, err := store.Preferences.ByID(t, id)
			if err != nil {
				return err
			}
			if ok {
				words[id] = p.Words.String()
			}
		}
		return nil
	})
	return words, err
}

// FindDecision returns the decision with an id, wherever it is.
func FindDecision(o store.Options, spool, id string) (d memory.Decision, ok bool, err error) {
	entries, spoolErr := store.SpoolEntries(spool)
	for _, e := range slices.Backward(entries) {
		if e.Decision != nil && e.Decision.ID == id {
			return *e.Decision, true, nil
		}
	}
	err = look(o, func(t *store.Tx) error {
		d, ok, err = store.Decisions.ByID(t, id)
		return err
	})
	return d, ok, errors.Join(spoolErr, err)
}

// look reads the database, if there is one.
func look(o store.Options, do func(*store.Tx) error) error {
	s, err := store.OpenForReading(o)
	if errors.Is(err, store.ErrNone) {
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(s.View(do), s.Close())
}

// DecisionFilter selects decisions. A zero field selects all.
type DecisionFilter struct {
	Since   time.Time
	Session string
	Project string // its root; work trees of one repository are one project
	Action  string // Decision.ShownAction
	Rule    string
	Limit   int // the latest so many
}

// Decisions returns the decisions that a filter selects, the latest first.
func Decisions(t *store.Tx, f DecisionFilter) ([]memory.Decision, error) {
	var w store.Conditions
	if !f.Since.IsZero() {
		w.And("at >= ?", f.Since.UnixMicro())
	}
	if f.Session != "" {
		w.And("session = (SELECT id FROM sessions WHERE key = ?)", f.Session)
	}
	if f.Project != "" {
		number, err := t.ProjectNumber(f.Project)
		if err != nil {
			return nil, err
		}
		w.And("(project = ? OR project IN (SELECT root FROM projects WHERE same = ?))", redact.Clean(f.Project), number)
	}
	if f.Action != "" {
		w.And(store.ShownAction+" = ?", f.Action)
	}
	if f.Rule != "" {
		w.And("instr(char(10) || rules || char(10), char(10) || ? || char(10))", f.Rule)
	}
	limit := -1
	if f.Limit > 0 {
		limit = f.Limit
	}
	return store.Decisions.Select(t, w.SQL()+" ORDER BY at DESC LIMIT ?", append(w.Args, limit)...)
}

// selects reports whether a filter selects a decision that is not in the
// database; roots are those of the project's work trees.
func (f *DecisionFilter) selects(d *memory.Decision, roots []string) bool {
	return !d.Time.Before(f.Since) &&
		(f.Session == "" || d.Session == f.Session) &&
		(f.Project == "" || slices.Contains(roots, d.Project)) &&
		(f.Action == "" || d.ShownAction() == f.Action) &&
		(f.Rule == "" || slices.Contains(d.Rules, f.Rule))
}
