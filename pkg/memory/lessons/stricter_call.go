package lessons

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// stricterCalls finds a check that could not run without an option that its call has
// now: a tag, a feature. Nothing was done in between, no test of it failed, and with the
// option it asks for more, so that the call was wrong and not the code.
func stricterCalls(now *memory.Run, script *shell.Script, steps []memory.Activity, reader Reader) []memory.Lesson {
	if !now.Check.Verifies() || now.Check.Failed {
		return nil
	}
	return calledOtherwise(steps, reader, func(r *memory.Run) (correction, bool) {
		if !r.Check.Verifies() || r.Check.Tool != now.Check.Tool || len(r.Check.Tests) > 0 || !asksMore(now.Check, r.Check) {
			return correction{}, false
		}
		return withOptions(reader.Script(r.Command), script)
	})
}

// asksMore reports whether the keys of two checks differ in nothing but words with which
// the first asks for more.
func asksMore(now, was *memory.Check) bool {
	before, more := strings.Fields(was.Key), false
	for _, w := range strings.Fields(now.Key) {
		switch {
		case len(before) > 0 && w == before[0]:
			before = before[1:]
		case strings.HasPrefix(w, memory.Stricter):
			more = true
		default:
			return false
		}
	}
	return more && len(before) == 0
}

// withOptions returns the head of a failed call, and the same with the words that a
// later call has besides.
func withOptions(was, now *shell.Script) (correction, bool) {
	for i := range was.Calls {
		x := &was.Calls[i]
		head := headSource(was, x)
		if x.Via >= 0 || head == "" || x.Program == "cd" {
			continue
		}
		for k := range now.Calls {
			y := &now.Calls[k]
			if y.Program != x.Program || headSource(now, y) != head {
				continue
			}
			had := words(x)
			var added []string
			value := false // of an option that was added
			for n, w := range words(y) {
				if slices.Contains(had, w) && !(value && w[:min(1, len(w))] != "-") {
					value = false
					continue
				}
				value = strings.HasPrefix(w, "-") && !strings.Contains(w, "=")
				added = append(added, source(now, y.Argv[n]))
			}
			if len(added) > 0 && !slices.ContainsFunc(had, func(w string) bool { return !slices.Contains(words(y), w) }) {
				return correction{head, head + " " + strings.Join(added, " ")}, true
			}
		}
	}
	return correction{}, false
}
