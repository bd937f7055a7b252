package preferences

import (
	"testing"

	"github.com/ctxhook/ctxhook/rules"
)

// A line of a file for agents states a rule where what it names is surely a command.
func TestWritten(t *testing.T) {
	isProgram := func(name string) bool { return rules.Command(name) != nil }
	for line, want := range map[string]string{
		"Never use git add -A.":                     "Never run `git add -A`.",
		"Never run `git push --force`.":             "Never run `git push --force`.",
		"Use uv for Python packages.":               "Always use `uv`.",
		"Use `uv` for Python package management":    "Always use `uv`.",
		"Use pnpm, not npm":                         "Use `pnpm`, not `npm`.",
		"Use Grep for searching":                    "",
		"Use make targets that are documented":      "",
		"Never use any -- it hides errors":          "",
		"Never use var -x in code":                  "",
		"Use uv mode in the shader":                 "",
		"Do not use npm packages that are unstable": "",
	} {
		r := Written(rules.Knowledge(), line, isProgram)
		got := ""
		if r.Form != "" {
			got = r.String()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}
