package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/command"
	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// byOutput looks for a check that no command names: one that a script or a
// program of the project's own has run.
func (e *examination) byOutput(asked []ask) (verdict, bool) {
	call, ok := e.opaque(asked)
	if !ok {
		return verdict{}, false
	}
	if _, known := status(e.seen, call); !known && showsLog(e.seen.Script, call) {
		return verdict{}, false
	}
	if n, ok := e.loudest(); ok {
		return verdict{number: n, check: e.check(n), call: call, outcome: red, sure: true}, true
	}
	if e.seen.Exited && e.seen.Exit == 0 {
		return verdict{}, false
	}
	if e.onlyPlaces() || slices.ContainsFunc(e.places(), func(p spot) bool { return p.err && (p.from == 0 || e.atStart(p)) }) {
		c := &e.seen.Script.Calls[call]
		return verdict{number: -1, check: &rule.Check{Tool: c.Program, Kind: "lint"}, call: call, outcome: red}, true
	}
	return verdict{}, false
}

// onlyPlaces tells an output that lists places in files, a line each, and
// says nothing else.
func (e *examination) onlyPlaces() bool {
	places := e.places()
	return len(places) > 0 && len(places) == strings.Count(strings.TrimSpace(e.text), "\n")+1 &&
		!slices.ContainsFunc(places, func(p spot) bool { return !e.atStart(p) })
}

// atStart tells a line that begins with its place, or with the name of the
// program and its place, as those of compilers do.
func (e *examination) atStart(p spot) bool {
	s := e.text[p.from:p.to]
	return p.file == "" || strings.Index(s, p.file) < 30
}

// opaque returns a call that may run checks which the command does not name.
func (e *examination) opaque(asked []ask) (int, bool) {
	calls := e.seen.Script.Calls
	for i := range calls {
		c := &calls[i]
		if c.Program == "" || command.Is(c.Program, command.Auxiliary|command.Filter) || command.ShowsText(c) {
			continue
		}
		if k := slices.IndexFunc(asked, func(a ask) bool { return a.call == i }); k >= 0 && !e.check(asked[k].check).Runner {
			continue
		}
		if slices.ContainsFunc(calls, func(d shell.Call) bool { return d.Via == i }) {
			continue // what it runs is looked at
		}
		if code, known := status(e.seen, i); known && code == 0 && !command.Is(c.Program, command.HidesStatus) && !command.InProject(c) && !strings.HasSuffix(c.Program, ".sh") {
			continue
		}
		return i, true
	}
	return 0, false
}
