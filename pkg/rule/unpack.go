package rule

// Unpack reads what Pack wrote; what Pack did not write is refused. An agent
// waits while a model is unpacked, so the texts of the model are parts of the
// packed string, and the many short lists are cut from few pieces of memory.
func Unpack(packed string) (*Command, bool) {
	u := unpacker{rest: packed}
	nTexts, nOptions, nEffects := u.number(), u.number(), u.number()
	if nTexts+nOptions+nEffects > len(u.rest) { // each takes a byte at least
		return nil, false
	}
	u.freeTexts = make([]string, nTexts)
	u.freeOptions = make([]Option, nOptions)
	u.freeEffects = make([]Effect, nEffects)
	c := &Command{}
	u.command(c)
	unused := len(u.freeTexts) + len(u.freeOptions) + len(u.freeEffects)
	if u.bad || u.rest != "" || unused > 0 {
		return nil, false
	}
	return c, true
}

// unpacker holds what is still to be read, and the room that no list has
// been given yet.
type unpacker struct {
	rest        string
	bad         bool
	freeTexts   []string
	freeOptions []Option
	freeEffects []Effect
}

func (u *unpacker) command(c *Command) {
	c.Names = u.texts()
	c.Type = u.text()
	c.Style = u.text()
	c.Depth = u.number()
	c.Options = u.options()
	c.SubOptions = room[SubOptions](u)
	for i := range c.SubOptions {
		c.SubOptions[i].Sub = u.texts()
		c.SubOptions[i].Options = u.options()
	}
	c.Harmless = u.texts()
	c.Nested = room[Nested](u)
	for i := range c.Nested {
		u.nested(&c.Nested[i])
	}
	c.Settings = room[Setting](u)
	for i := range c.Settings {
		u.setting(&c.Settings[i])
	}
	c.Verbs = room[Verb](u)
	for i := range c.Verbs {
		u.verb(&c.Verbs[i])
	}
}

func (u *unpacker) options() []Option {
	list := cut(u, &u.freeOptions)
	for i := range list {
		o := &list[i]
		o.Names = u.texts()
		o.Arg = u.arity()
		o.Role = u.text()
		o.Strip = u.text()
	}
	return list
}

func (u *unpacker) nested(n *Nested) {
	n.Sub = u.texts()
	n.When = u.texts()
	n.Unless = u.texts()
	n.Skip = u.number()
	n.Assign = u.truth()
	n.As = u.text()
	n.Lang = u.text()
	n.Where = u.text()
	n.Items = u.truth()
}

func (u *unpacker) setting(s *Setting) {
	s.Keys = u.texts()
	s.Value = u.texts()
	s.Run = u.truth()
	s.Strip = u.text()
	s.Programs = u.texts()
	s.Do = u.text()
	s.What = u.text()
}

func (u *unpacker) verb(v *Verb) {
	v.Sub = u.texts()
	v.Any = u.texts()
	v.All = u.texts()
	v.None = u.texts()
	v.Operand = u.texts()
	v.Min = u.number()
	v.Max = u.number()
	v.Type = u.text()
	v.Effects = cut(u, &u.freeEffects)
	for i := range v.Effects {
		e := &v.Effects[i]
		e.Do = u.text()
		e.On = u.text()
		e.Recursive = u.texts()
		e.Force = u.texts()
		e.What = u.text()
		e.Scale = u.text()
	}
}

func (u *unpacker) texts() []string {
	list := cut(u, &u.freeTexts)
	for i := range list {
		list[i] = u.text()
	}
	return list
}

func (u *unpacker) text() string {
	n := u.number()
	if n > len(u.rest) {
		u.bad = true
		return ""
	}
	s := u.rest[:n]
	u.rest = u.rest[n:]
	return s
}

func (u *unpacker) arity() Arity {
	n := u.number()
	if n > int(UntilArg) {
		u.bad = true
		return NoArg
	}
	return Arity(n)
}

func (u *unpacker) truth() bool {
	n := u.number()
	if n > 1 {
		u.bad = true
	}
	return n == 1
}

// number reads a number, nearly always of one byte.
func (u *unpacker) number() int {
	if len(u.rest) > 0 && u.rest[0] < 1<<7 {
		n := int(u.rest[0])
		u.rest = u.rest[1:]
		return n
	}
	return u.longNumber()
}

// longNumber reads a number of up to four bytes, more than any list of a
// model is long.
func (u *unpacker) longNumber() int {
	n := 0
	for i := 0; i < 4 && i < len(u.rest); i++ {
		b := u.rest[i]
		n |= int(b&(1<<7-1)) << (7 * i)
		if b < 1<<7 {
			u.rest = u.rest[i+1:]
			return n
		}
	}
	u.bad = true
	u.rest = ""
	return 0
}

// cut reads the length of a list and gives it as much of the free room.
func cut[T any](u *unpacker, free *[]T) []T {
	n := u.number()
	if n == 0 {
		return nil
	}
	if n > len(*free) {
		u.bad = true
		return nil
	}
	list := (*free)[:n:n]
	*free = (*free)[n:]
	return list
}

// room reads the length of a list that a model has but one of, and makes
// room for it.
func room[T any](u *unpacker) []T {
	n := u.number()
	if n == 0 {
		return nil
	}
	if n > len(u.rest) {
		u.bad = true
		return nil
	}
	return make([]T, n)
}
