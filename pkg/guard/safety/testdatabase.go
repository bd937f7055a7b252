package safety

import "github.com/ctxhook/ctxhook/pkg/guard/rule"

import "github.com/ctxhook/ctxhook/pkg/guard/effect"

// database answers whether each database that a call's script names is on this machine or
// for tests. What it does not name is not known.
func (w *weighing) database(string, bool) (bool, func(string) rule.Told) {
	found := false
	for k := w.i + 1; k < len(w.script.Calls); k++ {
		if !w.under(k, w.i) {
			continue
		}
		test, other := effect.NamesDatabase(&w.script.Calls[k])
		if other {
			return false, nil
		}
		found = found || test
	}
	return found, func(string) rule.Told { return rule.Told{} }
}

// under reports whether call k is run by call i.
func (c *checker) under(k, i int) bool {
	for k > i {
		k = c.script.Calls[k].Via
	}
	return k == i
}
