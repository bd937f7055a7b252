package rule

// Pack writes a model as one string, which Unpack reads. It serves the
// generator: a constant string costs nothing when a program starts, while
// literals of slices are memory in which the runtime has to learn where the
// pointers are.
//
// A packed model is the number of texts and effects in it, and then a Command.
// A struct is two bytes with a bit for each field that is not zero, the first
// being the lowest, and then these fields. A number is written in base 128,
// the low digits first, with the high bit set where more follow; a text is its
// length and its bytes, a list its length and its elements. Options are packed
// for themselves, into a text, so that those of a subcommand can be left
// packed until it is met; settings are packed so as well.
func Pack(c *Command) string {
	var p packer
	p.command(c)
	return p.numbered(p.nTexts, p.nEffects)
}

// packer writes the fields of a model and counts what Unpack will make room
// for at once.
type packer struct {
	out                         []byte
	nTexts, nEffects, nPatterns int
}

// numbered returns what was written behind the numbers of what is in it.
func (p *packer) numbered(numbers ...int) string {
	var head packer
	for _, n := range numbers {
		head.number(n)
	}
	return string(head.out) + string(p.out)
}

func (p *packer) command(c *Command) {
	f := p.fields()
	f.texts(c.Names)
	f.text(c.Type)
	f.text(c.Style)
	f.number(c.Depth)
	f.text(packOptions(c.Options))
	packAll(f, c.SubOptions, p.subOptions)
	f.texts(c.Harmless)
	packAll(f, c.Nested, p.nested)
	f.text(packSettings(c.AllSettings()))
	packAll(f, c.Verbs, p.verb)
}

func (p *packer) subOptions(s *SubOptions) {
	f := p.fields()
	f.texts(s.Sub)
	f.text(packOptions(s.All()))
}

func (p *packer) nested(n *Nested) {
	f := p.fields()
	f.texts(n.Sub)
	f.texts(n.When)
	f.texts(n.Unless)
	f.number(n.Skip)
	f.truth(n.Assign)
	f.text(n.As)
	f.text(n.Lang)
	f.text(n.Where)
	f.truth(n.Alone)
	f.truth(n.Items)
}

func (p *packer) setting(s *Setting) {
	f := p.fields()
	f.texts(s.Keys)
	f.texts(s.Value)
	f.truth(s.Run)
	f.text(s.Strip)
	f.text(s.Lead)
	f.texts(s.Programs)
	f.text(string(s.Do))
	f.text(s.What)
}

func (p *packer) verb(v *Verb) {
	f := p.fields()
	f.texts(v.Sub)
	f.texts(v.Any)
	f.texts(v.All)
	f.texts(v.None)
	f.texts(v.Operand)
	f.number(v.Min)
	f.number(v.Max)
	f.text(v.Type)
	p.nEffects += len(v.Effects)
	packAll(f, v.Effects, p.effect)
}

func (p *packer) effect(e *Effect) {
	f := p.fields()
	f.text(string(e.Do))
	f.text(e.On)
	f.texts(e.Recursive)
	f.texts(e.Force)
	f.text(e.What)
	f.text(e.Scale)
}

// packSettings packs a list of settings: the number of their texts, their own
// number, and the settings.
func packSettings(list []Setting) string {
	if len(list) == 0 {
		return ""
	}
	var p packer
	for i := range list {
		p.setting(&list[i])
	}
	return p.numbered(p.nTexts, len(list))
}

// packOptions packs a list of options: the number of their names, their own
// number, and the options.
func packOptions(list []Option) string {
	if len(list) == 0 {
		return ""
	}
	var p packer
	for i := range list {
		p.option(&list[i])
	}
	return p.numbered(p.nTexts, len(list))
}

// The first byte of an option: its arity, whether it has a role and a prefix
// to strip, and how many names it has.
const (
	optionArity = 1<<2 - 1
	optionRole  = 1 << 2
	optionStrip = 1 << 3
	optionNames = 4        // shift of the number of names
	manyNames   = 1<<4 - 1 // the number follows
)

func (p *packer) option(o *Option) {
	first := byte(o.Arg) & optionArity
	if o.Role != "" {
		first |= optionRole
	}
	if o.Strip != "" {
		first |= optionStrip
	}
	if n := len(o.Names); n < manyNames {
		p.out = append(p.out, first|byte(n)<<optionNames)
	} else {
		p.out = append(p.out, first|manyNames<<optionNames)
		p.number(n)
	}
	p.texts(o.Names)
	if o.Role != "" {
		p.text(o.Role)
	}
	if o.Strip != "" {
		p.text(o.Strip)
	}
}

// texts writes the elements of a list.
func (p *packer) texts(list []string) {
	p.nTexts += len(list)
	for _, s := range list {
		p.text(s)
	}
}

func (p *packer) text(s string) {
	p.number(len(s))
	p.out = append(p.out, s...)
}

// moreDigits marks a digit of a number behind which there are more.
const moreDigits = 1 << 7

func (p *packer) number(n int) {
	for ; n >= moreDigits; n >>= 7 {
		p.out = append(p.out, byte(n)|moreDigits)
	}
	p.out = append(p.out, byte(n))
}

// fields begins a struct, whose fields are then given in their order.
func (p *packer) fields() *packedFields {
	p.out = append(p.out, 0, 0)
	return &packedFields{p: p, bits: len(p.out) - 2}
}

type packedFields struct {
	p     *packer
	bits  int // where the bits of the fields stand
	field int
}

// next counts a field and returns whether it is to be written.
func (f *packedFields) next(set bool) bool {
	if set {
		f.p.out[f.bits+f.field/8] |= 1 << (f.field % 8)
	}
	f.field++
	return set
}

func (f *packedFields) truth(b bool) { f.next(b) }

func (f *packedFields) number(n int) {
	if f.next(n != 0) {
		f.p.number(n)
	}
}

func (f *packedFields) text(s string) {
	if f.next(s != "") {
		f.p.text(s)
	}
}

func (f *packedFields) texts(list []string) {
	if f.next(len(list) > 0) {
		f.p.number(len(list))
		f.p.texts(list)
	}
}

// packAll writes a field that is a list of structs.
func packAll[T any](f *packedFields, list []T, pack func(*T)) {
	if f.next(len(list) > 0) {
		f.p.number(len(list))
		for i := range list {
			pack(&list[i])
		}
	}
}
