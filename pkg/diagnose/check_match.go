package diagnose

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// examination is what an output says, found as it is asked for: most runs are
// no checks, and most checks pass and say so by their status.
type examination struct {
	*Reader
	seen   *Seen
	text   string
	said   map[int][]saying // by check
	placed []spot
	read   bool // placed is
}

// saying is a line that matches a pattern of a check.
type saying struct {
	part    part
	pattern *rule.Pattern
	from    int   // begin of the line
	groups  []int // of the match, in the text
}

// part is what a pattern is to a check.
type part uint8

const (
	partFail part = iota
	partLikely
	partPass
	partNone
	partFiles
	partMute
)

func (r *Reader) examine(s *Seen) *examination {
	return &examination{Reader: r, seen: s, text: s.Output.String(), said: make(map[int][]saying)}
}

// sayings lists what an output says of a check, in its order. Lines that only
// look like a failure are left out.
func (e *examination) sayings(check int) []saying {
	if list, ok := e.said[check]; ok {
		return list
	}
	patterns := partsOf(e.check(check))
	var plain []int // patterns without literals
	for i, p := range patterns {
		if len(p.pattern.Literals) == 0 {
			plain = append(plain, i)
		}
	}
	hits := append(e.hitsOf(check), allLines(e.text, plain)...)
	slices.SortStableFunc(hits, func(a, b hit) int { return a.from - b.from })
	var list []saying
	muted := make(map[int]bool) // begins of lines
	for _, h := range hits {
		said := patterns[h.pattern]
		if said.groups = e.submatch(e.text, said.pattern, h.from, h.to); said.groups != nil {
			said.from = h.from
			list = append(list, said)
			muted[h.from] = muted[h.from] || said.part == partMute
		}
	}
	list = slices.DeleteFunc(list, func(s saying) bool { return s.part <= partLikely && muted[s.from] })
	e.said[check] = list
	return list
}

// partsOf lists the patterns of a check as what they may say.
func partsOf(c *rule.Check) []saying {
	var list []saying
	for p, patterns := range c.Parts() {
		for i := range *patterns {
			list = append(list, saying{part: part(p), pattern: &(*patterns)[i]})
		}
	}
	return list
}

// hitsOf lists the lines that patterns of a check may match. Here they are
// numbered as partsOf lists them.
func (e *examination) hitsOf(check int) []hit {
	fail, others := e.patternsOf(check)
	hits := scan(&e.book.Index, e.text, fail, others)
	for i := range hits {
		if n := &hits[i].pattern; *n < fail.to {
			*n -= fail.from
		} else {
			*n -= others.from - (fail.to - fail.from)
		}
	}
	return hits
}

// maxTried is how many lines patterns without literals are tried on.
const maxTried = 2000

// allLines makes every line a hit of some patterns.
func allLines(text string, patterns []int) []hit {
	if len(patterns) == 0 {
		return nil
	}
	var hits []hit
	n := 0
	for at := range lines(text, passage{0, len(text)}) {
		if n++; n > maxTried {
			break
		}
		for _, p := range patterns {
			hits = append(hits, hit{p, at.from, min(at.to, at.from+maxLine)})
		}
	}
	return hits
}

// says tells whether the output says one of some things of a check.
func (e *examination) says(check int, parts ...part) bool {
	return slices.ContainsFunc(e.sayings(check), func(s saying) bool { return slices.Contains(parts, s.part) })
}

func (e *examination) places() []spot {
	if !e.read {
		e.placed, e.read = places(e.text), true
	}
	return e.placed
}
