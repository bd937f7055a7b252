package effect

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// takenBack says what a deletion takes away if it is a patch that an earlier call
// applied in reverse.
const takenBack = "the patch that was just taken back"

// keepsCopy reports whether a call that a pipeline goes through writes what it
// passes on to a file as well.
func (r *collector) keepsCopy() bool {
	todo := slices.Clone(r.call.Stdin.From)
	for n := 0; n < len(todo) && n < maxUpstream; n++ {
		c := &r.script.Calls[todo[n]]
		if c.Prints() == rule.PrintsCopy {
			return true
		}
		todo = append(todo, c.Stdin.From...)
	}
	return false
}

// deletesPatch reports whether a path that the call deletes is a patch that an
// earlier call applied in reverse.
func (r *collector) deletesPatch(w shell.Word) bool {
	if r.all.reversed == nil {
		r.all.reversed = []int{}
		for i := range r.script.Calls {
			c := &r.script.Calls[i]
			if c.Model != nil && c.Where == "" && c.Args.Has("-R", "--reverse") && slices.ContainsFunc(c.Args.Verbs, func(v *rule.Verb) bool {
				return c.Args.Holds(v) && slices.ContainsFunc(v.Effects, func(e rule.Effect) bool { return e.Do == rule.Discard && e.On == "stdin" })
			}) {
				r.all.reversed = append(r.all.reversed, i)
			}
		}
	}
	if len(r.all.reversed) == 0 {
		return false
	}
	name, ok := Literal(w, r.call.Cwd, r.at)
	if !ok {
		name = w.String()
	}
	for _, i := range r.all.reversed {
		c := &r.script.Calls[i]
		if c == r.call || !r.script.Work.Spend(1+len(c.Argv)) {
			continue
		}
		if c.Stdin.Kind == shell.SourceFile && r.all.same(c.Stdin.Text, c, name, w) || slices.ContainsFunc(c.Args.Operands, func(o shell.Word) bool { return r.all.same(o, c, name, w) }) ||
			slices.ContainsFunc(c.On("flag:-i"), func(o shell.Word) bool { return r.all.same(o, c, name, w) }) {
			return true
		}
	}
	return false
}
