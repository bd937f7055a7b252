package journal

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/claims"
	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
)

// shows is what a run shows of what it checks.
type shows uint8

const (
	showsIt      shows = iota // that it passes, or fails
	showsNoEnd                // it was stopped before its end
	showsNoTest               // it ran, and there was no test to run
	showsNoStart              // it looked at nothing
	showsCrash                // a program that was tried out died
	showsRed                  // what a script or a target runs failed, whatever that is
	showsRunning              // it still runs in the background
)

// unnamed stands for whatever ran that is called as checks are.
const unnamed = "?"

// hollow says that what a message claims rests on a run that shows nothing of the kind:
// the last one of its check did not end, or ran no test, or the program that it says works
// died. steps are those of the session, the latest first. It is "" where that is not so, or
// not known; key is another one for each run. Who discloses that tests were taken out knows
// that none ran.
func (v *view) hollow(message string, said []claims.Claim, steps []memory.Activity, subagent string, discloses bool) (text, key string, err error) {
	later := make(map[string]bool) // kinds of checks, and commands, that went well later
	ranLater := 0                  // tests in the largest of these, as far as they say
	var well []string              // the commands that went well later
	server := false                // what a server checks went well later, as a command showed
	edited := false
	for _, s := range steps {
		ran := s.Run
		edited = edited || s.Edit != nil && !lessons.IsProse(s.Edit.Path.String())
		if ran == nil || ran.Outcome == memory.Denied || ran.Outcome == memory.Refused || ran.Subagent != subagent {
			continue
		}
		script := v.judge.Script(ran.Command)
		name := command.Key(script, ran.Cwd, ran.Project)
		what, err := v.showsOf(ran)
		if err != nil {
			return "", "", err
		}
		var before []string // kinds of which something passed in the same files before
		if what == showsRunning {
			whole := false
			if whole, before = v.passedBefore(ran, script, steps); whole || livesOn(script) {
				continue
			}
		}
		if what == showsIt && v.mended(ran, name, steps) {
			what = showsRed
		}
		if what == showsIt {
			for _, c := range ran.Check.Passes() {
				later[c.Kind] = true
			}
			if ran.Check == nil && endsWell(script) {
				continue
			}
			later[name] = true
			if ran.Outcome == memory.OK {
				well = append(well, ran.Command.String())
				server = server || reader().ShowsRuns(ran.Command.String())
				later[unnamed] = later[unnamed] || speaksOfCheck("", ran.Command.String())
				ranLater = max(ranLater, v.tally(ran.ID, ran.Check).Ran)
			}
			continue
		}
		red := diagnose.Tally{}
		if what == showsRed {
			red = v.tally(ran.ID, ran.Check)
		}
		part := red.Failed > 0 && ranLater > 0 && ranLater < red.Ran // of it ran later, and not all
		if later[name] || discloses && what == showsNoTest || what == showsRed && !part && (later[unnamed] || later["test"] || server && reader().ShowsRuns(ran.Command.String())) {
			continue
		}
		var nothing diagnose.Nothing
		if what == showsNoStart || what == showsNoTest {
			if nothing, _, err = v.checkedNothing(ran, script); err != nil {
				return "", "", err
			}
		}
		tried := reader().Named(&diagnose.Output{Command: ran.Command, Script: script, Dir: ran.Cwd})
		if ran.Check != nil && what != showsRed {
			tried = append(tried, ran.Check)
		} else if len(tried) == 0 && what == showsRed {
			kind := unnamed
			if red.Failed > 0 || speaksOfCheck("", ran.Command.String()) {
				kind = "test"
			}
			tried = append(tried, &memory.Check{Kind: kind})
		}
		if nothing.Kinds != nil {
			tried = slices.DeleteFunc(tried, func(t *memory.Check) bool {
				again := func(command string) bool { return what == showsNoStart && strings.Contains(command, t.Tool) } // in another way
				return !slices.Contains(nothing.Kinds, t.Kind) || slices.ContainsFunc(well, again)
			})
			if len(tried) == 0 {
				continue
			}
		}
		k := slices.IndexFunc(said, func(c claims.Claim) bool {
			switch {
			case what == showsCrash:
				return c.Command == "" && c.Kind == "" && namesOperand(message, ran.Command.String())
			case c.Command != "":
				return v.calls(&c, ran, name)
			case c.Kind == "" && !c.All && what == showsNoStart && slices.ContainsFunc(rule.CheckKinds, func(kind string) bool { return later[kind] }):
				return false // it may be about these
			}
			return slices.ContainsFunc(tried, func(t *memory.Check) bool {
				return (!later[t.Kind] || part && c.All) && c.About(t.Kind) && (c.All || !slices.Contains(before, t.Kind))
			})
		})
		tried = slices.DeleteFunc(tried, func(t *memory.Check) bool { return slices.Contains(before, t.Kind) })
		if k < 0 && what != showsCrash {
			for _, t := range tried {
				if c, ok := claims.Named(message, v.names(&memory.Check{Tool: t.Tool, Seen: &memory.Sighting{Command: ran.Command}})); ok && !later[t.Kind] {
					said, k = append(said, c), len(said)
					break
				}
			}
		}
		named := len(tried) > 0 || before == nil && mayCheck(script)
		if k < 0 && what != showsCrash && named && (what != showsNoStart || slices.Contains(nothing.Kinds, "test")) && (part || !later["test"] && !later[unnamed]) && !livesOn(script) {
			if c, ok := claims.Sounds(message, !edited, said, reader().Admits); ok && (!part || c.All) {
				said, k = append(said, c), len(said)
			} else if c, ok := claims.Mentions(message, nameWords(v.names(&memory.Check{Seen: &memory.Sighting{Command: ran.Command}})), "test", said, reader().Admits); ok && !part && what == showsRed {
				said, k = append(said, c), len(said)
			}
		}
		if k >= 0 {
			return claimOfHollow(ran, what, nothing.Line, &said[k]), ran.ID, nil
		}
	}
	return "", "", nil
}

