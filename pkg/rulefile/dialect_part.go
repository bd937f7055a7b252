package rulefile

import (
	"errors"
	"regexp/syntax"
	"strconv"
)

// part is a pattern, or what is looked for at one place of it.
type part struct {
	number   int
	prog     *syntax.Prog
	captures []int // by the number of a group: that of the dialect's, or ^ of a special
	min, max int   // how many runes it may match
}

// endless is the width of what may match without end.
const endless = 1 << 30

// part reads up to the parenthesis that ends it and compiles it.
func (d *dialect) part(m modes) (*part, error) {
	text, err := d.sequence(m)
	if err != nil {
		return nil, err
	}
	return d.compile(m.String() + ")" + text)
}

func (d *dialect) compile(text string) (*part, error) {
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil, err
	}
	p := &part{number: d.parts, captures: []int{0}}
	d.parts++
	for _, name := range tree.CapNames()[1:] {
		n, _ := strconv.Atoi(name[1:])
		if name[0] == 's' {
			n = ^n
		}
		p.captures = append(p.captures, n)
	}
	p.min, p.max = d.width(tree, p)
	if p.prog, err = syntax.Compile(tree.Simplify()); err != nil {
		return nil, err
	}
	if d.size += len(p.prog.Inst); d.size > maxProgram {
		return nil, errors.New("repeats too much")
	}
	return p, nil
}

// width returns how many runes a pattern matches at least and at most.
func (d *dialect) width(re *syntax.Regexp, p *part) (low, high int) {
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune), len(re.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1, 1
	case syntax.OpCapture:
		if n := p.captures[re.Cap]; n < 0 {
			switch s := &d.specials[^n]; s.kind {
			case same:
				return 0, endless
			case atomic:
				return s.part.min, s.part.max
			}
			return 0, 0
		}
		return d.width(re.Sub[0], p)
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			l, h := d.width(sub, p)
			low, high = min(low+l, endless), min(high+h, endless)
		}
	case syntax.OpAlternate:
		low = endless
		for _, sub := range re.Sub {
			l, h := d.width(sub, p)
			low, high = min(low, l), max(high, h)
		}
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		low, high = d.width(re.Sub[0], p)
		least, most := re.Min, re.Max
		switch re.Op {
		case syntax.OpStar:
			least, most = 0, -1
		case syntax.OpPlus:
			least, most = 1, -1
		case syntax.OpQuest:
			least, most = 0, 1
		}
		if low = min(low*least, endless); most >= 0 && high < endless {
			high = min(high*most, endless)
		} else if high > 0 {
			high = endless
		}
	}
	return low, high
}
