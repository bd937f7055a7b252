package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/pattern"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// examiner looks up what one output says, when it is asked: most runs are no
// checks, and most checks pass and need only their exit code.
type examiner struct {
	*Reader
	out           *Output
	text          string
	matched       map[int][]patternMatch // by check number
	located       []location
	locationsRead bool        // located is valid
	packages      []goPackage // nil until they are read
	deepScript    *shell.Script
	deepRead      bool         // deepScript is valid
	apart         map[int]bool // numbers of checks that are reported on their own, beside another
}

// patternMatch is a line that matches a pattern of a check.
type patternMatch struct {
	role    role
	pattern *rule.Pattern
	from    int   // start of the line
	groups  []int // indexes of the groups in the text
}

// role is what a match of a pattern means for a check.
type role uint8

const (
	roleFail role = iota
	roleLikely
	rolePass
	roleNone
	roleFiles
	roleMute
	roleAside
	roleBlocked
	roleCount
	roleEmpty
)

// examiner returns an examiner of an output.
func (r *Reader) examiner(out *Output) *examiner {
	text := out.Text.String()
	if out.Script != nil && slices.ContainsFunc(out.Script.Calls, func(c shell.Call) bool { return c.Program == "uniq" && command.HasArg(&c, []string{"-c", "--count"}) }) {
		text = lineCounts().ReplaceAllString(text, "")
	}
	return &examiner{Reader: r, out: out, text: text, matched: make(map[int][]patternMatch)}
}

// lineCounts are the numbers that uniq -c puts in front of lines.
var lineCounts = pattern.Later(`(?m)^ *\d+ `)

// matches returns the lines that match patterns of a check, in order, without
// lines that only look like failures.
func (e *examiner) matches(check int) []patternMatch {
	if list, ok := e.matched[check]; ok {
		return list
	}
	patterns := patternsByRole(e.check(check))
	var plain []int // indexes of patterns without literals
	for i, p := range patterns {
		if len(p.pattern.Literals) == 0 {
			plain = append(plain, i)
		}
	}
	hits := mergeHits(e.hitsOf(check), everyLine(e.text, plain))
	var list []patternMatch
	read := make([]int, len(patterns))
	muted := make(map[int]bool) // starts of lines
	for _, h := range hits {
		said := patterns[h.pattern]
		if read[h.pattern] == maxRead {
			continue
		}
		if said.groups = e.submatch(e.text, said.pattern, h.from, h.to); said.groups != nil {
			said.from = h.from
			read[h.pattern]++
			list = append(list, said)
			muted[h.from] = muted[h.from] || said.role == roleMute
		}
	}
	list = slices.DeleteFunc(list, func(s patternMatch) bool { return s.role <= roleLikely && muted[s.from] })
	e.matched[check] = list
	return list
}

// mergeHits merges two lists, each in order.
func mergeHits(a, b []hit) []hit {
	if len(b) == 0 {
		return a
	}
	hits := make([]hit, 0, len(a)+len(b))
	for _, h := range b {
		for len(a) > 0 && a[0].from <= h.from {
			hits, a = append(hits, a[0]), a[1:]
		}
		hits = append(hits, h)
	}
	return append(hits, a...)
}

// patternsByRole returns the patterns of a check with their roles.
func patternsByRole(c *rule.Check) []patternMatch {
	var list []patternMatch
	for p, patterns := range c.Parts() {
		for i := range *patterns {
			list = append(list, patternMatch{role: role(p), pattern: &(*patterns)[i]})
		}
	}
	return list
}

// hitsOf returns the lines that patterns of a check may match. Its hits number
// the patterns as patternsByRole lists them. Of a check that runs others, theirs
// will be asked for next: the same pass finds them.
func (e *examiner) hitsOf(check int) []hit {
	c := e.check(check)
	e.mu.Lock() // the index grows
	defer e.mu.Unlock()
	if c.Runner {
		return e.fails.scanWith(e.known, e.text, check, c)
	}
	x := e.errors.indexFor(e.text)
	return x.hitsOf(x.patternsOf(check, c), e.text)
}

// maxRead is how many lines that match a pattern are read: more than names are
// kept of what failed.
const maxRead = 2 * maxNames

// maxTried is how many lines are tried with patterns without literals.
const maxTried = 2000

// everyLine returns every line as a hit of each pattern.
func everyLine(text string, patterns []int) []hit {
	if len(patterns) == 0 {
		return nil
	}
	var hits []hit
	n := 0
	for at := range lines(text, span{0, len(text)}) {
		if n++; n > maxTried {
			break
		}
		for _, p := range patterns {
			hits = append(hits, hit{pattern: p, from: at.from, to: min(at.to, at.from+maxLine)})
		}
	}
	return hits
}

// group returns the text that a named group of a match matched, or "".
func (e *examiner) group(m patternMatch, name string) string {
	if g := e.regexp(m.pattern).SubexpIndex(name); g >= 0 && m.groups[2*g] >= 0 {
		return e.text[m.groups[2*g]:m.groups[2*g+1]]
	}
	return ""
}

// says reports whether the output has a match with one of the roles for a
// check.
func (e *examiner) says(check int, parts ...role) bool {
	return slices.ContainsFunc(e.matches(check), func(s patternMatch) bool { return slices.Contains(parts, s.role) })
}

// locations returns the locations in the output.
func (e *examiner) locations() []location {
	if !e.locationsRead {
		e.located, e.locationsRead = locations(e.text), true
	}
	return e.located
}

// RunsOthers reports whether a tool runs what it is asked for, by any name: make, npm. One
// that runs tests where it is asked for nothing is the name of these: tox.
func (r *Reader) RunsOthers(tool string) bool {
	for id, way := range r.known.WaysOf(tool) {
		if n := r.known.CheckNamed(id); way == tool && n >= 0 && r.check(n).Runner && r.check(n).Kind == "test" {
			return false
		}
	}
	return r.IsRunner(tool)
}

// IsRunner reports whether a tool runs other checks.
func (r *Reader) IsRunner(tool string) bool {
	first, _, _ := strings.Cut(tool, " ")
	for id := range r.known.WaysOf(first) {
		if n := r.known.CheckNamed(id); n >= 0 && r.check(n).Runner {
			return true
		}
	}
	return false
}
