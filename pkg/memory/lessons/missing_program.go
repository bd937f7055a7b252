package lessons

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// MissingProgramKey returns the key of a program that is not installed, as
// command.Key does for a command.
func MissingProgramKey(program string) string { return memory.Signature("missing-command", program) }

// MissingProgram returns the program of the command that an error says is not
// installed, or "".
func MissingProgram(s *shell.Script, e *memory.Error) string {
	missing := MissingName(e.Line.String())
	if e.Class != "missing-command" || missing == "" {
		return ""
	}
	builtin := func(c shell.Call) bool { return c.Program == missing && command.Is(&c, rule.Builtin) }
	if !slices.Contains(RequiredPrograms(s), missing) || slices.ContainsFunc(s.Calls, builtin) {
		return "" // an alias or another program called it, or the message cannot be true
	}
	return missing
}

// RequiredPrograms returns the programs that a command calls by name and fails
// without. It returns none for a command that has an alternative, looks for
// programs, or installs them.
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

// findsOrInstalls reports whether a call looks for programs or installs them.
func findsOrInstalls(c *shell.Call) bool {
	return command.Is(c, rule.Locator) || command.Installs(c.About, command.Words(c))
}

// MissingName returns the program that a line of output says is not installed,
// or "".
func MissingName(line string) string {
	line = strings.TrimSpace(line)
	if _, name, ok := strings.Cut(line, "command not found: "); ok { // zsh
		return programName(name)
	}
	for _, end := range [...]string{": command not found", ": not found", ": No such file or directory"} {
		rest, ok := strings.CutSuffix(line, end)
		if !ok {
			continue
		}
		from, name, _ := cutLast(rest, ": ")
		if end[2] == 'N' && from != "env" && from != "/usr/bin/env" { // any program may fail to find a file
			return ""
		}
		return programName(name)
	}
	if _, rest, ok := strings.Cut(line, "exec: "); ok { // Go programs
		if name, ok := strings.CutSuffix(rest, ": executable file not found in $PATH"); ok {
			return programName(name)
		}
	}
	return ""
}

// cutLast slices s around the last sep. If sep does not occur, after is all of
// s.
func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return "", s, false
}

// programName returns a program's name without quotes, or "" if it is not a
// name.
func programName(s string) string {
	s = strings.Trim(s, "\"'`‘’“”")
	if s == "" || len(s) > 60 || s[0] == '-' {
		return ""
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		if !('a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("._+-", c) >= 0) {
			return ""
		}
	}
	return s
}
