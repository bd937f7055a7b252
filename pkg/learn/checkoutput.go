package learn

import (
	"slices"
	"strings"

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
	c := &e.book.Checks[check]
	s := &scanner{needles: make([]needle, 1, 64)}
	var parts []part
	var plain []int // patterns without literals
	for p, patterns := range [...][]rule.Pattern{c.Fail, c.Likely, c.Pass, c.None, c.Files, c.Mute} {
		for i := range patterns {
			n := s.add(&patterns[i])
			parts = append(parts, part(p))
			if len(patterns[i].Literals) == 0 {
				plain = append(plain, n)
			}
		}
	}
	hits := append(s.scan(e.text), allLines(e.text, plain)...)
	slices.SortStableFunc(hits, func(a, b hit) int { return a.from - b.from })
	var list []saying
	muted := make(map[int]bool) // begins of lines
	for _, h := range hits {
		if m := e.submatch(e.text, s.patterns[h.pattern], h.from, h.to); m != nil {
			list = append(list, saying{parts[h.pattern], s.patterns[h.pattern], h.from, m})
			muted[h.from] = muted[h.from] || parts[h.pattern] == partMute
		}
	}
	list = slices.DeleteFunc(list, func(s saying) bool { return s.part <= partLikely && muted[s.from] })
	e.said[check] = list
	return list
}

// maxTried is how many lines patterns without literals are tried on.
const maxTried = 2000

// allLines makes every line a hit of some patterns.
func allLines(text string, patterns []int) []hit {
	if len(patterns) == 0 {
		return nil
	}
	var hits []hit
	for from, n := 0, 0; from < len(text) && n < maxTried; n++ {
		_, to := line(text, from)
		for _, p := range patterns {
			hits = append(hits, hit{p, from, min(to, from+maxLine)})
		}
		next := strings.IndexByte(text[from:], '\n')
		if next < 0 {
			break
		}
		from += next + 1
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
