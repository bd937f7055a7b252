package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// callSaying returns the call that printed an error, or -1 if a program that a
// call started printed it. It is not ok if no call can have failed that way:
// text that is only shown is no error.
func (out *Output) callSaying(k *knownError, said string) (call int, ok bool) {
	if out.Script == nil || len(out.Script.Calls) == 0 {
		return -1, true
	}
	if len(k.fix.Programs) > 0 {
		call, ok := out.callOfRow(k.fix, k.captures)
		return call, ok && (call >= 0 || !strings.HasPrefix(said, Silent)) // codes mean what their program says
	}
	calls := out.Script.Calls
	name := speaker(said)
	for i := range calls {
		if c := &calls[i]; name != "" && isAlias(c.Program, name) || slices.ContainsFunc(k.captures, func(p capture) bool { return base(p.text) == c.Program }) {
			return i, fits(k.fix, c)
		}
	}
	if k.fix.Class == "shell-syntax" && isShellLine(said) {
		return len(calls) - 1, true
	}
	i := out.lastOwnCall()
	if at := out.callNaming(k); at >= 0 && k.fix.Class != "missing-command" {
		return at, fits(k.fix, &calls[at])
	}
	switch {
	case k.fix.Class == "missing-command":
		return -1, i >= 0 // a program that a call started needs it
	case i >= 0:
		if name != "" && name == strings.ToLower(name) && !isLabel(name) && command.Is(&calls[i], rule.Leaf) {
			return -1, false
		}
	case out.Exited && out.Exit != 0 && isLabel(name) && strings.Count(out.Text.String(), "\n") < 12:
		i = len(calls) - 1
	default:
		return -1, false
	}
	return i, fits(k.fix, &calls[i])
}

// callNaming returns the last call that has the option, or writes to the file,
// that an error names, or -1.
func (out *Output) callNaming(k *knownError) int {
	for i := len(out.Script.Calls) - 1; i >= 0; i-- {
		c := &out.Script.Calls[i]
		for _, p := range k.captures {
			if p.name == "file" && writesTo(c, p.text) || p.name == "option" && len(c.Argv) > 0 && hasOption(c, p.text) {
				return i
			}
		}
	}
	return -1
}

// hasOption reports whether a call has an option, named with or without its
// dashes.
func hasOption(c *shell.Call, name string) bool {
	return slices.ContainsFunc(c.Argv[1:], func(w shell.Word) bool {
		said, _, _ := strings.Cut(w.String(), "=")
		return strings.HasPrefix(said, "-") && (said == name || strings.TrimLeft(said, "-") == name)
	})
}

// isShellLine reports whether the shell itself printed a line.
func isShellLine(said string) bool { return withoutShellPrefix(said) != said }

// isLabel reports whether the word before a colon is a label such as "error",
// and not the name of a program.
func isLabel(name string) bool {
	switch strings.ToLower(name) {
	case "", "error", "fatal", "warning", "hint", "usage", "tip", "note", "help", "invalid", "unknown", "err", "exception", "failed", "flag", "info", "debug":
		return true
	}
	return false
}

// callOfRow returns the call of a program that a row is about: the one with
// the most captured words, and of equals the last.
func (out *Output) callOfRow(f *rule.Fix, named []capture) (call int, ok bool) {
	best, most := -1, -1
	others := false
	for i := range out.Script.Calls {
		c := &out.Script.Calls[i]
		if !slices.Contains(f.Programs, c.Program) {
			others = others || command.Has(c, rule.Launcher) || command.InProject(c)
			continue
		}
		if !fits(f, c) {
			continue
		}
		n := 0
		for _, p := range named {
			if indexOf(c, p.text) >= 0 {
				n++
			}
		}
		if n >= most {
			best, most = i, n
		}
	}
	if best >= 0 {
		return best, true
	}
	return -1, others
}

// fits reports whether a call meets the conditions of a row.
func fits(f *rule.Fix, c *shell.Call) bool {
	if len(f.Sub) > 0 {
		i := firstOperand(c)
		if i < 0 || !slices.Contains(f.Sub, c.Argv[i].String()) {
			return false
		}
	}
	has := func(w string) bool { return indexOf(c, w) >= 0 }
	return (len(f.Needs) == 0 || slices.ContainsFunc(f.Needs, has)) && !slices.ContainsFunc(f.Unless, has)
}

// firstOperand returns the index of the first word that is not an option, or
// -1.
func firstOperand(c *shell.Call) int {
	if c.Model != nil && len(c.Args.Sub) > 0 {
		for i := 1; i < len(c.Argv); i++ {
			if c.Argv[i].Is(c.Args.Sub[0]) {
				return i
			}
		}
	}
	for i := 1; i < len(c.Argv); i++ {
		if !strings.HasPrefix(c.Argv[i].String(), "-") {
			return i
		}
	}
	return -1
}

// indexOf returns the index of a call's word with a text, the program
// included, or -1.
func indexOf(c *shell.Call, text string) int {
	for i := range c.Argv {
		if c.Argv[i].Is(text) {
			return i
		}
	}
	return -1
}

// speaker returns the program that a line names as its author: "grep" in
// "grep: x: No such file or directory".
func speaker(said string) string {
	name, _, ok := strings.Cut(withoutShellPrefix(strings.TrimSpace(said)), ":")
	if !ok || name == "" || len(name) > 40 || strings.ContainsAny(name, " \t\"'`([") {
		return ""
	}
	return base(name)
}

// isAlias reports whether a program prints messages under a name.
func isAlias(program, name string) bool {
	if program == name {
		return true
	}
	switch name {
	case "grep":
		return program == "egrep" || program == "fgrep" || program == "zgrep"
	case "python", "python3", "pip", "pip3":
		return strings.HasPrefix(program, name) || strings.HasPrefix(name, program)
	case "awk", "gawk", "mawk":
		return program == "awk"
	}
	return false
}

// lastOwnCall returns the last call that may have failed by itself, or -1. It
// skips programs that only show text or set something.
func (out *Output) lastOwnCall() int {
	if out.Script == nil {
		return -1
	}
	for i := len(out.Script.Calls) - 1; i >= 0; i-- {
		if c := &out.Script.Calls[i]; c.Program != "" && !command.Is(c, rule.PassThrough) {
			return i
		}
	}
	return -1
}
