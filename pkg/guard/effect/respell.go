package effect

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// respells reports whether a call prints a key of the environment in another
// spelling: encoded, reversed, with other letters. Who masks keys in a log or
// an answer does not know it any more.
func (x *Reader) respells(i int) bool {
	c := &x.script.Calls[i]
	out := c.Output()
	if c.Captured || out == nil || len(c.Stdin.From) == 0 && c.Stdin.Kind != shell.SourceText {
		return false
	}
	switch {
	case out.From == rule.FromEncoded, out.Prints == rule.PrintsReversed, out.Prints == rule.PrintsTranslated, out.Prints == rule.PrintsSubstituted:
	default:
		return false
	}
	if x.trace(c.Stdin.From)&FromKey == 0 && keys(c.Stdin.Text) == 0 {
		return false
	}
	toFile := slices.ContainsFunc(c.Redirs, func(d shell.Redir) bool { return strings.HasPrefix(d.Op, ">") && d.Fd != "2" })
	return !toFile && !slices.ContainsFunc(x.script.Calls, func(o shell.Call) bool { return slices.Contains(o.Stdin.From, i) })
}
