package learn

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// scanner finds the lines that patterns may match, all patterns in one pass
// over the text: a pattern is looked for by its literals, and a literal by a
// hash of its first bytes.
type scanner struct {
	patterns []*rule.Pattern
	filter   [1 << 10]uint64 // a bit for the hash of the first bytes of a literal
	needles  []needle        // the first stands for none
	first    [buckets]int32  // the needles by that hash
	last     [buckets]int32
}

// needle is a literal of a pattern.
type needle struct {
	text    string
	pattern int32
	next    int32 // of the same bucket
}

// buckets is how many lists the needles are in: a power of two. It is no map,
// because a hook fills it for one output.
const buckets = 1 << 12

// stem is how many bytes of a literal are hashed, and the least it may have.
const stem = 3

// room is for how many literals a scanner has it from the start.
const room = 2000

func newScanner() *scanner { return &scanner{needles: make([]needle, 1, room)} }

// add adds a pattern and returns its number.
func (s *scanner) add(p *rule.Pattern) int {
	number := len(s.patterns)
	s.patterns = append(s.patterns, p)
	for _, text := range p.Literals {
		if len(text) < stem {
			continue // never: the generator refuses it
		}
		h := hash(stemAt(text, 0))
		s.filter[h>>6] |= 1 << (h & 63)
		at := int32(len(s.needles))
		s.needles = append(s.needles, needle{text: text, pattern: int32(number)})
		if b := h % buckets; s.first[b] == 0 {
			s.first[b], s.last[b] = at, at
		} else {
			s.needles[s.last[b]].next, s.last[b] = at, at
		}
	}
	return number
}

func stemAt(text string, i int) uint32 {
	return uint32(text[i]) | uint32(text[i+1])<<8 | uint32(text[i+2])<<16
}

// hash spreads a stem over the bits of the filter.
func hash(key uint32) uint32 { return key * 0x9e3779b1 >> 16 }

// hit is a line that a pattern may match.
type hit struct {
	pattern  int
	from, to int // the line in the text
}

// The bounds on the work that a hostile output can cause.
const (
	maxHits = 400     // of one pattern
	maxLine = 2 << 10 // bytes of a line that are looked at
)

// scan lists the lines that patterns may match, in the order of the text, a
// line once for a pattern. Of a long line it gives the part around the
// literal.
func (s *scanner) scan(text string) []hit {
	var hits []hit
	last := make([]int, len(s.patterns))  // where the last hit's line of a pattern ends
	count := make([]int, len(s.patterns)) // of hits
	for i := 0; i+stem <= len(text); i++ {
		h := hash(stemAt(text, i))
		if s.filter[h>>6]&(1<<(h&63)) == 0 {
			continue
		}
		for at := s.first[h%buckets]; at != 0; at = s.needles[at].next {
			n := &s.needles[at]
			if last[n.pattern] > i || count[n.pattern] == maxHits || !strings.HasPrefix(text[i:], n.text) {
				continue
			}
			from, to := line(text, i)
			last[n.pattern] = to + 1
			count[n.pattern]++
			if to-from > maxLine {
				from, to = max(from, i-maxLine/2), min(to, i+maxLine/2)
			}
			hits = append(hits, hit{int(n.pattern), from, to})
		}
	}
	return hits
}

// line returns the line of a text that an offset is in, without its end.
func line(text string, at int) (from, to int) {
	from = strings.LastIndexByte(text[:at], '\n') + 1
	to = len(text)
	if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
		to = at + n
	}
	if to > from && text[to-1] == '\r' {
		to--
	}
	return from, to
}
