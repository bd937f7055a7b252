package rule

import (
	"sync"

	"github.com/ctxhook/ctxhook/pkg/policy"
)

// The codec writes an entry of knowledge.txt as a line of printable text and
// reads it again. Beside each type stands its function fields, which names its
// fields once for both directions. A new field is a line there, with a letter
// that no other field of the type has; fields at their zero value are left
// out, so it changes only the lines of entries that set it.
//
// An agent waits while an entry is read. So its texts are parts of the line,
// its many short lists are cut from a few pieces of memory, whose sizes stand
// at its beginning, and a Lazy list is left alone until it is asked for.
//
//	entry   how many texts, effects and patterns are in it, then a struct
//	struct  its fields in their order, each a letter and a value; a period
//	list    how many elements, and the elements
//	text    how many bytes, and the bytes
//	bool    nothing: the letter is there when it is true
//	number  see text.go

// Entry is what a line of knowledge.txt holds.
type Entry interface{ fields(*codec) }

// Encode writes an entry.
func Encode(e Entry) string {
	c := codec{writing: true}
	e.fields(&c)
	return c.sealed()
}

// Decode reads what Encode wrote into an empty entry, and reports whether it
// is whole.
func Decode(s string, e Entry) bool {
	c := codec{in: s}
	c.makeRoom()
	e.fields(&c)
	return c.done()
}

// codec is one writing or one reading.
type codec struct {
	in    string
	at    int // what is read next
	bad   bool
	depth int
	texts room[string]

	effects  room[Effect]
	patterns room[Pattern]

	writing bool
	front   []byte // goes before out, and then the length of out: see first
	out     []byte
}

// room is memory for the elements of many short lists.
type room[T any] struct {
	free []T // when reading: no list has these yet
	used int // when writing
}

// sealed returns what was written, behind the numbers of what is in it.
func (c *codec) sealed() string {
	head := codec{writing: true}
	for _, n := range [...]int{c.texts.used, c.effects.used, c.patterns.used} {
		head.putNumber(n)
	}
	if c.front != nil {
		head.out = append(head.out, c.front...)
		head.putNumber(len(c.out))
	}
	return string(append(head.out, c.out...))
}

func (c *codec) makeRoom() {
	nTexts, nEffects, nPatterns := c.length(), c.length(), c.length()
	c.texts.free = make([]string, nTexts)
	c.effects.free = make([]Effect, nEffects)
	c.patterns.free = make([]Pattern, nPatterns)
}

// done reports whether everything was read and all room was used.
func (c *codec) done() bool {
	return !c.bad && c.at == len(c.in) && len(c.texts.free)+len(c.effects.free)+len(c.patterns.free) == 0
}

// refuse ends the reading: from here on everything is empty.
func (c *codec) refuse() {
	c.bad = true
	c.at = len(c.in)
}

// key begins a field and reports whether it is there. When writing, the caller
// says so.
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

// maybe is a field that is not said, true or false.
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

// bareText is a text that is always there.
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

// structs is a field that is a list of structs. Those of a type that has room
// are cut from it.
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
	const deep = 100 // what nests deeper was not written by us
	if c.depth++; c.depth > deep {
		c.refuse()
	}
	for i := range *list {
		P(&(*list)[i]).fields(c)
	}
	c.depth--
}

// cut gives a list of n elements from the free room.
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

// Lazy is a list that is decoded when it is first asked for.
type Lazy[T any] struct {
	packed string
	once   sync.Once
	list   []T
}

// lazily is a field that is a list of structs, which a reader puts into later.
func lazily[T any, P interface {
	*T
	Entry
}](c *codec, letter byte, list []T, later **Lazy[T]) {
	if c.writing && *later != nil {
		list = all[T, P](*later)
	}
	if !c.key(letter, len(list) > 0) {
		return
	}
	if !c.writing {
		if *later == nil {
			*later = new(Lazy[T])
		}
		(*later).packed = c.getText()
		return
	}
	inner := codec{writing: true}
	inner.putNumber(len(list))
	for i := range list {
		P(&list[i]).fields(&inner)
	}
	c.putText(inner.sealed())
}

// all decodes a lazy list.
func all[T any, P interface {
	*T
	Entry
}](l *Lazy[T]) []T {
	l.once.Do(func() {
		if l.packed == "" {
			return
		}
		c := codec{in: l.packed}
		c.makeRoom()
		list := make([]T, c.length())
		for i := range list {
			P(&list[i]).fields(&c)
		}
		if c.done() {
			l.list = list
		}
	})
	return l.list
}
