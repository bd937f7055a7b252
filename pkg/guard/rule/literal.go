package rule

import (
	"slices"
	"strings"
)

// stem is how many bytes of a literal the set of stems knows, and its least
// length.
const stem = 3

// Stems is a set of hashes of three bytes: of all there are in a text. A nil set
// has all.
type Stems [1 << 10]uint64

// StemsOf returns the stems in a text.
func StemsOf(text string) *Stems {
	var s Stems
	for i := 0; i+stem <= len(text); i++ {
		h := stemHash(text[i], text[i+1], text[i+2])
		s[h>>6] |= 1 << (h & 63)
	}
	return &s
}

// Has reports whether the text may contain three bytes in a row.
func (s *Stems) Has(a, b, c byte) bool {
	if s == nil {
		return true
	}
	h := stemHash(a, b, c)
	return s[h>>6]>>(h&63)&1 != 0
}

func stemHash(a, b, c byte) uint32 {
	return (uint32(a) | uint32(b)<<8 | uint32(c)<<16) * 0x9e3779b1 >> 16
}

// The line of a check or known error has its stems in front: how many there
// are, the first three bytes of each literal that every output is searched for,
// and the length of the entry. The first look at an output passes by hundreds of
// entries while an agent waits, and reads only those with one of its stems. If
// there are no stems in front, an entry is read always.
const maxStems = digits - 1

// withStems returns the text of an entry with the stems of its literals in
// front.
func withStems(patterns []Pattern, text string) string {
	c := codec{writing: true}
	list, ok := literalStems(patterns)
	if !ok {
		list = nil
	}
	c.putNumber(len(list))
	c.out = append(c.out, strings.Join(list, "")...)
	c.putNumber(len(text))
	return string(c.out) + text
}

// literalStems returns the stems of the literals of some patterns. It is not ok
// if there are too many, or if a stem is not plain text.
func literalStems(patterns []Pattern) (list []string, ok bool) {
	for _, p := range patterns {
		for _, l := range p.Literals {
			s := l[:min(stem, len(l))]
			if len(s) < stem || strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' }) {
				return nil, false
			}
			if !slices.Contains(list, s) {
				list = append(list, s)
			}
		}
	}
	return list, len(list) <= maxStems
}

// behindStems returns the offset of an entry in a line, and its length. It
// reports whether one of the stems in front is among the given ones.
func behindStems(in string, at int, stems *Stems) (entry, length int, among bool) {
	n := int(in[at] - digit)
	list := in[at+1 : at+1+n*stem]
	at += 1 + len(list)
	among = n == 0 || stems == nil
	for i := 0; !among && i+stem <= len(list); i += stem {
		among = stems.Has(list[i], list[i+1], list[i+2])
	}
	if high := int(in[at]) - twoBytes; high >= 0 && high < many-twoBytes { // number, inline
		return at + 2, high*digits + int(in[at+1]-digit), among
	}
	c := codec{in: in, at: at}
	length = c.number()
	return c.at, length, among
}

// Literals passes on the literals that every output is searched for: of the
// patterns of failed checks, or of known errors. It calls give with those that
// begin with one of the stems, each with the place and index of its pattern. It
// does not decode the rest of an entry.
func (k Knowledge) Literals(kind string, stems *Stems, give func(place, nth int, literal string)) {
	at, _ := k.search([]byte(kind + "\x00"))  // before all names
	end, _ := k.search([]byte(kind + "\x7f")) // behind them
	in := string(k[:end])
	for at < end {
		text := at + len(kind)
		text += strings.IndexByte(in[text:], '\t') + 1
		if in[text] == apart[0] {
			if _, long := k.at(kind, at); long != "" {
				giveLiterals(long, at, stems, give)
			}
			at = nextLine(in, text)
			continue
		}
		entry, length, among := behindStems(in, text, stems)
		if among {
			giveLiterals(in[text:entry+length], at, stems, give)
		}
		at = entry + length + len("\n")
	}
}

// giveLiterals reads the front of an entry: see first.
func giveLiterals(in string, place int, stems *Stems, give func(place, nth int, literal string)) {
	entry, _, _ := behindStems(in, 0, stems)
	c := codec{in: in, at: entry}
	for range 3 { // the sizes of rooms
		c.number()
	}
	for nth := range c.number() {
		for range c.number() {
			if s := c.getText(); len(s) >= stem && stems.Has(s[0], s[1], s[2]) {
				give(place, nth, s)
			}
		}
	}
}
