package lessons

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/command"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// FailsAgain tells whether a command that failed will fail again as long as
// nothing changes here. It will not, or nobody minds, when it only looks, when
// it checks something and is run until it passes, when it waits, and when what
// it does is not known.
func FailsAgain(s *shell.Script) bool {
	if len(s.Problems) > 0 || !doesMore(s) {
		return false
	}
	for i := range s.Calls {
		c := &s.Calls[i]
		if c.Code != "" {
			continue // the program runs all of it again
		}
		if c.Program == "" || c.Loop || c.Spawn || c.Late || command.Is(c.Program, command.Timing) || looksLikeCheck(c) || mayDiffer(c) {
			return false
		}
	}
	return true
}

// doesMore tells whether a command does more than to look.
func doesMore(s *shell.Script) bool {
	return slices.ContainsFunc(command.MainCalls(s), func(i int) bool {
		return s.Calls[i].Code != "" || command.PartTraits(command.CallTemplate(&s.Calls[i]))&command.ReadOnly == 0
	})
}

// mayDiffer tells the calls that may be others the next time.
func mayDiffer(c *shell.Call) bool {
	return slices.ContainsFunc(c.Argv, func(w shell.Word) bool {
		return slices.ContainsFunc(w.Parts, func(p shell.Part) bool { return p.Kind == shell.Unknown || len(p.From) > 0 })
	})
}

// looksLikeCheck guesses by its words whether a call checks something, where no row
// knows the tool.
func looksLikeCheck(c *shell.Call) bool {
	for _, w := range c.Argv[:min(4, len(c.Argv))] {
		if strings.ContainsAny(w.String(), " \n") {
			continue // a text
		}
		for part := range strings.FieldsFuncSeq(strings.ToLower(w.String()), func(r rune) bool { return r < 'a' || r > 'z' }) {
			switch part {
			case "bench", "build", "check", "checks", "ci", "compile", "coverage", "doctor", "dry", "e" /* e2e */, "eslint", "health", "healthcheck", "jest", "lint", "linter", "mypy", "pytest", "ready", "rspec", "ruff",
				"smoke", "spec", "specs", "status", "test", "testing", "tests", "tox", "tsc", "typecheck", "unittest", "validate", "verify", "vitest":
				return true
			}
		}
	}
	return false
}
