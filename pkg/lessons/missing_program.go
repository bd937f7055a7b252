package lessons

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/command"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// AbsentKey names a program that is not there, as Key names a command.
func AbsentKey(program string) string { return memory.Signature("missing-command", program) }

// Absent returns the program of a command that an error says is not there; ""
// when it says no such thing.
func Absent(s *shell.Script, e *memory.Error) string {
	missing := Missing(e.Line.String())
	if e.Class != "missing-command" || missing == "" {
		return ""
	}
	if !slices.Contains(Called(s), missing) || command.Is(missing, command.Builtin) {
		return "" // an alias led to it, or another program called it, or says what cannot be
	}
	return missing
}

// Called lists the programs that a command calls by their names alone, and
// without which it fails: not where it looks for them first, has something
// else in their place, or sees to it that they are there.
func Called(s *shell.Script) []string {
	if len(s.Problems) > 0 || strings.Contains(s.Text, "||") {
		return nil
	}
	var list []string
	for i := range s.Calls {
		c := &s.Calls[i]
		if c.Code != "" || c.Where != "" {
			continue
		}
		if provides(c) || slices.ContainsFunc(c.Assigns, func(a shell.Assign) bool { return a.Name == "PATH" }) {
			return nil
		}
		if len(c.Argv) == 0 || c.Late || len(c.Wrappers) > 0 {
			continue
		}
		if name, ok := c.Argv[0].Literal(); ok && name != "" && !strings.Contains(name, "/") && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// provides tells the calls that look for programs, or bring them.
func provides(c *shell.Call) bool {
	return command.Is(c.Program, command.Locator) || command.Installs(command.Words(c))
}
