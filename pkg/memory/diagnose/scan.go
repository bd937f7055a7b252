package diagnose

// stem is how many bytes of a literal are hashed, and its least length.
const stem = 3

// hash spreads a key over a number of bits.
func hash(key uint32, bits int) uint32 { return key * 0x9e3779b1 >> (32 - bits) }

// threeHash hashes the first three of four bytes: the factor shifts the fourth out.
func threeHash(b uint32) uint32 { return b * (0x9e3779b1 << 8 & 0xffffffff) >> 16 }

// eightAt returns eight bytes of a text as a number, zeros after its end.
func eightAt(text string, i int) (n uint64) {
	if text = text[i:]; len(text) >= 8 {
		return eight(text)
	}
	for i := range len(text) {
		n |= uint64(text[i]) << (8 * i)
	}
	return n
}

// eight returns the first eight bytes of a text that has at least eight.
func eight(text string) uint64 {
	_ = text[7]
	return uint64(text[0]) | uint64(text[1])<<8 | uint64(text[2])<<16 | uint64(text[3])<<24 |
		uint64(text[4])<<32 | uint64(text[5])<<40 | uint64(text[6])<<48 | uint64(text[7])<<56
}

// hit is a line that a pattern may match.
type hit struct {
	pattern  int
	from, to int   // the line in the text
	owner    owner // of a common pattern
}

// The bounds on the work that a hostile output can cause.
const (
	maxHits = 400     // hits of one pattern
	maxLine = 2 << 10 // bytes of a line that are read
)

// scan returns the lines that some patterns may match, in order, each line
// once for a pattern. Of a long line it returns the part around the literal.
// The patterns are given by ranges of their numbers, in order.
//
// One pass serves all patterns, because they are found by their literals. It
// looks at every second offset: if no literal has its first or second byte
// there, neither that offset nor the one before needs a closer look.
func scan(x *index, text string, patterns ...patternRange) []hit {
	s := scanner{index: x, text: text, end: -1, tallies: newTallies(patterns)}
	threes := x.threes
	i := 1
	for ; i+12 <= len(text); i += 6 {
		b := eight(text[i : i+8])
		if h := threeHash(uint32(b)); threes[h>>6]>>(h&63)&1 != 0 {
			s.look(i)
		}
		if h := threeHash(uint32(b >> 16)); threes[h>>6]>>(h&63)&1 != 0 {
			s.look(i + 2)
		}
		if h := threeHash(uint32(b >> 32)); threes[h>>6]>>(h&63)&1 != 0 {
			s.look(i + 4)
		}
	}
	for i--; i+stem <= len(text); i++ {
		start := eightAt(text, i)
		s.try(i, start, x.first(start))
	}
	return s.hits
}

// scanner is one pass over a text.
type scanner struct {
	index         *index
	text          string
	hits          []hit
	tallies       []tally // by pattern number
	from, to, end int     // the line of the last hit, and where its line ending ends
}

// tally counts the hits of a pattern.
type tally struct {
	last  int // end of the last hit's line
	count int // number of hits
}

// newTallies returns the tallies for some patterns. Patterns before and
// between them start at the limit, so that they get no hits.
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

// first returns the first literal that eight bytes may begin, 0 for none.
func (x *index) first(start uint64) uint16 { return x.heads[hash(uint32(start)&0xffffff, 12)] }

// look adds hits for the literals that begin at i, or one byte before. There
// are eight bytes at i.
func (s *scanner) look(i int) {
	part := s.text[i-1 : i+8]
	if start := eight(part); s.index.first(start) != 0 {
		s.try(i-1, start, s.index.first(start))
	}
	if start := eight(part[1:]); s.index.first(start) != 0 {
		s.try(i, start, s.index.first(start))
	}
}

// try adds hits for the patterns that have a literal at i, given eight bytes
// from there and the first literal that may begin so.
func (s *scanner) try(i int, start uint64, next uint16) {
	for next != 0 {
		l := &s.index.literals[next]
		if (start^l.start)&l.mask == 0 {
			s.add(i, l)
		}
		next = l.next
	}
}

// add adds a hit for the pattern of a literal whose first eight bytes are at i.
func (s *scanner) add(i int, l *literal) {
	if int(l.pattern) >= len(s.tallies) {
		return
	}
	t := &s.tallies[l.pattern]
	if t.last > i || t.count == maxHits || l.len > 8 && !s.index.hasRest(l, s.text[min(i+8, len(s.text)):]) {
		return
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
	h := hit{pattern: int(l.pattern), from: s.from, to: s.to}
	if h.to-h.from > maxLine {
		h.from, h.to = max(h.from, i-maxLine/2), min(h.to, i+maxLine/2)
	}
	s.hits = append(s.hits, h)
}
