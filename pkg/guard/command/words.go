package command

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Words returns the words of a call without its options, the program first.
// The program's model tells options and their values from the rest.
func Words(c *shell.Call) []string {
	words := []string{c.Program}
	if c.Model != nil {
		words = append(words, c.Args.Sub...)
		for _, w := range c.Args.Operands {
			words = append(words, w.String())
		}
	} else {
		for _, w := range c.Argv[min(1, len(c.Argv)):] {
			if s := w.String(); s != "" && s[0] != '-' {
				words = append(words, s)
			}
		}
	}
	if len(words) > 1 && strings.HasPrefix(words[1], "+") { // cargo +nightly test
		words = slices.Delete(words, 1, 2)
	}
	return words
}

// AsksForHelp reports whether a call only has its program show how to call it, or which
// version it is. A letter that is an option of the program's own is none: sort -V.
func AsksForHelp(c *shell.Call) bool {
	if len(c.Argv) != 2 || !asksForHelpWord(c.Argv[1].String()) {
		return false
	}
	letter := c.Argv[1].String()
	return len(letter) != 2 || c.Model == nil || !slices.ContainsFunc(c.Model.Options, func(o rule.Option) bool {
		return slices.Contains(o.Names, letter) && len(o.Names) > 1 && !slices.ContainsFunc(o.Names, func(n string) bool { return n != letter && asksForHelpWord(n) })
	})
}

// HasArg reports whether a call has one of the words, or one of those options
// with its value attached.
func HasArg(c *shell.Call, list []string) bool {
	for _, w := range c.Argv[min(1, len(c.Argv)):] {
		s := w.String()
		for _, want := range list {
			if s == want || strings.HasPrefix(want, "--") && strings.HasPrefix(s, want+"=") {
				return true
			}
			if len(want) == 2 && want[0] == '-' && want[1] != '-' && len(s) > 2 && s[0] == '-' && s[1] != '-' && len(s) <= 4 && strings.Contains(s, want[1:]) {
				return true // bundled, as in -xc
			}
		}
	}
	return false
}
