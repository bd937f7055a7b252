package journal

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/claims"
	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
)

// shows is what a run shows of what it checks.
type shows uint8

const (
	showsIt     shows = iota // that it passes, or fails
	showsNoEnd               // it was stopped before its end
	showsNoTest              // it ran, and there was no test to run
	showsCrash               // a program that was tried out died
	showsRed                 // what a script or a target runs failed, whatever that is
)

// unnamed stands for whatever ran that is called as checks are.
const unnamed = "?"

// hollow says that what a message claims rests on a run that shows nothing of the kind:
// the last one of its check did not end, or ran no test, or the program that it says works
// died. steps are those of the session, the latest first. It is "" where that is not so, or
// not known; key is another one for each run.
func (v *view) hollow(message string, said []claims.Claim, steps []memory.Activity, subagent string) (text, key string, err error) {
	later := make(map[string]bool) // kinds of checks, and commands, that went well later
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
		if what == showsIt {
			for _, c := range ran.Check.Passes() {
				later[c.Kind] = true
			}
			later[name] = true
			if ran.Outcome == memory.OK && speaksOfCheck("", ran.Command.String()) {
				later[unnamed] = true
			}
			continue
		}
		if later[name] || what == showsRed && (later[unnamed] || later["test"]) {
			continue
		}
		tried := reader().Named(&diagnose.Output{Command: ran.Command, Script: script, Dir: ran.Cwd})
		if ran.Check != nil {
			tried = append(tried, ran.Check)
		}
		k := slices.IndexFunc(said, func(c claims.Claim) bool {
			switch {
			case what == showsCrash:
				return c.Command == "" && c.Kind == "" && namesOperand(message, ran.Command.String())
			case c.Command != "":
				return v.calls(&c, ran, name)
			}
			return slices.ContainsFunc(tried, func(t *memory.Check) bool { return !later[t.Kind] && c.About(t.Kind) })
		})
		if k < 0 && what != showsCrash {
			for _, t := range tried {
				if c, ok := claims.Named(message, v.names(&memory.Check{Tool: t.Tool, Seen: &memory.Sighting{Command: ran.Command}})); ok && !later[t.Kind] {
					said, k = append(said, c), len(said)
					break
				}
			}
		}
		if k < 0 && what != showsCrash && !later["test"] && !later[unnamed] && !livesOn(ran.Command.String()) {
			if c, ok := claims.Sounds(message, !edited, said, reader().Admits); ok {
				said, k = append(said, c), len(said)
			}
		}
		if k >= 0 {
			return claimOfHollow(ran, what, &said[k]), ran.ID, nil
		}
	}
	return "", "", nil
}

// livesOn reports whether a command starts something that only ends when it is stopped.
func livesOn(command string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(command), isNoWord), livesOnWord)
}

// showsOf returns what a run shows of what it checks.
func (v *view) showsOf(ran *memory.Run) (shows, error) {
	c := ran.Check
	code, known := ran.ExitCode()
	switch {
	case c != nil && c.Failed && c.Kind == memory.CheckRun:
		return showsCrash, nil
	case c != nil && c.Failed:
		return showsIt, nil
	case ran.Outcome == memory.TimedOut, ran.Outcome == memory.Interrupted, known && (code == 124 || code == 130 || code == 137 || code == 143):
		return showsNoEnd, nil
	case c == nil && ran.Outcome == memory.Failed:
		if whole, ok, err := v.tx.Run(ran.ID); err != nil || ok && reader().RanNone(&diagnose.Output{Command: ran.Command, Script: v.judge.Script(ran.Command), Dir: ran.Cwd, Text: whole.Output}) {
			return showsNoTest, err
		}
		if v.failedUnnamed(ran) {
			return showsRed, nil
		}
		return showsIt, nil
	case ran.Outcome != memory.OK, c != nil && (c.Kind != "test" || c.Counts != nil && c.Counts.Ran()+c.Counts.Skipped > 0):
		return showsIt, nil
	}
	script := v.judge.Script(ran.Command)
	if c == nil && !reader().Checks(script) {
		return showsIt, nil
	}
	whole, ok, err := v.tx.Run(ran.ID)
	if err != nil || !ok || !reader().RanNone(&diagnose.Output{Command: ran.Command, Script: script, Dir: ran.Cwd, Text: whole.Output}) {
		return showsIt, err
	}
	return showsNoTest, nil
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
