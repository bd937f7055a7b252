package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/pattern"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// returnsElsewhere returns how many of the lines that came and end a function early do so
// where no test is: in a helper, or in the code beside tests. What stands above in the text
// tells; where nothing does, only a file of tests, or lines that assert something, are of one.
func (c *fileChange) returnsElsewhere() (n int) {
	var ends []string
	for _, l := range c.come {
		if slices.ContainsFunc(c.w.Skips, func(p rule.Pattern) bool {
			return strings.Contains(p.Regex, "return") && may(&p, l) && c.regexp(&p).MatchString(l)
		}) {
			ends = append(ends, l)
		}
	}
	if len(ends) == 0 {
		return 0
	}
	lines := strings.Split(c.after, "\n")
	for _, l := range ends {
		inTest, found := false, false
		for i := range lines {
			if strings.TrimRight(lines[i], "\r") != l {
				continue
			}
			in, known := c.inTest(lines[:i])
			switch {
			case i > 0 && reportsFailure().MatchString(lines[i-1]):
				in = false // XCTFail(..) stands above
			case !known:
				in = c.isTest || c.count(c.w.Asserts, strings.Split(c.before, "\n")) > 0
			}
			inTest, found = inTest || in, true
		}
		if found && !inTest {
			n++
		}
	}
	return n
}

// inTest reports whether what begins last in some lines, and may go on, is a test, and whether
// anything begins there.
func (c *fileChange) inTest(above []string) (in, known bool) {
	for i := len(above) - 1; i >= 0; i-- {
		switch l := above[i]; {
		case len(l) > maxLine:
		case c.matches(c.w.Tests, l), c.isTest && goTests([]string{l}) > 0:
			return true, true
		case function().MatchString(l):
			return i > 0 && c.matches(c.w.Tests, above[i-1]), true // #[test] stands above
		}
	}
	return false, false
}

// reportsFailure is said before a test ends that has failed.
var reportsFailure = pattern.Later(`(?i)\b\w*(?:fail|fatal|error)\w*!?\(|\b(?:throw|raise|panic)\b`)

// function begins a function, in most notations, or what runs around tests.
var function = pattern.Later(`^\s*(?:(?:pub(?:\(\w+\))?|export|default|async|static|private|protected|public|internal|override|suspend|final|inline|const|unsafe|open)\s+)*(?:(?:def|func|fn|function|fun|sub|proc|defp?)\s+(?:\([^)]*\)\s*)?\w+|(?:void|int|bool|boolean|string|String|Task|var|let|const)\s+\w+\s*(?:=\s*(?:async\s*)?\([^)]*\)\s*=>|\())|^\s*(?:(?:before|after)(?:Each|All|_each|_all)?|set_?up|tear_?down|setUp|tearDown)\b`)

// assignment puts a value into a variable of a test.
var assignment = pattern.Later(`^\s*(?:(?:const|let|var|val|auto|final|my)\s+)?([\w$]+)\s*(?::=|=)\s*([^=].*?);?\s*$`)

// condition is one under which a test fails: if got != want {
var condition = pattern.Later(`^\s*(?:if|unless)\b\s*\(?(.*\S)\s*\{?\s*$`)

// unequal are two values of which a condition says that they differ.
var unequal = pattern.Later(`^(.*?\S)\s*!==?\s*\S`)

// failsLess reports whether a condition under which a test fails came back so that it fails
// in fewer cases: with another one beside it, or where a value is only too small.
func failsLess(gone, come []string) bool {
	conditions := func(lines []string) (list []string) {
		for _, l := range lines {
			if m := condition().FindStringSubmatch(l); m != nil && len(l) < maxLine {
				list = append(list, strings.TrimRight(m[1], "{ )"))
			}
		}
		return list
	}
	now := conditions(come)
	return slices.ContainsFunc(conditions(gone), func(was string) bool {
		m := unequal().FindStringSubmatch(was)
		return m != nil && slices.ContainsFunc(now, func(is string) bool {
			rest, same := strings.CutPrefix(is, was)
			if rest = strings.TrimLeft(rest, ") "); same && (strings.HasPrefix(rest, "&&") || strings.HasPrefix(rest, "and ")) {
				return true
			}
			rest, same = strings.CutPrefix(is, m[1])
			rest = strings.TrimSpace(rest)
			return same && (strings.HasPrefix(rest, "<") || strings.HasPrefix(rest, ">")) && !strings.Contains(rest, "||")
		})
	})
}
