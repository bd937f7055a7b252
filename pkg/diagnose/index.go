package diagnose

import (
	"math"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// index holds the literals of patterns for one pass over a text: the patterns of
// failed checks, of known errors, and the phrases. The other patterns of a check
// are added when the check is examined.
//
// A hook reads one output, which is usually short, and would spend more time on
// the index than on the search. So the first index is for one text: it leaves out
// literals whose first bytes do not occur in the text.
type index struct {
	full bool   // for any text
	text string // the only text, if not full

	owners   []owner   // of the patterns that are looked for in every text, by number
	patterns int       // how many there are, the others of checks included
	literals []literal // the first stands for none
	rests    []byte    // the bytes of literals after the first eight

	// heads and tails are the first and last literals with a hash of their
	// first three bytes.
	heads, tails *[1 << 12]uint16

	// follow and fours exclude offsets where no literal begins: by the third
	// byte that may follow two others, and by hashes of four bytes.
	follow *[1 << 16]uint16
	fours  *[1 << 10]uint64

	// others are the patterns that a check adds, by its place.
	others map[int]patternRange
}

// literal is a string that a line must contain for a pattern to match.
type literal struct {
	start   uint64 // its first eight bytes, or fewer and zeros
	rest    uint32 // offset of the others in rests
	len     uint16
	pattern uint16
	next    uint16 // next literal with the same hash, 0 for none
}

// owner is what a pattern belongs to: a check, a known error or a phrase.
type owner struct {
	check int32 // its place, or -1
	fix   int32 // its place, or -1

	phrase phrase // if it belongs to neither
	nth    uint16 // of its patterns
}

// newIndex returns an index for any text, or for the given one.
func newIndex(known rule.Knowledge, full bool, text string) *index {
	const many = 1 << 10 // patterns, as things are
	x := &index{
		full:     full,
		text:     text,
		owners:   make([]owner, 0, many),
		literals: make([]literal, 1, many/4),
		rests:    make([]byte, 0, many),
		heads:    new([1 << 12]uint16),
		tails:    new([1 << 12]uint16),
		follow:   new([1 << 16]uint16),
		fours:    new([1 << 10]uint64),
		others:   make(map[int]patternRange),
	}
	literal := func(text string) { x.add(text, len(x.owners)-1) }
	if !full {
		stems := stemsOf(text)
		literal = func(text string) {
			if len(text) >= stem && stems.has(stemAt(text, 0)) {
				x.add(text, len(x.owners)-1)
			}
		}
	}
	known.Literals(rule.KindCheck, func(place, nth int) {
		x.owners = append(x.owners, owner{check: int32(place), fix: -1, nth: uint16(nth)})
	}, literal)
	known.Literals(rule.KindFix, func(place, nth int) {
		x.owners = append(x.owners, owner{check: -1, fix: int32(place), nth: uint16(nth)})
	}, literal)
	for p := noPhrase + 1; p < phraseKinds; p++ {
		x.owners = append(x.owners, owner{check: -1, fix: -1, phrase: p})
		p.literals(literal)
	}
	x.patterns = len(x.owners)
	return x
}

// stemSet is a set of hashes of three bytes.
type stemSet [1 << 10]uint64

// stemsOf returns the stems in a text.
func stemsOf(text string) *stemSet {
	var s stemSet
	for i := 0; i+stem <= len(text); i++ {
		h := hash(stemAt(text, i), 16)
		s[h>>6] |= 1 << (h & 63)
	}
	return &s
}

func (s *stemSet) has(key uint32) bool {
	h := hash(key, 16)
	return s[h>>6]>>(h&63)&1 != 0
}

// add adds a literal of a pattern, after those with the same hash.
func (x *index) add(text string, pattern int) {
	if len(text) < stem || len(x.literals) > math.MaxUint16 {
		return // cannot happen: the generator rejects it
	}
	n := uint16(len(x.literals))
	l := literal{start: eightAt(text, 0), rest: uint32(len(x.rests)), len: uint16(len(text)), pattern: uint16(pattern)}
	x.literals = append(x.literals, l)
	if len(text) > 8 {
		x.rests = append(x.rests, text[8:]...)
	}
	h := hash(uint32(l.start)&0xffffff, 12)
	if last := x.tails[h]; last != 0 {
		x.literals[last].next = n
	} else {
		x.heads[h] = n
	}
	x.tails[h] = n
	x.allow(l.start, len(text))
	x.allow(l.start>>8, len(text)-1)
}

// hasRest reports whether a text begins with the bytes of a literal after its
// first eight.
func (x *index) hasRest(l *literal, text string) bool {
	rest := x.rests[l.rest:][:l.len-8]
	return len(text) >= len(rest) && text[:len(rest)] == string(rest)
}

// allow marks the first bytes of a literal, or of its rest after the first
// byte, as worth a look. Of the third byte it stores three bits, as one of the
// eight low bits of an entry. The high bits are for literals without a fourth
// byte.
func (x *index) allow(start uint64, n int) {
	third := uint16(0xff)
	if n > 2 {
		third = 1 << (start >> 16 & 7)
	}
	if n > 3 {
		h := hash(uint32(start), 16)
		x.fours[h>>6] |= 1 << (h & 63)
	} else {
		third |= third << 8
	}
	x.follow[uint16(start)] |= third
}

// patternRange is a range of pattern numbers, without its end.
type patternRange struct{ from, to int }

// patternsOf returns the numbers of a check's patterns: those for failures, and
// the others, which it adds to the index the first time.
func (x *index) patternsOf(place int, c *rule.Check) (fail, others patternRange) {
	for n, o := range x.owners {
		if int(o.check) == place {
			fail = patternRange{n, n + len(c.Fail)}
			break
		}
	}
	others, known := x.others[place]
	if known {
		return fail, others
	}
	others.from = x.patterns
	for p, list := range c.Parts() {
		if role(p) == roleFail {
			continue
		}
		for i := range *list {
			for _, l := range (*list)[i].Literals {
				x.add(l, x.patterns)
			}
			x.patterns++
		}
	}
	others.to = x.patterns
	x.others[place] = others
	return fail, others
}

// owner returns what the pattern with a number belongs to.
func (r *Reader) owner(pattern int) owner {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.index.owners[pattern]
}

// indexFor returns an index for a text. The caller holds the lock.
func (r *Reader) indexFor(text string) *index {
	const short = 8 << 10
	x := r.index
	if x == nil || !x.full && x.text != text {
		x = newIndex(r.known, x != nil || len(text) > short, text)
		r.index = x
	}
	return x
}

// pattern returns a pattern that is looked for in every text, or nil for a
// phrase.
func (r *Reader) pattern(number int) *rule.Pattern {
	switch o := r.owner(number); {
	case o.check >= 0:
		return &r.check(int(o.check)).Fail[o.nth]
	case o.fix >= 0:
		return &r.fix(int(o.fix)).Error[o.nth]
	}
	return nil
}
