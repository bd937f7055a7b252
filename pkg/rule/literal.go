package rule

import "strings"

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

// Literals passes on the literals that every output is searched for: of the
// patterns of failed checks, or of known errors. It calls pattern with the place
// and index of each pattern, then literal with each of its literals that begins
// with one of the stems. It does not decode the rest of an entry.
//
// The first look at an output reads thousands of literals, and an agent waits.
func (k Knowledge) Literals(kind string, stems *Stems, pattern func(place, nth int), literal func(string)) {
	at, _ := k.search([]byte(kind + "\x00")) // before all names
	c := codec{in: string(k)}
	for strings.HasPrefix(c.in[at:], kind) {
		c.at = at + len(kind) + strings.IndexByte(c.in[at+len(kind):], '\t') + 1
		if c.in[c.at] == apart[0] {
			_, text := k.at(kind, at)
			long := codec{in: text}
			long.giveLiterals(at, stems, pattern, literal)
			at = nextLine(c.in, c.at)
		} else {
			rest := c.giveLiterals(at, stems, pattern, literal)
			at = c.at + rest + len("\n")
		}
	}
}

// giveLiterals reads the front of an entry: see first. It returns the length of
// the rest.
func (c *codec) giveLiterals(place int, stems *Stems, pattern func(place, nth int), literal func(string)) (rest int) {
	c.number()
	c.number()
	c.number()
	in := c.in
	for nth := range c.number() {
		pattern(place, nth)
		n := c.number()
		at := c.at
		for range n {
			size := int(in[at] - digit) // getText, inline
			if size >= digits || at+1+size > len(in) {
				c.at = at
				if s := c.longText(); stems.Has(s[0], s[1], s[2]) {
					literal(s)
				}
				at = c.at
				continue
			}
			from := at + 1
			at = from + size
			if size >= stem && stems.Has(in[from], in[from+1], in[from+2]) {
				literal(in[from:at])
			}
		}
		c.at = at
	}
	return c.number()
}
