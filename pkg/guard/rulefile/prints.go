package rulefile

import (
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// output reads a row of what a program prints.
func (r *reader) output(n *Node, c *rule.Command) (out rule.Output) {
	r.object(n, "output",
		field{"program", r.someOf(&out.Program, c)},
		field{"sub", r.list(&out.Sub)},
		field{"any", r.list(&out.Any)},
		field{"operand", r.list(&out.Operand)},
		field{"alone", r.yes(&out.Alone)},
		field{"prints", func(n *Node) { word(r, &out.Prints, "output", rule.Prints[:])(n) }},
		field{"path", r.line(&out.Path)},
		field{"from", func(n *Node) { word(r, &out.From, "origin", rule.Provenances[:])(n) }},
	)
	return out
}
