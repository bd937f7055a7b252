package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// optionPlace returns where call i takes an option, and whether that is known: behind the words
// that the rule names, or where the model of the program has it.
func (f *finder) optionPlace(c *shell.Call, name string) (at int, known bool) {
	m := c.Model
	switch {
	case f.rule.Class != "":
		return f.endOf(c, len(c.Args.Sub)+1), true
	case f.class != nil:
		return c.Argv[0].Span.To, true
	case leads(c, name):
		return behindFirst(c), true
	}
	named := len(strings.Fields(f.subject[0]))
	if m == nil {
		end := f.endOf(c, named)
		return end, !f.goesOn(c, end)
	}
	option := optionOf(c, name)
	switch {
	case m.Style == rule.KeyVal || m.Style == rule.BSDTar || option != nil && option.Role == rule.RoleCwd:
		return 0, false
	case m.Style == rule.POSIX && m.Depth > 0 && named == 1:
		return behindFirst(c), option != nil
	case m.Style == rule.Single && m.Depth == 0 && len(c.Argv) > 1 && (standsFirst(c) || !strings.HasPrefix(c.Argv[1].String(), "-")):
		return 0, false // find ., find -L .
	}
	if !m.Leading {
		named = max(named, len(c.Args.Sub)+1) // terraform plan -var-file
	}
	at = f.endOf(c, named)
	if len(strings.Fields(f.subject[0])) == 1 && len(c.Args.Sub) > 0 && !m.Leading && !ofSub(c, name) {
		return at, option != nil && takesAnywhereWord(c.Program) // many take those of all subcommands in front alone
	}
	return at, option != nil || m.Depth == 0 && !f.goesOn(c, at) || named > 1 && strings.Contains(f.rule.When, " ") && len(c.Args.Sub) > 0
}

// ofSub reports whether the model knows an option as one of the subcommand of a call.
func ofSub(c *shell.Call, name string) bool {
	return slices.ContainsFunc(c.Model.SubOptions, func(s rule.SubOptions) bool {
		return c.Args.Is(s.Sub) && slices.ContainsFunc(s.Options.All(), func(o rule.Option) bool { return slices.Contains(o.Names, name) })
	})
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

// behindFirst returns where the program of a call ends, with an option that must come first.
func behindFirst(c *shell.Call) int {
	if standsFirst(c) {
		return c.Argv[1].Span.To
	}
	return c.Argv[0].Span.To
}

// standsFirst reports whether the first word of a call is an option that its program takes
// nowhere else: mysql --defaults-file=F, curl -q, find -L.
func standsFirst(c *shell.Call) bool {
	if len(c.Argv) < 2 {
		return false
	}
	option, _, _ := strings.Cut(c.Argv[1].String(), "=")
	return optionFirstWord(option) || optionFirstWord(c.Program+"/"+option)
}

// isValueAt reports whether a word of a call is the value of the option before it, whatever other
// words are the same.
func isValueAt(c *shell.Call, at int) bool {
	o := optionOf(c, c.Argv[at-1].String())
	return at > 1 && o != nil && o.Arg == rule.RequiredArg
}

// endOf returns where the first n words of a call end that are no options, values of these or
// the name of a toolchain, which stands in front: cargo +nightly.
func (f *finder) endOf(c *shell.Call, n int) int {
	end := c.Argv[0].Span.To
	for i, w := range c.Argv[1:] {
		s := w.String()
		switch {
		case i == 0 && (strings.HasPrefix(s, "+") || standsFirst(c)):
			end = w.Span.To
		case n == 1:
			return end
		case s == "" || s[0] != '-' && !valued(c, s) && !isValueAt(c, i+1):
			n--
			end = w.Span.To
		}
	}
	return end
}
