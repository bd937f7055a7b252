package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// withBeside reports the check that failed in a run, with the others that the output
// shows to have failed or passed beside it: each opens and closes on its own, so that a
// linter that passes is not held for red until the tests behind it pass, too.
func (e *examiner) withBeside(worst result, checks []checkCall) *memory.Check {
	others := e.others(worst, checks)
	e.apart = make(map[int]bool)
	for _, o := range others {
		if o.outcome == red {
			e.apart[o.number] = true
		}
	}
	c := e.report(worst)
	e.apart[worst.number] = true
	for _, o := range others {
		k := e.reportOther(o)
		switch {
		case k.Key == c.Key:
		case o.outcome == green:
			addPassed(c, k)
		case !slices.ContainsFunc(c.Beside, func(b memory.Red) bool { return b.Key == k.Key }):
			c.Beside = append(c.Beside, memory.Red{Tool: k.Tool, Kind: k.Kind, Key: k.Key, All: k.All, Masked: k.Masked, Tests: k.Tests, Files: k.Files, Lines: k.Lines, Counts: k.Counts})
		}
	}
	return c
}

// withoutPassed leaves out of several checks that seem to have failed those that the output
// says to have passed: the lines that look like a failure are of another one.
func (e *examiner) withoutPassed(failed []result) []result {
	said := func(v result) bool { return e.says(v.number, roleFail) }
	if len(failed) < 2 || !slices.ContainsFunc(failed, said) {
		return failed
	}
	return slices.DeleteFunc(failed, func(v result) bool { return !said(v) && e.says(v.number, rolePass) && !v.check.Runner })
}

// other is a check that ran beside the one that is reported.
type other struct {
	result
	inner checkCall // in the files that the call runs; -1: the call is the check
}

// others returns the checks of a run, without the one that is reported, of which the
// output shows how they ended, or that went well because what failed behind them would not
// have begun otherwise.
func (e *examiner) others(worst result, checks []checkCall) (list []other) {
	s := e.out.Script
	for _, a := range checks {
		v := e.resultOf(a)
		if v.check.Runner || v.check.Kind == memory.CheckRun || a.check == worst.number {
			continue
		}
		if v.outcome == unclear && worst.sure && e.leadsTo(a.call, worst.call) || v.outcome == red && !e.says(a.check, roleFail) && e.says(a.check, rolePass) {
			v.outcome = green
		}
		if v.outcome == green || v.outcome == red && v.sure && !e.blocked(a.check) {
			list = append(list, other{v, checkCall{-1, -1}})
		}
	}
	for i := range s.Calls {
		if s.Calls[i].Via >= 0 {
			continue
		}
		leads := worst.sure && e.leadsTo(i, worst.call)
		for _, a := range e.innerChecks(i) {
			v := result{number: a.check, check: e.check(a.check), call: i, sure: true}
			switch {
			case a.check == worst.number || v.check.Runner:
				continue
			case e.says(a.check, roleFail) && !e.blocked(a.check):
				v.outcome = red
			case e.passedIn(a, leads):
				v.outcome = green
			default:
				continue
			}
			list = append(list, other{v, a})
		}
	}
	return list
}

// reportOther turns a check beside the one that is reported into what is remembered of it.
func (e *examiner) reportOther(o other) *memory.Check {
	if o.inner.check < 0 {
		return e.report(o.result)
	}
	c := &memory.Check{Failed: o.outcome == red}
	e.nameInner(c, o.inner, &e.out.Script.Calls[o.call])
	c.Key = redact.Clean(c.Key).Cut(command.MaxKey).String()
	e.count(c, o.inner.check)
	if c.Failed {
		c.Masked = e.out.Exited && e.out.Exit == 0
		e.detail(c, o.inner.check, o.call)
	}
	return c
}

// addPassed adds a check to those that passed in the same run.
func addPassed(c, passed *memory.Check) {
	if passed.Key != c.Key && !slices.ContainsFunc(c.Also, func(o memory.Passed) bool { return o.Key == passed.Key }) {
		c.Also = append(c.Also, memory.Passed{Tool: passed.Tool, Kind: passed.Kind, Key: passed.Key, All: passed.All, Counts: passed.Counts})
	}
}

// callOf returns the call by which a check ran that only the output names: one whose files
// run it, or the given one.
func (e *examiner) callOf(check, call int) int {
	for i := range e.out.Script.Calls {
		if e.out.Script.Calls[i].Via < 0 && slices.ContainsFunc(e.innerChecks(i), func(a checkCall) bool { return a.check == check }) {
			return i
		}
	}
	return call
}

// leadsTo reports whether a call has to go well for a later one to begin: lint && test.
func (e *examiner) leadsTo(call, later int) bool {
	s := e.out.Script
	if later < 0 || call < 0 {
		return false
	}
	call, later = rootOf(s, call), rootOf(s, later)
	at, end := s.Calls[call].Span.To, s.Calls[later].Span.From
	if s.Calls[call].Loop || s.Calls[call].Spawn || s.Calls[call].Late || len(s.Calls[later].Stdin.From) > 0 || at >= end {
		return false
	}
	for i := range s.Calls {
		c := &s.Calls[i]
		if c.Via >= 0 || c.Span.From < at || c.Span.From > end {
			continue
		}
		if strings.Trim(s.Text[at:c.Span.From], " \t\n") != "&&" {
			return false
		}
		at = c.Span.To
	}
	return at > s.Calls[call].Span.To
}