// mended reports whether a command that failed had failed before an edit, too: what is run
// again to see whether an edit helped is a check, whatever it is called.
func (v *view) mended(ran *memory.Run, name string, steps []memory.Activity) bool {
	if code, known := ran.ExitCode(); name == "" || ran.Check != nil || ran.Outcome != memory.Failed || !known || code == 126 || code == 127 {
		return false
	}
	script := v.judge.Script(ran.Command)
	if !slices.ContainsFunc(command.MainCalls(script), func(i int) bool {
		return !command.Is(&script.Calls[i], rule.ReadOnly|rule.Records|rule.Filter)
	}) {
		return false
	}
	edited := false
	for _, s := range steps { // the latest first
		switch r := s.Run; {
		case s.Time().After(ran.Start) || r == ran:
		case s.Edit != nil:
			edited = edited || !lessons.IsProse(s.Edit.Path.String())
		case r != nil && edited && r.Outcome == memory.Failed && command.Key(v.judge.Script(r.Command), r.Cwd, r.Project) == name:
			return true
		}
	}
	return false
}

// endsWell reports whether a command goes well whatever becomes of it: ./smoke.sh || true.
func endsWell(s *shell.Script) bool {
	if len(s.Calls) < 2 {
		return false
	}
	last := &s.Calls[len(s.Calls)-1]
	return last.Via < 0 && (last.Program == "true" || last.Program == ":")
}

// livesOn reports whether the last command of a script starts something that only ends
// when it is stopped.
func livesOn(s *shell.Script) bool {
	calls := command.MainCalls(s)
	if len(calls) == 0 {
		return false
	}
	return slices.ContainsFunc(s.Calls[calls[len(calls)-1]].Argv, func(w shell.Word) bool {
		return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(w.String()), isNoWord), livesOnWord)
	})
}

// tally returns of how many tests a check, or the output of its run, speaks.
func (v *view) tally(run string, c *memory.Check) diagnose.Tally {
	if c != nil && c.Counts != nil {
		return diagnose.Tally{Ran: c.Counts.Ran(), Failed: c.Counts.Failed, Most: c.Counts.Ran()}
	}
	return reader().Tally(v.output(run))
}

