package store

import (
	"errors"
	"slices"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// ReadDecisions returns the decisions that a filter selects, the latest
// first, from the database and from the spool together. What can be read is
// returned beside an error.
func ReadDecisions(o Options, spool string, f DecisionFilter) ([]memory.Decision, error) {
	entries, spoolErr := undrained(spool) // before the database: what leaves the spool is there
	var list []memory.Decision
	roots := []string{f.Project}
	err := look(o, func(t *Tx) (err error) {
		trees, err := t.workTrees(f.Project)
		if err != nil {
			return err
		}
		roots = append(roots, trees...)
		list, err = t.Decisions(f)
		return err
	})
	for _, e := range entries {
		if e.Decision != nil && f.selects(e.Decision, roots) {
			list = append(list, *e.Decision)
		}
	}
	// One is in both when a hook died before it had emptied the spool.
	slices.SortStableFunc(list, func(a, b memory.Decision) int { return b.Time.Compare(a.Time) })
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

// FindDecision returns the decision with an id, wherever it is.
func FindDecision(o Options, spool, id string) (d memory.Decision, ok bool, err error) {
	entries, spoolErr := undrained(spool)
	for _, e := range slices.Backward(entries) {
		if e.Decision != nil && e.Decision.ID == id {
			return *e.Decision, true, nil
		}
	}
	err = look(o, func(t *Tx) error {
		d, ok, err = t.Decision(id)
		return err
	})
	return d, ok, errors.Join(spoolErr, err)
}

// look reads a database, if there is one.
func look(o Options, do func(*Tx) error) error {
	s, err := Look(o)
	if errors.Is(err, ErrNone) {
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(s.View(do), s.Close())
}
