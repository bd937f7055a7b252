package rulefile

import (
	"regexp/syntax"
	"unicode"
)

// backtracking is a compiled pattern of the dialect. The standard library's
// instructions are tried one way after the other. A place that failed once is
// not tried again, unless a back reference makes a difference.
type backtracking struct {
	main     *part
	specials []special
	groups   int
	refers   bool // it has back references
	parts    int
	size     int // instructions of all of them
}

// try is a match under way.
type try struct {
	*backtracking
	text  []rune
	at    []int // by threes: where a group began and ended, -1 for none, and where it was opened
	stack []undo
	steps int // that are left
	tried []tried
}

// tried is which instructions of a part were tried where.
type tried struct {
	bits  []uint64
	marks []int
}

// undo is what to do when a way has failed: try another, or put back a place of
// a group or a mark.
type undo struct {
	kind  undoKind
	which int // the instruction, the place of at, or the mark
	to    int
	part  int
}

type undoKind uint8

const (
	otherWay undoKind = iota
	putBack
	unmark
)

// match reports whether the pattern matches anywhere, and how many steps of those
// allowed that took. It took more than those if the answer is not known.
func (b *backtracking) match(text []rune, allowed int) (ok bool, steps int) {
	t := try{backtracking: b, text: text, steps: allowed, tried: make([]tried, b.parts)}
	if b.refers {
		t.at = make([]int, 3*b.groups)
		for i := range t.at {
			t.at[i] = -1
		}
	}
	for start := 0; start <= len(text) && !ok && t.steps >= 0; start++ {
		ok = t.run(b.main, start, -1) >= 0
	}
	return ok && t.steps >= 0, allowed - t.steps
}

// run matches a part from one place on, up to another unless that is negative.
// It returns where the match ends, or -1. What is then left on the stack above
// its former height would lead to other matches.
func (t *try) run(p *part, at, end int) int {
	base, pc := len(t.stack), p.prog.Start
	for {
		if t.steps--; t.steps < 0 {
			return -1
		}
		in, next := &p.prog.Inst[pc], -1
		switch in.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			if t.mark(p, pc, at) {
				t.stack = append(t.stack, undo{kind: otherWay, which: int(in.Arg), to: at})
				next = at
			}
		case syntax.InstCapture:
			next = t.group(p, pc, at)
		case syntax.InstEmptyWidth:
			before, after := rune(-1), rune(-1)
			if at > 0 {
				before = t.text[at-1]
			}
			if at < len(t.text) {
				after = t.text[at]
			}
			if need := syntax.EmptyOp(in.Arg); need&^syntax.EmptyOpContext(before, after) == 0 {
				next = at
			}
		case syntax.InstNop:
			next = at
		case syntax.InstMatch:
			if end < 0 || at == end {
				return at
			}
		case syntax.InstFail:
		default:
			if at < len(t.text) && fits(in, t.text[at]) {
				next = at + 1
			}
		}
		if next >= 0 {
			pc, at = int(in.Out), next
			continue
		}
		if pc, at = t.back(base); pc < 0 {
			return -1
		}
	}
}

func fits(in *syntax.Inst, r rune) bool {
	switch in.Op {
	case syntax.InstRune1:
		return r == in.Rune[0]
	case syntax.InstRuneAny:
		return true
	case syntax.InstRuneAnyNotNL:
		return r != '\n'
	}
	return in.MatchRune(r)
}

// group notes where a group begins or ends. If the group stands for something
// else, it returns where that ends, or -1.
func (t *try) group(p *part, pc, at int) int {
	in := &p.prog.Inst[pc]
	switch n := p.captures[in.Arg/2]; {
	case n >= 0 && t.refers && in.Arg&1 == 0:
		t.set(3*n+2, at)
	case n >= 0 && t.refers:
		t.set(3*n, t.at[3*n+2])
		t.set(3*n+1, at)
	case n < 0 && in.Arg&1 == 0:
		if !t.mark(p, pc, at) {
			return -1
		}
		return t.special(&t.specials[^n], at)
	}
	return at
}

