package accident

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// RunsCheckout returns where a step of a workflow first runs what lies in the directory
// that it runs in: a build, a test, a hook, a program that it does not know. What only
// looks, talks to a service or installs a package by its name does not.
func RunsCheckout(s *shell.Script) (at shell.Span, ok bool) {
	outer := make(map[int]bool) // calls that only run another one: python -m pip
	for i := range s.Calls {
		outer[s.Calls[i].Via] = true
	}
	for i := range s.Calls {
		if c := &s.Calls[i]; !outer[i] && runsCheckout(c) {
			return c.Span, true
		}
	}
	return shell.Span{}, false
}

func runsCheckout(c *shell.Call) bool {
	is := func(t rule.Trait) bool { return traits(c)&t != 0 }
	switch {
	case c.Program == "curl" || c.Program == "wget", c.Program == "" || c.In != nil || c.Code != "" || is(rule.Records|rule.Undoes|rule.Auxiliary):
		return false
	case strings.HasPrefix(c.Argv[0].String(), "."):
		return true
	case is(rule.Installer) && !is(rule.RunsUserCode|rule.Interpreter):
		return installsFrom(c)
	case is(rule.Launcher | rule.Interpreter | rule.RunsUserCode | rule.ProjectRunner | rule.HidesStatus):
		return !c.Args.Has("--version", "--help", "-V")
	}
	return !is(rule.ReadOnly | rule.Leaf | rule.PrintsData | rule.Filter | rule.PassThrough | rule.Builtin | rule.Noise)
}

// installsFrom reports whether an installer takes what it installs, or the list of it,
// from files: pip install -e ., npm ci.
func installsFrom(c *shell.Call) bool {
	if len(c.Args.Operands) == 0 || c.Args.Has("-r", "--requirement", "-e", "--editable", "-c", "--constraint") {
		return true
	}
	for _, w := range c.Args.Operands {
		if t := w.String(); strings.HasPrefix(t, ".") || strings.HasPrefix(t, "/") {
			return true
		}
	}
	return false
}

// traits are those of a call's program and subcommand.
func traits(c *shell.Call) rule.Trait {
	sub := ""
	if len(c.Argv) > 1 {
		sub = c.Argv[1].String()
	}
	if len(c.Args.Sub) > 0 {
		sub = c.Args.Sub[0]
	}
	return c.About.TraitsOf(c.Program) | c.About.SubTraits(c.Program, sub)
}
