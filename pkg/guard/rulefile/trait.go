package rulefile

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// traits reads the traits of a program: words for those it always has, and
// rows for some of its names or subcommands. The rows come first.
func (r *reader) traits(out *rule.Command) func(*Node) {
	return func(n *Node) {
		var always rule.Trait
		r.each(n, func(n *Node) {
			if n.isMap() {
				out.Traits.Add(r.traitRow(n, out))
				return
			}
			r.trait(&always)(n)
		})
		if always != 0 {
			out.Traits.Add(rule.TraitRow{Is: always})
		}
	}
}

func (r *reader) traitRow(n *Node, c *rule.Command) (out rule.TraitRow) {
	seen := r.object(n, "traits",
		field{"program", r.someOf(&out.Program, c)},
		field{"sub", func(n *Node) {
			r.each(n, func(n *Node) {
				if s, ok := r.text(n); ok {
					out.Sub = append(out.Sub, s)
				}
			})
		}},
		field{"is", func(n *Node) { r.each(n, r.trait(&out.Is)) }},
	)
	r.need(n, "traits", seen, "is")
	if len(out.Program) == 0 && len(out.Sub) == 0 {
		r.errorIn(n, "a row without program or sub: write its words without is")
	}
	return out
}

// trait reads a word for traits and adds them to a set.
func (r *reader) trait(to *rule.Trait) func(*Node) {
	known := append(slices.Clone(rule.Traits[:]), rule.TraitViewer)
	return func(n *Node) {
		var s string
		if word(r, &s, "trait", known)(n) {
			*to |= rule.TraitNamed(s)
		}
	}
}

// someOf reads some of the names of a model.
func (r *reader) someOf(to *[]string, c *rule.Command) func(*Node) {
	return func(n *Node) {
		r.programs(to)(n)
		for _, name := range *to {
			if !c.Has(name) {
				r.errorIn(n, "%s is none of the names of the program%s", display.Quote(name), oneOf(name, c.Names))
			}
		}
	}
}
