package interpret

import (
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// calledAgain is how often a function is walked that changes nothing, from one place and
// with the same arguments: each walk finds the same. Scripts with a function that prints
// messages would else spend all work on it, because the functions that call it are walked
// again for each of their own calls. What it prints may be run, so the variables that it
// reads have the same values, too.
const calledAgain = 8

// told is what the walks of a function at one place came to.
type told struct {
	walks int
	out   Output
}

// again returns what a call of a function came to before, where it need not be walked once
// more. note, if there is one, takes what it comes to.
func (w *Walker) again(f *function, args []shell.Word, x *Invocation, st *State) (out Output, ok bool, note func(Output)) {
	if len(x.Assigns)+len(x.redirs) > 0 || x.In != shell.OwnInput || !w.changesNothing(f, st) {
		return Output{}, false, nil
	}
	var b strings.Builder
	b.WriteString(strconv.Itoa(int(f.body.Pos().Offset())))
	at := w.at.Span(x.Span.From, x.Span.To)
	b.WriteByte(':')
	b.WriteString(strconv.Itoa(at.From))
	for i := range args {
		b.WriteByte(0)
		b.WriteString(args[i].String())
	}
	b.WriteByte(0)
	b.WriteString(f.meant)
	b.WriteString(st.Cwd.Path.String())
	for _, name := range f.reads {
		v, _ := st.get(st.target(name))
		b.WriteByte(0)
		for _, list := range [...][]shell.Word{v.alts, v.elems} {
			for i := range list {
				b.WriteByte(1)
				b.WriteString(list[i].String())
			}
			b.WriteByte(2)
		}
	}
	if b.Len() > 1<<12 {
		return Output{}, false, nil
	}
	key := b.String()
	t := w.told[key]
	if t.walks >= calledAgain {
		return t.out, true, nil
	}
	return Output{}, false, func(o Output) {
		if w.told == nil {
			w.told = make(map[string]told)
		}
		w.told[key] = told{t.walks + 1, o}
	}
}

// manyCalls is from how many on a call is not listed again that stands at the same place
// with the same words: a long script with functions that call functions has the same
// command thousands of times, and all of them mean the same.
const manyCalls = 2000

// sameCall returns the call in the list that is the same as this one.
func (w *Walker) sameCall(c *shell.Call) (i int, ok bool) {
	n := len(w.script.Calls)
	if n < manyCalls || len(c.Redirs)+len(c.Runs)+len(c.Wrappers) > 0 || len(c.Rare.Assigns)+len(c.Rare.Items)+len(c.Rare.Settings) > 0 || c.Rare.Effect != "" || c.Stdin != shell.OwnInput || c.Code != "" || c.Where != "" || w.at.pos.file != nil || c.Model != nil && len(c.Model.Nested) > 0 {
		return 0, false
	}
	var b strings.Builder
	for _, n := range [...]int{c.Span.From, c.Span.To, c.Via} {
		b.WriteString(strconv.Itoa(n))
		b.WriteByte(' ')
	}
	for _, is := range [...]bool{c.Loop, c.Spawn, c.Late, c.Captured} {
		if is {
			b.WriteByte('y')
		} else {
			b.WriteByte('n')
		}
	}
	b.WriteString(c.Cwd.Path.String())
	if c.Cwd.Else != nil {
		b.WriteByte(0)
		b.WriteString(c.Cwd.Else.String())
	}
	for i := range c.Argv {
		b.WriteByte(0)
		b.WriteString(c.Argv[i].String())
	}
	key := b.String()
	if i, ok := w.listed[key]; ok {
		return i, true
	}
	if w.listed == nil {
		w.listed = make(map[string]int)
	}
	w.listed[key] = n
	return 0, false
}
