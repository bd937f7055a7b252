// Package classify says what kind of command a call is, in the command types
// that users see. It looks at the parsed program and its verb, never at text.
package classify

import (
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// Unknown is the type of programs without a model.
const Unknown = "Unknown"

// Type returns the command type of a call. custom gives the user's own types
// by program and goes first.
func Type(c *shell.Call, custom map[string]string) string {
	if t := custom[c.Program]; t != "" {
		return t
	}
	m := c.Model
	if m == nil {
		return Unknown
	}
	for i := range m.Verbs {
		if v := &m.Verbs[i]; v.Type != "" && c.Args.Holds(v) {
			return v.Type
		}
	}
	if m.Type == "" {
		return Unknown
	}
	return m.Type
}

// Script returns the type of a whole script: that of the call at index
// riskiest, or with -1 of the first that does more than change directory.
func Script(s *shell.Script, riskiest int, custom map[string]string) string {
	if riskiest >= 0 && riskiest < len(s.Calls) {
		for i := riskiest; i >= 0; i = s.Calls[i].Via {
			if t := Type(&s.Calls[i], custom); t != Unknown {
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
		if t := Type(c, custom); t != Unknown || len(c.Wrappers) == 0 {
			return unwrapped(s, i, custom)
		}
	}
	return Unknown
}

// unwrapped is the type of what a wrapper runs: timeout 5 go test is a test.
func unwrapped(s *shell.Script, i int, custom map[string]string) string {
	t := Type(&s.Calls[i], custom)
	if t != Unknown && t != "System" || custom[s.Calls[i].Program] != "" {
		return t
	}
	for k := i + 1; k < len(s.Calls); k++ {
		if s.Calls[k].Via == i {
			if u := unwrapped(s, k, custom); u != Unknown {
				return u
			}
		}
	}
	return t
}
