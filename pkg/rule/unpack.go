package rule

import "sync"

// Unpack reads what Pack wrote; what Pack did not write is refused. An agent
// waits while a model is unpacked, so the texts of the model are parts of the
// packed string, the many short lists are cut from few pieces of memory, and
// the options of subcommands, of which git has eight hundred, stay packed.
func Unpack(packed string) (*Command, bool) {
	u := unpacker{packed: packed}
	nTexts, nEffects := u.length(), u.length()
	u.freeTexts = make([]string, nTexts)
	u.freeEffects = make([]Effect, nEffects)
	c := &Command{}
	u.command(c)
	if u.bad || u.pos < len(packed) || len(u.freeTexts)+len(u.freeEffects) > 0 {
		return nil, false
	}
	return c, true
}

// Later is a list of options that is unpacked when it is first asked for.
type Later struct {
	packed  string
	once    sync.Once
	options []Option
}

// All returns the options.
func (s *SubOptions) All() []Option {
	if l := s.Later; l != nil {
		l.once.Do(func() { l.options, _ = unpackOptions(l.packed) })
		return l.options
	}
	return s.Options
}

// LaterSettings is a list of settings that is unpacked when it is first asked
// for: most calls of a program set nothing.
type LaterSettings struct {
	packed string
	once   sync.Once
	list   []Setting
}

// HasSettings reports whether the model speaks of settings.
func (c *Command) HasSettings() bool { return c.Later != nil || len(c.Settings) > 0 }

// AllSettings returns what the model says of settings.
func (c *Command) AllSettings() []Setting {
	if l := c.Later; l != nil {
		l.once.Do(func() { l.list, _ = unpackSettings(l.packed) })
		return l.list
	}
	return c.Settings
}

// unpackSettings reads what packSettings wrote.
func unpackSettings(packed string) ([]Setting, bool) {
	if packed == "" {
		return nil, true
	}
	u := unpacker{packed: packed}
	nTexts, n := u.length(), u.length()
	u.freeTexts = make([]string, nTexts)
	list := make([]Setting, n)
	for i := range list {
		u.setting(&list[i])
	}
	if u.bad || u.pos < len(packed) || len(u.freeTexts) > 0 {
		return nil, false
	}
	return list, true
}

// unpackOptions reads what packOptions wrote.
func unpackOptions(packed string) ([]Option, bool) {
	if packed == "" {
		return nil, true
	}
	u := unpacker{packed: packed}
	nTexts, n := u.length(), u.length()
	u.freeTexts = make([]string, nTexts)
	list := make([]Option, n)
	for i := range list {
		u.option(&list[i])
	}
	if u.bad || u.pos < len(packed) || len(u.freeTexts) > 0 {
		return nil, false
	}
	return list, true
}

// unpacker holds what is read, and the room that no list has been given yet.
type unpacker struct {
	packed       string
	pos          int
	bad          bool
	freeTexts    []string
	freeEffects  []Effect
	freePatterns []Pattern
}

func (u *unpacker) command(c *Command) {
	f := u.fields()
	f.texts(&c.Names)
	f.text(&c.Type)
	f.text(&c.Style)
	f.number(&c.Depth)
	if f.next() {
		var ok bool
		if c.Options, ok = unpackOptions(u.text()); !ok {
			u.refuse()
		}
	}
	if f.next() {
		c.SubOptions = make([]SubOptions, u.length())
		later := make([]Later, len(c.SubOptions))
		for i := range c.SubOptions {
			u.subOptions(&c.SubOptions[i], &later[i])
		}
	}
	f.texts(&c.Harmless)
	if f.next() {
		c.Nested = make([]Nested, u.length())
		for i := range c.Nested {
			u.nested(&c.Nested[i])
		}
	}
	if f.next() {
		c.Later = &LaterSettings{packed: u.text()}
	}
	if f.next() {
		c.Verbs = make([]Verb, u.length())
		for i := range c.Verbs {
			u.verb(&c.Verbs[i])
		}
	}
	f.end()
}

func (u *unpacker) subOptions(s *SubOptions, later *Later) {
	f := u.fields()
	f.texts(&s.Sub)
	f.text(&later.packed)
	f.end()
	s.Later = later
}

func (u *unpacker) nested(n *Nested) {
	f := u.fields()
	f.texts(&n.Sub)
	f.texts(&n.When)
	f.texts(&n.Unless)
	f.number(&n.Skip)
	n.Assign = f.next()
	f.text(&n.As)
	f.text(&n.Lang)
	f.text(&n.Where)
	n.Alone = f.next()
	n.Items = f.next()
	f.end()
}

