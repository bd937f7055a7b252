package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// optionPlace returns where a call takes an option, and whether that is known: behind
// the words that the rule names, where these are all of its subcommand, or behind the program,
// where the model has it there.
func (f *finder) optionPlace(c *shell.Call, name string) (at int, known bool) {
	named := len(c.Args.Sub) + 1
	switch m := c.Model; {
	case f.class != nil && f.rule.Class == "", leads(c, name):
		return c.Argv[0].Span.To, true
	case f.class == nil:
		named = len(strings.Fields(f.subject[0]))
		option := optionOf(c, name)
		if m != nil && (m.Style == rule.KeyVal || m.Style == rule.BSDTar || m.Style == rule.Single && m.Depth == 0 || option != nil && option.Role == rule.RoleCwd) || len(c.Args.Sub) >= named {
			return 0, false // find .; many take those of all subcommands in front alone
		}
	}
	if named > len(c.Argv) || slices.ContainsFunc(c.Argv[1:min(len(c.Argv), named+1)], func(w shell.Word) bool { return strings.HasPrefix(w.Prefix(), "+") }) ||
		slices.ContainsFunc(c.Argv[1:named], func(w shell.Word) bool { return strings.HasPrefix(w.Prefix(), "-") }) {
		return 0, false // of a toolchain, or with options in between
	}
	at = c.Argv[named-1].Span.To
	return at, f.class != nil || named > 1 || optionOf(c, name) != nil || !f.goesOn(c, at)
}

// goesOn reports whether a word that may be a subcommand stands behind an offset: unittest
// discover.
func (f *finder) goesOn(c *shell.Call, end int) bool {
	next := slices.IndexFunc(c.Argv, func(w shell.Word) bool { return w.Span.From >= end })
	return next > 0 && !strings.ContainsAny(c.Argv[next].String(), "-./=")
}

// leads reports whether an option is one of the program itself, which stands
// before the subcommand: git --no-pager log, adb -s emulator-5554 install.
func leads(c *shell.Call, name string) bool {
	m := c.Model
	if m == nil || !m.Leading || len(c.Args.Sub) == 0 {
		return false
	}
	is := func(o rule.Option) bool {
		return slices.Contains(o.Names, name) && (strings.HasPrefix(name, "--") || o.Arg == rule.RequiredArg) // git -p is not git log -p
	}
	return slices.ContainsFunc(m.Options, is) && !slices.ContainsFunc(m.SubOptions, func(s rule.SubOptions) bool {
		return c.Args.Is(s.Sub) && slices.ContainsFunc(s.Options.All(), is)
	})
}
