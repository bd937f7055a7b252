package lessons

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/command"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// MissingProgramKey names a program that is not there, as Key names a command.
func MissingProgramKey(program string) string { return memory.Signature("missing-command", program) }

// MissingProgram returns the program of a command that an error says is not there; ""
// when it says no such thing.
func MissingProgram(s *shell.Script, e *memory.Error) string {
	missing := MissingName(e.Line.String())
	if e.Class != "missing-command" || missing == "" {
		return ""
	}
	if !slices.Contains(RequiredPrograms(s), missing) || command.Is(missing, command.Builtin) {
		return "" // an alias led to it, or another program called it, or says what cannot be
	}
	return missing
}

// RequiredPrograms lists the programs that a command calls by their names alone, and
// without which it fails: not where it looks for them first, has something
// else in their place, or sees to it that they are there.
func RequiredPrograms(s *shell.Script) []string {
	if len(s.Problems) > 0 || strings.Contains(s.Text, "||") {
		return nil
	}
	var list []string
	for i := range s.Calls {
		c := &s.Calls[i]
		if c.Code != "" || c.Where != "" {
			continue
		}
		if findsOrInstalls(c) || slices.ContainsFunc(c.Assigns, func(a shell.Assign) bool { return a.Name == "PATH" }) {
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

// findsOrInstalls tells the calls that look for programs, or bring them.
func findsOrInstalls(c *shell.Call) bool {
	return command.Is(c.Program, command.Locator) || command.Installs(command.Words(c))
}