func (t *try) set(i, at int) {
	t.stack = append(t.stack, undo{kind: putBack, which: i, to: t.at[i]})
	t.at[i] = at
}

func (t *try) special(s *special, at int) int {
	if s.kind == same {
		return t.same(s, at)
	}
	base, end := len(t.stack), -1
	if s.kind == behind || s.kind == notBehind {
		for start := at - s.part.min; start >= max(at-s.part.max, 0) && end < 0 && t.steps >= 0; start-- {
			end = t.run(s.part, start, at)
		}
	} else {
		end = t.run(s.part, at, -1)
	}
	t.unmark(s.part)
	not := s.kind == notAhead || s.kind == notBehind
	switch {
	case not:
		t.unwind(base)
	case end >= 0:
		t.settle(base)
	}
	switch {
	case t.steps < 0 || not == (end >= 0):
		return -1
	case s.kind == atomic:
		return end
	}
	return at
}

// same matches what a group matched.
func (t *try) same(s *special, at int) int {
	from, to := t.at[3*s.group], t.at[3*s.group+1]
	if from < 0 || to-from > len(t.text)-at {
		return -1
	}
	for i, r := range t.text[from:to] {
		if o := t.text[at+i]; r != o && !(s.either && equalFold(r, o)) {
			return -1
		}
	}
	t.steps -= to - from
	return at + to - from
}

func equalFold(a, b rune) bool {
	for r := unicode.SimpleFold(a); r != a; r = unicode.SimpleFold(r) {
		if r == b {
			return true
		}
	}
	return false
}

// mark notes that an instruction is tried at a place. It reports false where it
// failed before, or where it is being tried: then nothing was matched since.
func (t *try) mark(p *part, pc, at int) bool {
	tried := &t.tried[p.number]
	if tried.bits == nil {
		tried.bits = make([]uint64, len(p.prog.Inst)*(len(t.text)+1)/64+1)
		t.steps -= len(tried.bits)
	}
	i := at*len(p.prog.Inst) + pc
	if tried.bits[i/64]>>(i%64)&1 != 0 {
		return false
	}
	tried.bits[i/64] |= 1 << (i % 64)
	if t.refers {
		t.stack = append(t.stack, undo{kind: unmark, which: i, part: p.number})
	} else {
		tried.marks = append(tried.marks, i)
	}
	return true
}

// unmark forgets which instructions of a part were tried where.
func (t *try) unmark(p *part) {
	tried := &t.tried[p.number]
	for _, i := range tried.marks {
		tried.bits[i/64] = 0
	}
	tried.marks = tried.marks[:0]
}

// back goes back to the last other way, or to a height of the stack if there is
// none above.
func (t *try) back(base int) (pc, at int) {
	for len(t.stack) > base {
		u := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		if u.kind == otherWay {
			return u.which, u.to
		}
		t.undo(u)
	}
	return -1, 0
}

func (t *try) undo(u undo) {
	switch u.kind {
	case putBack:
		t.at[u.which] = u.to
	case unmark:
		t.tried[u.part].bits[u.which/64] &^= 1 << (u.which % 64)
	}
}

// unwind puts back all above a height of the stack.
func (t *try) unwind(base int) {
	for ; len(t.stack) > base; t.stack = t.stack[:len(t.stack)-1] {
		t.undo(t.stack[len(t.stack)-1])
	}
}

// settle takes the way that was found: of what is above a height of the stack
// only the places of groups may still have to be put back.
func (t *try) settle(base int) {
	kept := t.stack[:base]
	for _, u := range t.stack[base:] {
		switch u.kind {
		case putBack:
			kept = append(kept, u)
		case unmark:
			t.undo(u)
		}
	}
	t.stack = kept
}
