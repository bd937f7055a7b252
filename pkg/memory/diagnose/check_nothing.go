package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Nothing is what the output of a command says of checks that looked at nothing.
type Nothing struct {
	Kinds  []string    // of these checks
	NoTest bool        // they ran, and there was no test; else they did not start
	Hidden bool        // they did not start, and the exit code does not tell
	Line   redact.Text // that says why they did not start, if one does
}

// CheckedNothing returns the checks of a command that looked at nothing: they could not
// start, or there was nothing to check. It is not ok if the output does not say that of any,
// or shows that another check of the same kind did look at something.
func (r *Reader) CheckedNothing(out *Output) (n Nothing, ok bool) {
	e := r.examiner(out)
	var looked []string
	n.NoTest = true
	for _, a := range r.checkCalls(out.Script) {
		row := e.check(a.check)
		if row.Kind == memory.CheckRun {
			continue
		}
		kind := e.named(a).Kind // that of mvn test is test
		switch v := e.resultOf(a); {
		case (kind == "test" || v.outcome == nothingChecked) && e.ranNothing(a):
			n.Kinds = append(n.Kinds, kind)
		case v.outcome == nothingChecked:
			line, is := e.notStarted(a)
			if !is {
				if e.says(a.check, rolePass) {
					looked = append(looked, kind)
				}
				continue
			}
			if n.Kinds, n.NoTest = append(n.Kinds, kind), false; n.Line.Len() == 0 {
				n.Line = redact.Clean(line)
			}
			_, known := exitCode(out, a.call)
			n.Hidden = n.Hidden || !known
		case v.outcome != unclear:
			looked = append(looked, kind)
		}
	}
	n.Kinds = slices.DeleteFunc(n.Kinds, func(k string) bool { return slices.Contains(looked, k) })
	return n, len(n.Kinds) > 0
}

// NotStarted reports whether a check of a command that seems to have gone well did not
// start, which the exit code hides: go test ./nosuch | tail.
func (r *Reader) NotStarted(out *Output) bool {
	if !out.Exited || out.Exit != 0 || out.Text.Len() == 0 {
		return false
	}
	n, ok := r.CheckedNothing(out)
	return ok && n.Hidden
}

// ranNothing reports whether an output says of a check that it ran, and that there was
// nothing to check: no test.
func (e *examiner) ranNothing(a checkCall) bool {
	row, empty := e.check(a.check), e.saysEmpty(a)
	if e.tellsRan(row) && (empty || e.saysRan(a)) {
		return empty
	}
	c := &memory.Check{}
	if e.count(c, a.check); c.Counts != nil {
		return c.Counts.Ran()+c.Counts.Skipped == 0
	}
	return empty && (row.Kind == "build" || !e.says(a.check, rolePass))
}

// tellsRan reports whether the patterns of a check say, too, that it looked at something.
func (r *Reader) tellsRan(row *rule.Check) bool {
	return slices.ContainsFunc(row.Empty, func(p rule.Pattern) bool { return strings.Contains(p.Regex, "(?P<ran>") })
}

// saysRan reports whether an output says, in a part of it, that a check looked at something.
func (e *examiner) saysRan(a checkCall) bool {
	return slices.ContainsFunc(e.matches(a.check), func(m patternMatch) bool { return m.role == roleEmpty && e.has(m, "ran") })
}

// saysEmpty reports whether an output says in the words of a tool that there was nothing to
// check, and in none of its parts that there was something. Of a tool that says so of each of
// several parts, all of it has to be there.
func (e *examiner) saysEmpty(a checkCall) bool {
	return !e.saysRan(a) && slices.ContainsFunc(e.matches(a.check), func(m patternMatch) bool {
		return m.role == roleEmpty && !(e.has(m, "part") && mayBeTruncated(e.out.Script, e.text))
	})
}

// has reports whether a named group of a match took part in it.
func (e *examiner) has(m patternMatch, group string) bool {
	g := e.regexp(m.pattern).SubexpIndex(group)
	return g >= 0 && m.groups[2*g] >= 0
}

// notStarted returns the line of an output by which a check that looked at nothing did not
// start, and reports whether that is so: its tool says so, or its program, a file or an option
// is not there. Where the exit code is not known, nothing says that tests ran, and an error
// around it comes first: a test that runs may log such lines.
func (e *examiner) notStarted(a checkCall) (said string, is bool) {
	code, known := exitCode(e.out, a.call)
	well := !known && (e.says(a.check, rolePass) || e.Tally(e.text).Ran > 0)
	for _, m := range e.matches(a.check) {
		if m.role == roleNone && (!well || e.has(m, "all")) {
			from, to := line(e.text, m.from)
			return strings.TrimSpace(e.text[from:to]), true
		}
	}
	if well {
		return "", false
	}
	for _, k := range e.knownErrors(e.out) {
		if slices.Contains(notOfCode, k.fix.Class) && k.call >= 0 && rootOf(e.out.Script, k.call) == rootOf(e.out.Script, a.call) && (known || strings.TrimSpace(e.text[:k.at.from]) == "") {
			return strings.TrimSpace(e.text[k.at.from:k.at.to]), true
		}
	}
	return "", known && (code == 126 || code == 127)
}
