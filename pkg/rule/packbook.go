package rule

import (
	"maps"
	"slices"
)

// PackChecks writes checks as a Book holds them, without their examples:
// these prove, and nobody is shown them. A packed item is the number of texts
// and patterns in it, and then the item, in the way of Pack.
func PackChecks(list []Check) Shelf {
	return packShelf(len(list), func(p *packer, i int) { p.check(&list[i]) })
}

// PackFixes writes fixes as a Book holds them, without their examples.
func PackFixes(list []Fix) Shelf {
	return packShelf(len(list), func(p *packer, i int) { p.fix(&list[i]) })
}

func packShelf(n int, pack func(p *packer, i int)) Shelf {
	var head, items []byte
	begin := func() {
		at := 4*(n+1) + len(items)
		head = append(head, byte(at), byte(at>>8), byte(at>>16), byte(at>>24))
	}
	for i := range n {
		begin()
		var p packer
		pack(&p, i)
		items = append(items, p.numbered(p.nTexts, p.nPatterns)...)
	}
	begin()
	return Shelf(append(head, items...))
}

// PackWays writes the ways to start checks as Book.WaysOf reads them: for each
// letter that a way begins with the letter, and as one text the ways, each
// behind the number of its check.
func PackWays(checks []Check) string {
	groups := make(map[string]*packer)
	for i := range checks {
		for _, way := range checks[i].Commands {
			if way == "" {
				continue
			}
			g := groups[way[:1]]
			if g == nil {
				g = &packer{}
				groups[way[:1]] = g
			}
			g.number(i)
			g.text(way)
		}
	}
	var p packer
	for _, letter := range slices.Sorted(maps.Keys(groups)) {
		p.text(letter)
		p.text(string(groups[letter].out))
	}
	return string(p.out)
}

// The traits of a check, as bits of a number.
const (
	packedPrints = 1 << iota
	packedSilent
	packedRunner
)

func (p *packer) check(c *Check) {
	f := p.fields()
	f.text(c.ID)
	f.text(c.Tool)
	f.text(c.Kind)
	f.texts(c.Commands)
	f.texts(c.Own)
	f.texts(c.Needs)
	f.texts(c.Unless)
	for _, list := range c.Parts() {
		f.patterns(*list)
	}
	f.text(c.Places)
	if f.next(len(c.Benign) > 0) {
		p.number(len(c.Benign))
		for _, status := range c.Benign {
			p.number(status)
		}
	}
	traits := 0
	if c.Prints {
		traits |= packedPrints
	}
	if c.Silent {
		traits |= packedSilent
	}
	if c.Runner {
		traits |= packedRunner
	}
	f.number(traits)
}

func (u *unpacker) check(c *Check) {
	f := u.fields()
	f.text(&c.ID)
	f.text(&c.Tool)
	f.text(&c.Kind)
	f.texts(&c.Commands)
	f.texts(&c.Own)
	f.texts(&c.Needs)
	f.texts(&c.Unless)
	for _, list := range c.Parts() {
		f.patterns(list)
	}
	f.text(&c.Places)
	if f.next() {
		c.Benign = make([]int, u.length())
		for i := range c.Benign {
			c.Benign[i] = u.number()
		}
	}
	traits := 0
	f.number(&traits)
	c.Prints = traits&packedPrints != 0
	c.Silent = traits&packedSilent != 0
	c.Runner = traits&packedRunner != 0
	f.end()
}

func (p *packer) fix(x *Fix) {
	f := p.fields()
	f.text(x.ID)
	f.text(x.Class)
	f.texts(x.Programs)
	f.texts(x.Sub)
	f.texts(x.Needs)
	f.texts(x.Unless)
	f.number(x.Exit)
	f.patterns(x.Error)
	f.text(x.Cause)
	f.text(x.Advice)
	f.texts(x.Choices)
	f.texts(x.Commands)
	f.truth(x.Safe)
}

func (u *unpacker) fix(x *Fix) {
	f := u.fields()
	f.text(&x.ID)
	f.text(&x.Class)
	f.texts(&x.Programs)
	f.texts(&x.Sub)
	f.texts(&x.Needs)
	f.texts(&x.Unless)
	f.number(&x.Exit)
	f.patterns(&x.Error)
	f.text(&x.Cause)
	f.text(&x.Advice)
	f.texts(&x.Choices)
	f.texts(&x.Commands)
	x.Safe = f.next()
	f.end()
}

func (p *packer) pattern(x *Pattern) {
	f := p.fields()
	f.text(x.Regex)
	f.texts(x.Literals)
	f.number(x.More)
}

func (u *unpacker) pattern(x *Pattern) {
	f := u.fields()
	f.text(&x.Regex)
	f.texts(&x.Literals)
	f.number(&x.More)
	f.end()
}

func (f *packedFields) patterns(list []Pattern) {
	f.p.nPatterns += len(list)
	packAll(f, list, f.p.pattern)
}

func (f *unpackedFields) patterns(list *[]Pattern) {
	if !f.next() {
		return
	}
	*list = cutOld(f.u, &f.u.freePatterns, f.u.number())
	for i := range *list {
		f.u.pattern(&(*list)[i])
	}
}

// unpackItem reads an item of a shelf, which is refused unless it is whole.
func unpackItem(packed string, read func(*unpacker)) bool {
	u := unpacker{packed: packed}
	nTexts, nPatterns := u.length(), u.length()
	u.freeTexts = make([]string, nTexts)
	u.freePatterns = make([]Pattern, nPatterns)
	read(&u)
	return !u.bad && u.pos == len(packed) && len(u.freeTexts)+len(u.freePatterns) == 0
}
