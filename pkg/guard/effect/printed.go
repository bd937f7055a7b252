package effect

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// A secret that is printed goes to the model and into logs. One in a variable, in a file
// or given to another program does not.

// What is said behind the name of a secret.
const (
	unprinted     = ", not printed"
	ofProduction  = " of production"
	forACommand   = ", for a command"
	clipboard     = "the clipboard"
	everyInAStore = "every secret of a store, one after the other"
)

// noteSecrets says of the secrets that a call reads whether they are printed and of
// production, and whether a loop reads them all.
func (r *collector) noteSecrets() {
	for k := range r.out {
		e := &r.out[k]
		switch {
		case e.Kind != rule.Secret || e.All || strings.HasSuffix(e.What, forACommand):
		case e.What == clipboard:
			if r.all.pipedTo(r.i) > r.i || !r.all.printed(r.i) {
				e.What += unprinted
			}
		case r.call.Loop && r.namesUnknown():
			e.What, e.All = everyInAStore, true
		case r.namesProduction() && r.all.printed(r.i):
			if e.What == "" {
				e.What = "secrets"
			}
			e.What += ofProduction
		}
	}
}

// namesUnknown reports whether an operand is a variable whose value is not known.
func (r *collector) namesUnknown() bool {
	return slices.ContainsFunc(r.call.Args.Operands, func(w shell.Word) bool {
		_, known := w.Literal()
		return !known && w.Prefix() == ""
	})
}

// namesProduction reports whether a word of the call, or a variable before it, names
// production.
func (r *collector) namesProduction() bool {
	const longest = 200 // a text is no name
	named := func(w shell.Word) bool {
		s := w.String()
		return len(s) <= longest && inUse(s)
	}
	if slices.ContainsFunc(r.call.Argv[1:], named) {
		return true
	}
	return slices.ContainsFunc(r.call.Assigns, func(a shell.Assign) bool { return named(a.Value) })
}

// printed reports whether the output of a call is shown: it is not captured, in a file
// or read by a program that keeps it.
func (x *Reader) printed(i int) bool {
	for k := i; k >= 0; k = x.script.Calls[k].Via {
		c := &x.script.Calls[k]
		if c.Captured || shell.Writes(c.Redirs) {
			return false
		}
		if next := x.pipedTo(k); next > k {
			m := x.script.Calls[next].About
			return m.TraitsOf(x.script.Calls[next].Program)&(rule.Filter|rule.PassThrough) != 0 && x.printed(next)
		}
	}
	return true
}

// pipedTo returns the call that reads the output of another, -1 where none does.
func (x *Reader) pipedTo(i int) int {
	return slices.IndexFunc(x.script.Calls, func(c shell.Call) bool {
		return c.Via < 0 && c.Stdin.Kind == shell.SourcePipe && slices.Contains(c.Stdin.From, i)
	})
}