func (u *unpacker) setting(s *Setting) {
	f := u.fields()
	f.texts(&s.Keys)
	f.texts(&s.Value)
	s.Run = f.next()
	f.text(&s.Strip)
	f.text(&s.Lead)
	f.texts(&s.Programs)
	f.text((*string)(&s.Do))
	f.text(&s.What)
	f.end()
}

func (u *unpacker) verb(v *Verb) {
	f := u.fields()
	f.texts(&v.Sub)
	f.texts(&v.Any)
	f.texts(&v.All)
	f.texts(&v.None)
	f.texts(&v.Operand)
	f.number(&v.Min)
	f.number(&v.Max)
	f.text(&v.Type)
	if f.next() {
		v.Effects = cut(u, &u.freeEffects, u.number())
		for i := range v.Effects {
			u.effect(&v.Effects[i])
		}
	}
	f.end()
}

func (u *unpacker) effect(e *Effect) {
	f := u.fields()
	f.text((*string)(&e.Do))
	f.text(&e.On)
	f.texts(&e.Recursive)
	f.texts(&e.Force)
	f.text(&e.What)
	f.text(&e.Scale)
	f.end()
}

func (u *unpacker) option(o *Option) {
	if u.pos >= len(u.packed) {
		u.refuse()
		return
	}
	first := u.packed[u.pos]
	u.pos++
	n := int(first >> optionNames)
	if n == manyNames {
		n = u.number()
	}
	o.Arg = Arity(first & optionArity)
	o.Names = u.texts(n)
	if first&optionRole != 0 {
		o.Role = u.text()
	}
	if first&optionStrip != 0 {
		o.Strip = u.text()
	}
}

// texts reads a list of n texts. It is where Unpack spends its time.
func (u *unpacker) texts(n int) []string {
	list := cut(u, &u.freeTexts, n)
	packed, pos := u.packed, u.pos
	for i := range list {
		if pos < len(packed) {
			end := pos + 1 + int(packed[pos])
			if packed[pos] < moreDigits && end <= len(packed) {
				list[i] = packed[pos+1 : end]
				pos = end
				continue
			}
		}
		u.pos = pos
		list[i] = u.text()
		pos = u.pos
	}
	u.pos = pos
	return list
}

func (u *unpacker) text() string {
	n := u.number()
	if n > len(u.packed)-u.pos {
		u.refuse()
		return ""
	}
	s := u.packed[u.pos : u.pos+n]
	u.pos += n
	return s
}

// length reads the length of a list that is given memory of its own.
func (u *unpacker) length() int {
	n := u.number()
	if n > len(u.packed)-u.pos { // each element takes a byte at least
		u.refuse()
		return 0
	}
	return n
}

// number reads a number of up to four digits: no list of a model is longer.
func (u *unpacker) number() int {
	n := 0
	for shift := 0; shift < 4*7 && u.pos < len(u.packed); shift += 7 {
		b := u.packed[u.pos]
		u.pos++
		n |= int(b&^moreDigits) << shift
		if b < moreDigits {
			return n
		}
	}
	u.refuse()
	return 0
}

// refuse ends the reading: from here on everything is empty.
func (u *unpacker) refuse() {
	u.bad = true
	u.pos = len(u.packed)
}

// cut gives a list of n elements from the free room.
func cut[T any](u *unpacker, free *[]T, n int) []T {
	if n == 0 {
		return nil
	}
	if n > len(*free) {
		u.refuse()
		return nil
	}
	list := (*free)[:n:n]
	*free = (*free)[n:]
	return list
}

// fields begins a struct, whose fields are then asked for in their order.
func (u *unpacker) fields() unpackedFields {
	if len(u.packed)-u.pos < 2 {
		u.refuse()
		return unpackedFields{u: u}
	}
	bits := uint(u.packed[u.pos]) | uint(u.packed[u.pos+1])<<8
	u.pos += 2
	return unpackedFields{u: u, bits: bits}
}

type unpackedFields struct {
	u    *unpacker
	bits uint // of the fields to come
}

// next reports whether the next field is there.
func (f *unpackedFields) next() bool {
	set := f.bits&1 != 0
	f.bits >>= 1
	return set
}

// end refuses fields that the struct does not have.
func (f *unpackedFields) end() {
	if f.bits != 0 {
		f.u.refuse()
	}
}

func (f *unpackedFields) number(n *int) {
	if f.next() {
		*n = f.u.number()
	}
}

func (f *unpackedFields) text(s *string) {
	if f.next() {
		*s = f.u.text()
	}
}

func (f *unpackedFields) texts(list *[]string) {
	if f.next() {
		*list = f.u.texts(f.u.number())
	}
}
