package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// unnamedCheck looks for a check that the command does not name, because a
// script or a program of the project ran it.
func (e *examiner) unnamedCheck(checks []checkCall) (result, bool) {
	call, ok := e.callThatMayCheck(checks)
	if !ok {
		return result{}, false
	}
	if showsLog(e.out.Script, call) {
		return result{}, false // its failures may be old, however the command ended
	}
	if n, ok := e.mostFailures(); ok {
		return result{number: n, check: e.check(n), call: e.callOf(n, call), outcome: red, sure: true}, true
	}
	if e.out.Exited && e.out.Exit == 0 {
		return result{}, false
	}
	c := &e.out.Script.Calls[call]
	if slices.ContainsFunc(checks, func(a checkCall) bool { return a.call == call }) || slices.ContainsFunc(e.locations(), func(l location) bool {
		return isScript(c, l.file) || strings.Contains(e.text[l.from:l.to], ": Assertion ")
	}) {
		return result{}, false // it has its own patterns, or is a script that fails
	}
	if e.listsOnlyLocations() || slices.ContainsFunc(e.locations(), func(l location) bool {
		return l.isError && !inRecipe(e.text[l.from:l.to]) && (l.from == 0 || e.locationFirst(l))
	}) {
		return result{number: -1, check: &rule.Check{Tool: c.Program, Kind: "lint"}, call: call, outcome: red}, true
	}
	return result{}, false
}

// isScript reports whether a file is the script that a call runs.
func isScript(c *shell.Call, file string) bool {
	return base(file) == c.Program || command.Is(c, rule.Interpreter) && len(c.Argv) > 1 && base(file) == base(c.Argv[1].String())
}

// ofScript reports whether a line is about the script that the command runs: it
// crashed, and nothing checked it.
func (e *examiner) ofScript(h hit) bool {
	file, at, ok := locationIn(e.text[h.from:h.to])
	return ok && at == 0 && slices.ContainsFunc(e.out.Script.Calls, func(c shell.Call) bool { return c.Via < 0 && isScript(&c, file) })
}

// listsOnlyLocations reports whether each line of the output starts with a
// location in a file.
func (e *examiner) listsOnlyLocations() bool {
	places := e.locations()
	return len(places) > 0 && len(places) == strings.Count(strings.TrimSpace(e.text), "\n")+1 &&
		!slices.ContainsFunc(places, func(l location) bool { return !e.locationFirst(l) })
}

// locationFirst reports whether a line begins with its location, perhaps after
// the name of the program, as compilers print it.
func (e *examiner) locationFirst(l location) bool {
	s := e.text[l.from:l.to]
	return l.file == "" || strings.Index(s, l.file) < 30
}

// callThatMayCheck returns a call that may run checks that the command does
// not name.
func (e *examiner) callThatMayCheck(checks []checkCall) (int, bool) {
	calls := e.out.Script.Calls
	for i := range calls {
		c := &calls[i]
		if c.Program == "" || command.Is(c, rule.Auxiliary|rule.Filter) || command.ShowsText(c) {
			continue
		}
		if k := slices.IndexFunc(checks, func(a checkCall) bool { return a.call == i }); k >= 0 && !e.check(checks[k].check).Runner && e.check(checks[k].check).Kind != memory.CheckRun {
			continue
		}
		if slices.ContainsFunc(calls, func(d shell.Call) bool { return d.Via == i }) {
			continue // the call that it runs is examined instead
		}
		if code, known := exitCode(e.out, i); known && code == 0 && !command.Is(c, rule.HidesStatus) && !command.InProject(c) && !strings.HasSuffix(c.Program, ".sh") {
			continue
		}
		return i, true
	}
	return 0, false
}
