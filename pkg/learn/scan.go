package learn

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// scanner finds the lines that patterns may match, all patterns in one pass
// over the text: a pattern is looked for by its literals. Only every second
// place is looked at: where no literal has its beginning, nor its second byte,
// none of the two places needs a closer look.
type scanner struct {
	patterns []*rule.Pattern
	needles  []needle         // made for the first text; the first stands for none
	heads    [1 << 12]uint16  // by the hash of its first bytes, where the literals begin in needles
	follow   *[1 << 16]uint16 // for two bytes of literals, what the third may be: see allow; made for the first long text
	fours    [1 << 10]uint64  // a bit for the hash of four bytes of literals
}

// needle is a literal of a pattern.
type needle struct {
	start   uint64 // its first eight bytes
	mask    uint64 // those that it has
	rest    string // what follows them
	pattern uint16
	next    uint16 // the next with the same hash, in the order they were added; 0 behind the last
}

// stem is how many bytes of a literal are hashed, and the least it may have.
const stem = 3

func newScanner() *scanner { return &scanner{} }

// add adds a pattern and returns its number.
func (s *scanner) add(p *rule.Pattern) int {
	s.patterns = append(s.patterns, p)
	return len(s.patterns) - 1
}

// index makes the literals of all patterns findable, the last first, so that
// each goes before those with the same hash.
func (s *scanner) index() {
	count := 1
	for _, p := range s.patterns {
		count += len(p.Literals)
	}
	s.needles = make([]needle, count)
	at := 0
	for number := len(s.patterns) - 1; number >= 0; number-- {
		literals := s.patterns[number].Literals
		for i := len(literals) - 1; i >= 0; i-- {
			text := literals[i]
			if len(text) < stem || at == 1<<16-1 {
				continue // never: the generator refuses it
			}
			at++
			n := &s.needles[at]
			head := &s.heads[hash(stemAt(text, 0), 12)]
			n.pattern, n.next, *head = uint16(number), *head, uint16(at)
			if n.start, n.mask = eightAt(text, 0), ^uint64(0); len(text) > 8 {
				n.rest = text[8:]
			} else {
				n.mask >>= 8 * (8 - len(text))
			}
		}
	}
}

// filter makes ready for a long text: the filter costs more than it saves in
// a short one.
func (s *scanner) filter() {
	if s.follow != nil {
		return
	}
	s.follow = new([1 << 16]uint16)
	for _, p := range s.patterns {
		for _, text := range p.Literals {
			if len(text) >= stem {
				s.allow(text)
				s.allow(text[1:])
			}
		}
	}
}

// allow lets through what begins as a literal, or one without its first byte.
// Of the third byte three bits are told apart, one by one of the low bits of
// an entry; the high bits are for literals that are too short for a fourth.
func (s *scanner) allow(text string) {
	third := uint16(0xff)
	if len(text) > 2 {
		third = 1 << (text[2] & 7)
	}
	if len(text) > 3 {
		h := hash(fourAt(text, 0), 16)
		s.fours[h>>6] |= 1 << (h & 63)
	} else {
		third |= third << 8
	}
	s.follow[pairAt(text, 0)] |= third
}

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

// long is how long a text must be for the filter to pay.
const long = 8 << 10

// scan lists the lines that patterns may match, in the order of the text, a
// line once for a pattern. Of a long line it gives the part around the
// literal.
func (s *scanner) scan(text string) []hit {
	if len(s.needles) < 2 {
		s.index()
	}
	w := walk{scanner: s, text: text, end: -1, seen: make([]seen, len(s.patterns))}
	i := 0
	if len(text) >= long {
		s.filter()
		for i = s.skip(text, 0); i+8 <= len(text); i = s.skip(text, i+2) {
			if i > 0 {
				w.look(i - 1)
			}
			w.look(i)
		}
	}
	for i = max(0, i-1); i+stem <= len(text); i++ {
		w.look(i)
	}
	return w.hits
}

// skip returns the next of every second place, from i on, at which a literal
// may have its first or its second byte, or where fewer than eight bytes are
// left.
func (s *scanner) skip(text string, i int) int {
	for i+8 <= len(text) {
		// Eight bytes are the first four of three such places.
		x := eight(text[i:])
		for range 3 {
			if third := s.follow[uint16(x)]; third != 0 {
				third >>= x >> 16 & 7
				h := hash(uint32(x), 16)
				if third&1 != 0 && (third>>8&1 != 0 || s.fours[h>>6]>>(h&63)&1 != 0) {
					return i
				}
			}
			x >>= 16
			i += 2
		}
	}
	return i
}

// walk is one pass over a text.
type walk struct {
	*scanner
	text          string
	hits          []hit
	seen          []seen // by pattern
	from, to, end int    // the line of the last hit, and where its end is over
}

// seen is what was found of a pattern.
type seen struct {
	last  int // where the last hit's line ends
	count int // of hits
}

// look takes up the patterns of which a literal stands at i.
func (w *walk) look(i int) {
	n := w.heads[hash(stemAt(w.text, i), 12)]
	if n == 0 {
		return
	}
	start := eightAt(w.text, i)
	for ; n != 0; n = w.needles[n].next {
		needle := &w.needles[n]
		if (start^needle.start)&needle.mask != 0 {
			continue
		}
		seen := &w.seen[needle.pattern]
		if seen.last > i || seen.count == maxHits || needle.rest != "" && !strings.HasPrefix(w.text[min(i+8, len(w.text)):], needle.rest) {
			continue
		}
		if i > w.end {
			w.from, w.to = line(w.text, i)
			w.end = w.to
			if w.to < len(w.text) && w.text[w.to] == '\r' {
				w.end++
			}
		}
		seen.last = w.to + 1
		seen.count++
		h := hit{int(needle.pattern), w.from, w.to}
		if h.to-h.from > maxLine {
			h.from, h.to = max(h.from, i-maxLine/2), min(h.to, i+maxLine/2)
		}
		w.hits = append(w.hits, h)
	}
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
