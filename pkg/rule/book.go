package rule

import "iter"

// Book is what is known of the output of programs: texts and numbers that
// point nowhere, so that a program which holds them as constants pays nothing
// for them when it starts. A check or a fix is unpacked when it is asked for.
type Book struct {
	Checks Shelf
	Fixes  Shelf
	Ways   string // how checks are started, as PackWays wrote it
	Index  Index
}

// Check unpacks a check. What is no packed check gives an empty one.
func (b *Book) Check(i int) *Check {
	var c Check
	if !unpackItem(b.Checks.At(i), func(u *unpacker) { u.check(&c) }) {
		return &Check{}
	}
	return &c
}

// Fix unpacks a fix. What is no packed fix gives an empty one.
func (b *Book) Fix(i int) *Fix {
	var f Fix
	if !unpackItem(b.Fixes.At(i), func(u *unpacker) { u.fix(&f) }) {
		return &Fix{}
	}
	return &f
}

// WaysOf yields the ways to start a check that a program may be meant by, each
// with the number of its check, in the order of the checks: those that begin
// with the same letter.
func (b *Book) WaysOf(program string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		all := unpacker{packed: b.Ways}
		for program != "" && all.pos < len(all.packed) {
			letter, group := all.text(), unpacker{packed: all.text()}
			if letter != program[:1] {
				continue
			}
			for group.pos < len(group.packed) {
				check, way := group.number(), group.text()
				if group.bad || !yield(check, way) {
					return
				}
			}
		}
	}
}

// Shelf is a list of packed items in one text: where each begins and where the
// last one ends, in four bytes each, and then the items.
type Shelf string

// Len returns how many items there are.
func (s Shelf) Len() int {
	if s == "" {
		return 0
	}
	return s.begin(0)/4 - 1
}

// At returns an item.
func (s Shelf) At(i int) string { return string(s[s.begin(i):s.begin(i+1)]) }

func (s Shelf) begin(i int) int {
	return int(s[4*i]) | int(s[4*i+1])<<8 | int(s[4*i+2])<<16 | int(s[4*i+3])<<24
}

// Index holds the literals of patterns, laid out for a text to be searched for
// all of them at once. Package diagnose makes it and knows how to read it.
type Index struct {
	Rows    []uint16 // by the number of a pattern: what it is of
	Open    int      // so many patterns are looked for in every text
	Needles []Needle // the first stands for none
	Rests   string   // the literals behind their first eight bytes
	Heads   *[1 << 12]uint16
	Follow  *[1 << 16]uint16
	Fours   *[1 << 10]uint64
}

// Needle is a literal of a pattern.
type Needle struct {
	Start   uint64 // its first eight bytes; zeros behind one that is shorter
	Rest    uint32 // where in Rests the others stand
	Len     uint16
	Pattern uint16
	Next    uint16 // the needle that is looked at after it, 0 for none
}
