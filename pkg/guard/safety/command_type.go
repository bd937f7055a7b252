package safety

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// unknownType is the type of programs without a model.
const unknownType = "Unknown"

// CommandType returns the command type of a call. custom gives the user's own
// types by program and goes first.
func CommandType(c *shell.Call, custom map[string]string) string {
	if t := custom[c.Program]; t != "" {
		return t
	}
	m := c.Model
	if m == nil {
		return unknownType
	}
	for _, v := range c.Args.Verbs {
		if v.Type != "" && c.Args.Holds(v) {
			return v.Type
		}
	}
	if m.Type == "" {
		return unknownType
	}
	return m.Type
}

// ScriptType returns the type of a whole script: that of the call at index
// riskiest, or with -1 of the first that does more than change directory.
func ScriptType(s *shell.Script, riskiest int, custom map[string]string) string {
	if riskiest >= 0 && riskiest < len(s.Calls) {
		for i := riskiest; i >= 0; i = s.Calls[i].Via {
			if t := CommandType(&s.Calls[i], custom); t != unknownType {
				return t
			}
		}
	}
	for i := range s.Calls {
		c := &s.Calls[i]
		switch c.Program {
		case "cd", "pushd", "popd", "set", "export", "":
			continue
		}
		if t := CommandType(c, custom); t != unknownType || len(c.Wrappers) == 0 {
			return unwrapped(s, i, custom)
		}
	}
	return unknownType
}

// unwrapped returns the type of what a wrapper runs: timeout 5 go test is a
// test.
func unwrapped(s *shell.Script, i int, custom map[string]string) string {
	c := &s.Calls[i]
	t := CommandType(c, custom)
	runner := t == "Package" // npx jest
	if t != unknownType && t != "System" && !runner || custom[c.Program] != "" {
		return t
	}
	for k := i + 1; k < len(s.Calls); k++ {
		if s.Calls[k].Via == i && (!runner || isWordOf(c, &s.Calls[k])) {
			if u := unwrapped(s, k, custom); u != unknownType {
				return u
			}
		}
	}
	return t
}

// isWordOf reports whether a call is one that another names as its argument, and not one of a
// script that it runs.
func isWordOf(c, nested *shell.Call) bool {
	return len(nested.Argv) > 0 && len(c.Argv) > 1 && slices.ContainsFunc(c.Argv[1:], func(w shell.Word) bool { return w.Span == nested.Argv[0].Span })
}
