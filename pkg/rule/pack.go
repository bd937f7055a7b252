package rule

// Pack writes a model as one string, which Unpack reads. It serves the
// generator: a constant string costs nothing when a program starts, while
// literals of slices are memory in which the runtime has to learn where the
// pointers are.
//
// A packed model is the number of all texts, options and effects in it, and
// then the fields of Command in their order. A number is written in base 128,
// the low digits first, with the high bit set where more follow; a text is
// its length and its bytes; a list is its length and its elements.
func Pack(c *Command) string {
	var p packer
	p.command(c)
	var head packer
	head.number(p.nTexts)
	head.number(p.nOptions)
	head.number(p.nEffects)
	return string(head.out) + string(p.out)
}

// packer writes the fields of a model and counts what Unpack will make room
// for at once.
type packer struct {
	out                        []byte
	nTexts, nOptions, nEffects int
}

func (p *packer) command(c *Command) {
	p.texts(c.Names)
	p.text(c.Type)
	p.text(c.Style)
	p.number(c.Depth)
	p.options(c.Options)
	p.number(len(c.SubOptions))
	for i := range c.SubOptions {
		p.texts(c.SubOptions[i].Sub)
		p.options(c.SubOptions[i].Options)
	}
	p.texts(c.Harmless)
	p.number(len(c.Nested))
	for i := range c.Nested {
		p.nested(&c.Nested[i])
	}
	p.number(len(c.Settings))
	for i := range c.Settings {
		p.setting(&c.Settings[i])
	}
	p.number(len(c.Verbs))
	for i := range c.Verbs {
		p.verb(&c.Verbs[i])
	}
}

func (p *packer) options(list []Option) {
	p.nOptions += len(list)
	p.number(len(list))
	for i := range list {
		o := &list[i]
		p.texts(o.Names)
		p.number(int(o.Arg))
		p.text(o.Role)
		p.text(o.Strip)
	}
}

func (p *packer) nested(n *Nested) {
	p.texts(n.Sub)
	p.texts(n.When)
	p.texts(n.Unless)
	p.number(n.Skip)
	p.truth(n.Assign)
	p.text(n.As)
	p.text(n.Lang)
	p.text(n.Where)
	p.truth(n.Items)
}

func (p *packer) setting(s *Setting) {
	p.texts(s.Keys)
	p.texts(s.Value)
	p.truth(s.Run)
	p.text(s.Strip)
	p.texts(s.Programs)
	p.text(s.Do)
	p.text(s.What)
}

func (p *packer) verb(v *Verb) {
	p.texts(v.Sub)
	p.texts(v.Any)
	p.texts(v.All)
	p.texts(v.None)
	p.texts(v.Operand)
	p.number(v.Min)
	p.number(v.Max)
	p.text(v.Type)
	p.nEffects += len(v.Effects)
	p.number(len(v.Effects))
	for i := range v.Effects {
		e := &v.Effects[i]
		p.text(e.Do)
		p.text(e.On)
		p.texts(e.Recursive)
		p.texts(e.Force)
		p.text(e.What)
		p.text(e.Scale)
	}
}

func (p *packer) texts(list []string) {
	p.nTexts += len(list)
	p.number(len(list))
	for _, s := range list {
		p.text(s)
	}
}

func (p *packer) text(s string) {
	p.number(len(s))
	p.out = append(p.out, s...)
}

func (p *packer) truth(b bool) {
	n := 0
	if b {
		n = 1
	}
	p.number(n)
}

func (p *packer) number(n int) {
	for ; n >= 1<<7; n >>= 7 {
		p.out = append(p.out, byte(n)|1<<7)
	}
	p.out = append(p.out, byte(n))
}