// showsOf returns what a run shows of what it checks.
func (v *view) showsOf(ran *memory.Run) (shows, error) {
	c := ran.Check
	code, known := ran.ExitCode()
	switch {
	case ran.Outcome.MayEnd() && v.running[ran.Call]:
		return showsRunning, nil
	case c != nil && c.Failed && c.Kind == memory.CheckRun:
		if reader().Tally(c.Lines.String()).Failed > 0 {
			return showsRed, nil // it ran tests
		}
		return showsCrash, nil
	case c != nil && c.Failed:
		return showsIt, nil
	case ran.Outcome == memory.TimedOut, ran.Outcome == memory.Interrupted, known && (code == 124 || code == 130 || code == 137 || code == 143):
		if c != nil && c.Counts != nil && c.Counts.Ran() > 0 {
			return showsIt, nil // a runner that watches files goes on behind its report
		}
		return showsNoEnd, nil
	case c == nil && ran.Outcome == memory.Failed:
		n, nothing, err := v.checkedNothing(ran, v.judge.Script(ran.Command))
		switch {
		case err != nil || nothing && n.NoTest:
			return showsNoTest, err
		case v.failedUnnamed(ran), v.showsRemoteFailure(ran):
			return showsRed, nil
		case nothing:
			return showsNoStart, nil
		}
		return showsIt, nil
	case c == nil && ran.Outcome == memory.Masked:
	case ran.Outcome != memory.OK, c != nil && (c.Kind != "test" || c.Counts != nil && c.Counts.Ran()+c.Counts.Skipped > 0):
		return showsIt, nil
	}
	script := v.judge.Script(ran.Command)
	if c == nil && (v.reportsFailures(ran, script) || v.showsRemoteFailure(ran)) {
		return showsRed, nil
	}
	if c == nil && !reader().Checks(script) {
		return showsIt, nil
	}
	n, nothing, err := v.checkedNothing(ran, script)
	switch {
	case err != nil || !nothing:
		return showsIt, err
	case n.NoTest:
		return showsNoTest, nil
	}
	return showsNoStart, nil
}

// checkedNothing returns the checks of a run that looked at nothing.
func (v *view) checkedNothing(ran *memory.Run, script *shell.Script) (n diagnose.Nothing, ok bool, err error) {
	whole, ok, err := v.tx.Run(ran.ID)
	if err != nil || !ok {
		return n, false, err
	}
	out := diagnose.Output{Command: ran.Command, Script: script, Dir: ran.Cwd, Text: whole.Output}
	out.Exit, out.Exited = ran.ExitCode()
	n, ok = reader().CheckedNothing(&out)
	return n, ok, nil
}

// reportsFailures reports whether a command that went well, which is none of the known
// checks, printed a report of tests of which some failed.
func (v *view) reportsFailures(ran *memory.Run, script *shell.Script) bool {
	if command.Pipes(script) && reader().Checks(script) {
		return v.tally(ran.ID, ran.Check).Failed > 0
	}
	if !slices.ContainsFunc(command.MainCalls(script), func(i int) bool {
		return !command.Is(&script.Calls[i], rule.ReadOnly|rule.Records|rule.Filter|rule.Auxiliary)
	}) {
		return false
	}
	t := v.tally(ran.ID, ran.Check)
	if t.Failed == 0 || t.Failed >= t.Ran {
		return false
	}
	if speaksOfCheck("", ran.Command.String()) {
		return true
	}
	return reader().ReportsTests(v.output(ran.ID))
}

// calls reports whether the command that a claim names is that of a run.
func (v *view) calls(c *claims.Claim, ran *memory.Run, name string) bool {
	script := v.judge.Script(redact.Clean(c.Command))
	return name != "" && command.Key(script, ran.Cwd, v.judge.Project) == name || strings.Contains(ran.Command.String(), c.Command)
}

// namesOperand reports whether a message names a file that a command was run with.
func namesOperand(message, command string) bool {
	return slices.ContainsFunc(strings.Fields(command), func(w string) bool {
		w = strings.Trim(w, `"'`)
		return len(w) > 3 && strings.ContainsAny(w, "./") && !strings.HasPrefix(w, "-") && strings.Contains(message, w)
	})
}
