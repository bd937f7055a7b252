package rulefile

import (
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// Document parses a YAML file that is no rule file within the same bounds:
// the settings that people and projects write are as hostile as their rules.
func Document(path string, data []byte) (*Node, error) {
	r := &reader{path: path}
	return r.open(data), r.err()
}

// Wrapper reads a program that runs the command among its arguments, as a
// user declares it: its name, or its name with the options and the number of
// operands that come before the command.
func Wrapper(path string, n *Node) (rule.Command, error) {
	r := &reader{path: path}
	out := r.wrapper(n)
	return out, r.err()
}

func (r *reader) wrapper(n *Node) rule.Command {
	nested := rule.Nested{As: rule.AsArgv}
	out := rule.Command{Type: "Custom", Style: rule.POSIX}
	r.rowOr(n, func(n *Node) {
		seen := r.object(n, "a wrapper",
			field{"program", r.programs(&out.Names)},
			field{"options", r.options(&out.Options)},
			field{"skip", r.count(&nested.Skip)},
			field{"assign", r.yes(&nested.Assign)},
		)
		r.need(n, "a wrapper", seen, "program")
	}, r.programs(&out.Names))
	out.Nested = []rule.Nested{nested}
	return out
}
