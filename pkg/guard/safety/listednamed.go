package safety

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// listed asks whether what other calls list for a call was chosen there by a name, a label, or the
// image it is of: docker ps -aq --filter name=shop-. The answer is in the text.
func (w *weighing) listed(fact string, _ bool) (bool, func(string) rule.Told) {
	found := false
	for _, word := range w.script.Calls[w.i].Argv {
		for _, from := range word.From() {
			if found = true; fact != rule.ListedNamed || !choosesByName(&w.script.Calls[from]) {
				return false, nil
			}
		}
	}
	return found, rule.PathState{}.Value
}

// choosesByName reports whether a call that lists containers or images says by name which.
func choosesByName(c *shell.Call) bool {
	const shortest = 3 // a name of less stands for nearly all
	isImages := c.Args.Is([]string{"images", "image ls", "image list"})
	if !isImages && !c.Args.Is([]string{"ps", "container ls", "container list"}) {
		return false
	}
	if isImages && len(c.Args.Operands) == 1 {
		name, known := c.Args.Operands[0].Literal()
		return known && len(name) >= shortest && !strings.ContainsAny(name, "*?")
	}
	chosen := false
	for _, f := range c.Args.Flags {
		if f.Value == nil {
			continue
		}
		text, known := f.Value.Literal()
		kind, value, _ := strings.Cut(text, "=")
		switch kind {
		case "label": // without a value, whatever has that label
			_, value, _ = strings.Cut(value, "=")
		case "name":
			known = known && !strings.Contains(value, ".")
		case "ancestor", "reference":
		default:
			continue
		}
		if !known || len(value) < shortest || strings.ContainsAny(value, "*?^|") {
			return false // of two names either may do
		}
		chosen = true
	}
	return chosen
}
