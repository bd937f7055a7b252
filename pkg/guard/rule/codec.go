package rule

import (
	"github.com/ctxhook/ctxhook/pkg/base/policy"
)

// The codec writes an entry of knowledge.txt as printable text in one line, and
// reads it back. Each type has a method fields next to it, which lists its
// fields once for both directions.
//
// To add a field to a type:
//
//  1. Add it to the struct, and a line to the method fields below the struct,
//     with a letter that no other field of the type has. Zero values are not
//     written, so only the lines of entries that set the field change.
//  2. Read it from YAML in package rulefile.
//
// TestCodec fails if the method fields misses a field.
//
// An agent waits while an entry is decoded. So texts are substrings of the
// line, the many short lists of an entry share a few allocations, whose sizes
// stand in front, and a Lazy list is not decoded until it is needed.
//
//	entry   number of texts, effects and patterns in it, then a struct
//	struct  its fields in order, each a letter and a value, then a period
//	list    number of elements, then the elements
//	text    number of bytes, then the bytes
//	bool    nothing: the letter alone means true
//	number  see text.go

// Entry is a value that a line of knowledge.txt holds: a pointer to a Rule,
// Command, Check or Fix, or to a part of one.
type Entry interface{ fields(*codec) }

// Encode returns an entry as text.
func Encode(e Entry) string {
	c := codec{writing: true}
	e.fields(&c)
	return c.sealed()
}

// Decode reads text that Encode returned into an empty entry. It reports
// whether the text is complete and valid.
func Decode(s string, e Entry) bool {
	c := codec{in: s}
	c.makeRoom()
	e.fields(&c)
	return c.done()
}

// codec encodes or decodes one entry.
type codec struct {
	in    string
	at    int // offset of what is read next
	bad   bool
	depth int
	texts room[string]

	effects  room[Effect]
	patterns room[Pattern]

	writing bool
	front   []byte // goes before out: see first
	out     []byte
}

// room is memory that many short lists share.
type room[T any] struct {
	free []T // decoding: not used by a list yet
	used int // encoding: number of elements
}

// sealed returns the encoded text with the sizes in front.
func (c *codec) sealed() string {
	head := codec{writing: true}
	for _, n := range [...]int{c.texts.used, c.effects.used, c.patterns.used} {
		head.putNumber(n)
	}
	return string(append(append(head.out, c.front...), c.out...))
}

func (c *codec) makeRoom() {
	nTexts, nEffects, nPatterns := c.length(), c.length(), c.length()
	c.texts.free = make([]string, nTexts)
	if nEffects > 0 {
		c.effects.free = make([]Effect, nEffects)
	}
	if nPatterns > 0 {
		c.patterns.free = make([]Pattern, nPatterns)
	}
}

// done reports whether all text was read and all room was used.
func (c *codec) done() bool {
	return !c.bad && c.at == len(c.in) && len(c.texts.free)+len(c.effects.free)+len(c.patterns.free) == 0
}

// refuse marks the text as invalid. What is decoded from here on is empty.
func (c *codec) refuse() {
	c.bad = true
	c.at = len(c.in)
}

// key begins a field and reports whether it is present. When encoding, set says
// so.
func (c *codec) key(letter byte, set bool) bool {
	if c.at < len(c.in) && c.in[c.at] == letter {
		c.at++
		return true
	}
	if !c.writing || !set {
		return false
	}
	c.out = append(c.out, letter)
	return true
}

// end ends a struct.
func (c *codec) end() {
	switch {
	case c.writing:
		c.out = append(c.out, '.')
	case c.at < len(c.in) && c.in[c.at] == '.':
		c.at++
	default:
		c.refuse()
	}
}

func (c *codec) bool(letter byte, b *bool) { *b = c.key(letter, *b) }

// maybe is a field that is absent, true or false.
func (c *codec) maybe(letter byte, b **bool) {
	set := *b != nil
	if !c.key(letter, set) {
		return
	}
	if c.writing {
		n := 0
		if **b {
			n = 1
		}
		c.putNumber(n)
	} else if c.number() == 1 {
		*b = &yes
	} else {
		*b = &no
	}
}

// yes and no give optional conditions an address.
var yes, no = true, false

func (c *codec) int(letter byte, n *int) {
	if !c.key(letter, *n != 0) {
		return
	}
	if c.writing {
		c.putNumber(*n)
	} else {
		*n = c.number()
	}
}

func (c *codec) ints(letter byte, list *[]int) {
	if !c.key(letter, len(*list) > 0) {
		return
	}
	if c.writing {
		c.putNumber(len(*list))
	} else {
		*list = make([]int, c.length())
	}
	for i := range *list {
		if c.writing {
			c.putNumber((*list)[i])
		} else {
			(*list)[i] = c.number()
		}
	}
}

func (c *codec) risk(letter byte, r *policy.Risk) {
	n := int(*r)
	c.int(letter, &n)
	*r = policy.Risk(n)
}

func (c *codec) text(letter byte, s *string) {
	if !c.key(letter, *s != "") {
		return
	}
	if c.writing {
		c.putText(*s)
	} else {
		*s = c.getText()
	}
}

// bareText is a text without a letter, which is always present.
func (c *codec) bareText(s *string) {
	if c.writing {
		c.putText(*s)
	} else {
		*s = c.getText()
	}
}

// list is a field that is a list of texts.
func (c *codec) list(letter byte, list *[]string) {
	if !c.key(letter, len(*list) > 0) {
		return
	}
	if c.writing {
		c.putNumber(len(*list))
		c.putTexts(*list)
	} else {
		*list = c.getTexts(c.number())
	}
}

// kinds is a field that is a list of kinds of effects.
func (c *codec) kinds(letter byte, list *[]EffectKind) {
	if !c.key(letter, len(*list) > 0) {
		return
	}
	if c.writing {
		c.putNumber(len(*list))
	} else {
		*list = make([]EffectKind, c.length())
	}
	for i := range *list {
		c.bareText((*string)(&(*list)[i]))
	}
}

// structs is a field that is a list of structs. If r is not nil, the list is cut
// from it.
func structs[T any, P interface {
	*T
	Entry
}](c *codec, letter byte, list *[]T, r *room[T]) {
	if !c.key(letter, len(*list) > 0) {
		return
	}
	switch {
	case c.writing:
		c.putNumber(len(*list))
		if r != nil {
			r.used += len(*list)
		}
	case r != nil:
		*list = cut(c, r, c.number())
	default:
		*list = make([]T, c.length())
	}
	const deep = 100 // deeper text was not written by Encode
	if c.depth++; c.depth > deep {
		c.refuse()
	}
	for i := range *list {
		P(&(*list)[i]).fields(c)
	}
	c.depth--
}

// cut returns a list of n elements of the free room.
func cut[T any](c *codec, r *room[T], n int) []T {
	if n == 0 {
		return nil
	}
	if n > len(r.free) {
		c.refuse()
		return nil
	}
	list := r.free[:n:n]
	r.free = r.free[n:]
	return list
}
