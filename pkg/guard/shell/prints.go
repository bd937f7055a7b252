package shell

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// Output returns what is known of what a call prints: the first row whose
// conditions hold, or nil.
func (c *Call) Output() *rule.Output {
	if c.About == nil {
		return nil
	}
	for i := range c.About.Outputs {
		if o := &c.About.Outputs[i]; c.fits(o) {
			return o
		}
	}
	return nil
}

func (c *Call) fits(o *rule.Output) bool {
	return (len(o.Program) == 0 || slices.Contains(o.Program, c.Program)) && (len(o.Sub) == 0 || c.Args.Is(o.Sub)) && (o.Path == "" || len(c.Assigns) == 0) &&
		(len(o.Any) == 0 || c.Args.Has(o.Any...)) && (!o.Alone || len(c.Args.Operands) == 0) &&
		(len(o.Operand) == 0 || c.Args.Matches(o.Operand))
}

// Prints returns how what a call prints is worked out, or "".
func (c *Call) Prints() string {
	if o := c.Output(); o != nil {
		return o.Prints
	}
	return ""
}
