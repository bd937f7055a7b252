package diagnose

import (
	"math"
	"slices"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// index holds the literals of patterns for one pass over a text. The common
// patterns are those of a lookup. They are added when any of them is first
// looked for, and the patterns of a check when the check is examined: if it
// passed, nothing else is looked for.
//
// A hook reads one output, which is usually short, and would spend more time on
// the index than on the search. So the first index is for one text: it leaves out
// common literals whose first bytes do not occur in the text.
type index struct {
	full bool   // for any text
	text string // the only text, if not full

	owners   []owner      // of patterns, by number
	complete bool         // has the common patterns
	common   patternRange // their numbers
	literals []literal    // the first stands for none
	rests    []byte       // the bytes of literals after the first eight

	// heads and tails are the first and last literals with a hash of their
	// first three bytes.
	heads, tails *[1 << 12]uint16

	// threes excludes offsets where no literal begins: by hashes of three bytes.
	threes *[1 << 10]uint64

	checks map[int]patternRange // those that were examined, by place
}

// literal is a string that a line must contain for a pattern to match.
type literal struct {
	start   uint64 // its first eight bytes, or fewer and zeros
	mask    uint64 // the bits of start that count
	rest    uint32 // offset of the others in rests
	len     uint16
	pattern uint16
	next    uint16 // next literal with the same hash, 0 for none
}

// owner is what a common pattern belongs to: a check, a known error or a phrase.
type owner struct {
	check int32 // its place, or -1
	fix   int32 // its place, or -1

	phrase phrase // if it belongs to neither
	nth    uint16 // of its patterns
}

// noOwner owns a pattern that is looked for by its number.
var noOwner = owner{check: -1, fix: -1}

// newIndex returns an empty index for any text, or for the given one.
func newIndex(full bool, text string) *index {
	return &index{
		full:     full,
		text:     text,
		literals: make([]literal, 1, 1<<6),
		heads:    new([1 << 12]uint16),
		tails:    new([1 << 12]uint16),
		threes:   new([1 << 10]uint64),
		checks:   make(map[int]patternRange),
	}
}

// addCommon adds the common patterns, unless the index has them.
func (x *index) addCommon(known rule.Knowledge, add func(*index, rule.Knowledge)) {
	if x.complete {
		return
	}
	x.complete = true
	x.common.from = len(x.owners)
	if x.full {
		const many = 1 << 9 // patterns, as things are
		x.owners = slices.Grow(x.owners, many)
		x.literals = slices.Grow(x.literals, 2*many)
	}
	add(x, known)
	x.common.to = len(x.owners)
}

// addFails adds the patterns of failed checks.
func (x *index) addFails(known rule.Knowledge) {
	known.Literals(rule.KindCheck, x.stems(), func(place, nth int, text string) {
		x.addOf(owner{check: int32(place), fix: -1, nth: uint16(nth)}, text)
	})
}

// addErrors adds the patterns of known errors, and the phrases.
func (x *index) addErrors(known rule.Knowledge) {
	stems := x.stems()
	known.Literals(rule.KindFix, stems, func(place, nth int, text string) {
		x.addOf(owner{check: -1, fix: int32(place), nth: uint16(nth)}, text)
	})
	for p := noPhrase + 1; p < phraseKinds; p++ {
		p.literals(stems, func(text string) { x.addOf(owner{check: -1, fix: -1, phrase: p}, text) })
	}
}

// stems returns the stems of the only text, nil where any text may come.
func (x *index) stems() *rule.Stems {
	if x.full {
		return nil
	}
	return rule.StemsOf(x.text)
}

// addOf adds a literal of a common pattern. Those of one pattern come one after
// the other.
func (x *index) addOf(o owner, text string) {
	if n := len(x.owners); n == x.common.from || x.owners[n-1] != o {
		x.owners = append(x.owners, o)
	}
	x.add(text, len(x.owners)-1)
}

// add adds a literal of a pattern, after those with the same hash.
func (x *index) add(text string, pattern int) {
	if len(text) < stem || len(x.literals) > math.MaxUint16 {
		return // cannot happen: the generator rejects it
	}
	n := uint16(len(x.literals))
	l := literal{start: eightAt(text, 0), mask: 1<<(8*len(text)) - 1, rest: uint32(len(x.rests)), len: uint16(len(text)), pattern: uint16(pattern)}
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

// allow marks the first three bytes of a literal, or of its rest after the first
// byte, as worth a look. Of two bytes the third may be any.
func (x *index) allow(start uint64, n int) {
	if n >= stem {
		h := threeHash(uint32(start))
		x.threes[h>>6] |= 1 << (h & 63)
		return
	}
	for third := range uint32(1 << 8) {
		h := threeHash(uint32(uint16(start)) | third<<16)
		x.threes[h>>6] |= 1 << (h & 63)
	}
}

// patternRange is a range of pattern numbers, without its end.
type patternRange struct{ from, to int }

// patternsOf returns the numbers of a check's patterns, in the order of their
// roles. It adds them the first time.
func (x *index) patternsOf(place int, c *rule.Check) patternRange {
	n, known := x.checks[place]
	if known {
		return n
	}
	n.from = len(x.owners)
	for _, list := range c.Parts() {
		for i := range *list {
			for _, l := range (*list)[i].Literals {
				x.add(l, len(x.owners))
			}
			x.owners = append(x.owners, noOwner)
		}
	}
	n.to = len(x.owners)
	x.checks[place] = n
	return n
}

// hitsOf returns the lines that some patterns may match, numbered from the first of
// them on.
func (x *index) hitsOf(patterns patternRange, text string) []hit {
	hits := scan(x, text, patterns)
	for i := range hits {
		hits[i].pattern -= patterns.from
	}
	return hits
}

// indexFor returns an index for a text. The caller holds the lock of the reader.
func (l *lookup) indexFor(text string) *index {
	const short = 8 << 10
	x := l.index
	if x == nil || !x.full && x.text != text {
		x = newIndex(x != nil || len(text) > short, text)
		l.index = x
	}
	return x
}

// pattern returns the common pattern of an owner, or nil for a phrase.
func (r *Reader) pattern(o owner) *rule.Pattern {
	switch {
	case o.check >= 0:
		return &r.check(int(o.check)).Fail[o.nth]
	case o.fix >= 0:
		return &r.fix(int(o.fix)).Error[o.nth]
	}
	return nil
}
