package diagnose

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// stem is how many bytes of a literal are hashed, and the least it may have.
const stem = 3

// pairAt returns two bytes of a text as a number.
func pairAt(text string, i int) uint16 { return uint16(text[i]) | uint16(text[i+1])<<8 }

// stemAt returns three.
func stemAt(text string, i int) uint32 { return uint32(pairAt(text, i)) | uint32(text[i+2])<<16 }

// fourAt returns four.
func fourAt(text string, i int) uint32 {
	return uint32(text[i]) | uint32(text[i+1])<<8 | uint32(text[i+2])<<16 | uint32(text[i+3])<<24
}

// hash spreads bytes over so many bits.
func hash(key uint32, bits int) uint32 { return key * 0x9e3779b1 >> (32 - bits) }

// eightAt returns eight, zeros behind the end of the text.
func eightAt(text string, i int) (n uint64) {
	if text = text[i:]; len(text) >= 8 {
		return eight(text)
	}
	for i := range len(text) {
		n |= uint64(text[i]) << (8 * i)
	}
	return n
}

// eight returns the first eight bytes of a text that has as many.
func eight(text string) uint64 {
	_ = text[7]
	return uint64(text[0]) | uint64(text[1])<<8 | uint64(text[2])<<16 | uint64(text[3])<<24 |
		uint64(text[4])<<32 | uint64(text[5])<<40 | uint64(text[6])<<48 | uint64(text[7])<<56
}

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

// scan lists the lines that some patterns may match, in the order of the text,
// a line once for a pattern. Of a long line it gives the part around the
// literal. The patterns are given by their numbers, in order.
//
// It is one pass for all patterns: a pattern is looked for by its literals.
// Only every second place is looked at: where no literal has its beginning,
// nor its second byte, none of the two places needs a closer look.
func scan(x *rule.Index, text string, patterns ...patternRange) []hit {
	s := scanner{index: x, text: text, end: -1, tallies: newTallies(patterns)}
	i := skip(x, text, 0)
	for ; i+8 <= len(text); i = skip(x, text, i+2) {
		if i > 0 {
			s.try(i - 1)
		}
		s.try(i)
	}
	for i = max(0, i-1); i+stem <= len(text); i++ {
		s.try(i)
	}
	return s.hits
}

// skip returns the next of every second place, from i on, at which a literal
// may have its first or its second byte, or where fewer than eight bytes are
// left.
func skip(x *rule.Index, text string, i int) int {
	for i+8 <= len(text) {
		// Eight bytes are the first four of three such places.
		b := eight(text[i:])
		for range 3 {
			if third := x.Follow[uint16(b)]; third != 0 {
				third >>= b >> 16 & 7
				h := hash(uint32(b), 16)
				if third&1 != 0 && (third>>8&1 != 0 || x.Fours[h>>6]>>(h&63)&1 != 0) {
					return i
				}
			}
			b >>= 16
			i += 2
		}
	}
	return i
}

// scanner is one pass over a text.
type scanner struct {
	index         *rule.Index
	text          string
	hits          []hit
	tallies       []tally // by pattern
	from, to, end int     // the line of the last hit, and where its end is over
}

// tally is what was found of a pattern.
type tally struct {
	last  int // where the last hit's line ends
	count int // of hits
}

// newTallies makes room for what will be seen of some patterns. Those that stand
// before and between them count as seen often enough.
func newTallies(patterns []patternRange) []tally {
	list := make([]tally, patterns[len(patterns)-1].to)
	at := 0
	for _, n := range patterns {
		for i := range list[at:n.from] {
			list[at+i].count = maxHits
		}
		at = n.to
	}
	return list
}

// try takes up the patterns of which a literal stands at i.
func (s *scanner) try(i int) {
	next := s.index.Heads[hash(stemAt(s.text, i), 12)]
	if next == 0 {
		return
	}
	for start := eightAt(s.text, i); next != 0; {
		needle := &s.index.Needles[next]
		next = needle.Next
		// Start has zeros behind a shorter literal: there nothing counts.
		if diff := start ^ needle.Start; diff != 0 && (needle.Len >= 8 || diff<<(64-8*needle.Len) != 0) {
			continue
		}
		if int(needle.Pattern) >= len(s.tallies) {
			continue
		}
		t := &s.tallies[needle.Pattern]
		if t.last > i || t.count == maxHits || needle.Len > 8 && !strings.HasPrefix(s.text[min(i+8, len(s.text)):], rest(s.index, needle)) {
			continue
		}
		if i > s.end {
			s.from, s.to = line(s.text, i)
			s.end = s.to
			if s.to < len(s.text) && s.text[s.to] == '\r' {
				s.end++
			}
		}
		t.last = s.to + 1
		t.count++
		h := hit{int(needle.Pattern), s.from, s.to}
		if h.to-h.from > maxLine {
			h.from, h.to = max(h.from, i-maxLine/2), min(h.to, i+maxLine/2)
		}
		s.hits = append(s.hits, h)
	}
}

// rest returns what a literal has behind its first eight bytes.
func rest(x *rule.Index, n *rule.Needle) string {
	return x.Rests[n.Rest:][:n.Len-8]
}
