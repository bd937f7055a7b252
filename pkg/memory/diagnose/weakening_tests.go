package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/pattern"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// testsIn returns how many tests begin in lines, and how many of what holds tests.
func (r *Reader) testsIn(lines []string) (tests, holders int) {
	tests = r.count(r.weakening().Tests, lines)
	holders = r.count(slices.DeleteFunc(slices.Clone(r.weakening().Tests), func(p rule.Pattern) bool { return !strings.Contains(p.Regex, "(?P<holder>") }), lines)
	return tests - holders, holders
}

// fewerTests reports whether tests went. What held some may go where they stay: a class of
// unittest whose methods are functions now; one that came back under a name by which no tests
// are found is gone.
func (r *Reader) fewerTests(gone, come []string) bool {
	was, held := r.testsIn(gone)
	is, holds := r.testsIn(come)
	return is < was || holds < held && (was == 0 || slices.ContainsFunc(come, func(l string) bool { return strings.HasPrefix(strings.TrimSpace(l), "class ") }))
}

// newSkipped returns how many tests came that are skipped where they begin, beside all that
// were there: test.todo('negative totals').
func (c *fileChange) newSkipped() (n int) {
	if was, _ := c.testsIn(c.gone); was > 0 {
		return 0
	}
	for _, l := range c.come {
		if len(l) > maxLine || !c.matches(c.w.Skips, l) || !c.matches(c.w.Tests, l) {
			continue
		}
		if name := literals().FindString(l); len(name) > 2 && !strings.Contains(c.before, name) {
			n++
		}
	}
	return n
}

// testsMoved reports whether the number of tests is another one.
func (r *Reader) testsMoved(gone, come []string) bool {
	was, _ := r.testsIn(gone)
	is, _ := r.testsIn(come)
	return was != is
}

// folded reports whether assertions only stand in fewer lines now, in a helper or a loop: each
// that went has one among those that came that calls and compares the same.
func (r *Reader) folded(gone, come []string) bool {
	asserts := r.weakening().Asserts
	if !slices.ContainsFunc(come, func(l string) bool { return function().MatchString(l) || loops().MatchString(l) }) {
		return false
	}
	shapes := func(lines []string) (list []string) {
		for _, l := range lines {
			if len(l) <= maxLine && r.count(asserts, []string{l}) > 0 {
				list = append(list, strings.Join(callsIn().FindAllString(l, -1), ""))
			}
		}
		return list
	}
	now := shapes(come)
	was := shapes(gone)
	return len(now) > 0 && !slices.ContainsFunc(was, func(s string) bool { return !slices.Contains(now, s) })
}

// callsIn are the calls and comparisons of a line.
var callsIn = pattern.Later(`\.?\w+!?\(|[=!<>]=+|[<>]|\b(?:is|in|not)\b`)

// loops are lines by which what stands below is done several times.
var loops = pattern.Later(`^\s*(?:for|foreach|while)\b|\.each\b|\bforEach\(|\bparametrize\b|@(?:ParameterizedTest|ValueSource|CsvSource)|\[InlineData|#\[(?:case|rstest)`)
