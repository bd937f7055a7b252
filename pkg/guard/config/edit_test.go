package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

func TestEdit(t *testing.T) {
	const full = `# my settings
safety_level: standard   # for now

policy: {medium: ask} # be careful
blocked_patterns:
  # production
  - terraform destroy  # never
  - 'glob:npm publish*'
# the end
`
	tests := []struct {
		name, file, key, value string
		want                   string // the file; with a leading "!" the error
	}{
		{"no file", "", "safety_level", "strict", "safety_level: strict\n"},
		{"a scalar keeps its comment", full, "safety_level", "strict", strings.Replace(full, "standard ", "strict ", 1)},
		{"a new key goes to the end", full, "on_error", "block", full + "on_error: block\n"},
		{"no line end", "on_error: open", "unattended", "block", "on_error: open\nunattended: block\n"},
		{"line ends of Windows", "on_error: open\r\n# x\r\n", "on_error", "ask", "on_error: ask\r\n# x\r\n"},
		{"a group in braces", full, "policy.high", "block", strings.Replace(full, "{medium: ask}", "{medium: ask, high: block}", 1)},
		{"a key of a group in braces", full, "policy.medium", "warn", strings.Replace(full, "{medium: ask}", "{medium: warn}", 1)},
		{"a group in lines", "policy:\n    medium: ask # x\n    low: warn\non_error: ask\n", "policy.high", "block",
			"policy:\n    medium: ask # x\n    low: warn\n    high: block\non_error: ask\n"},
		{"a key of a group in lines", "policy:\n    medium: ask # x\n    low: warn\n", "policy.medium", "warn", "policy:\n    medium: warn # x\n    low: warn\n"},
		{"a new group", "on_error: ask\n", "store.max_age", "90", "on_error: ask\nstore:\n  max_age: 90\n"},
		{"a dotted key", "policy.high: ask\n", "policy.high", "block", "policy.high: block\n"},
		{"a list keeps its items", full, "blocked_patterns", "['glob:npm publish*', \"kubectl delete\", terraform destroy]",
			strings.Replace(full, "  - 'glob:npm publish*'\n", "  - 'glob:npm publish*'\n  - kubectl delete\n", 1)},
		{"a list loses items", full, "blocked_patterns", "[terraform destroy]", strings.Replace(full, "  - 'glob:npm publish*'\n", "", 1)},
		{"one item of a list", "", "blocked_patterns", "glob:npm publish*", "blocked_patterns: [glob:npm publish*]\n"},
		{"an item that needs quotes", "", "blocked_patterns", "a: b # c", "blocked_patterns: [\"a: b # c\"]\n"},
		{"below a mapping", "packs: {docker: off}\n", "packs.git", "off", "packs: {docker: off, git: off}\n"},
		{"below a new mapping", "", "lint_ignore.git/clean", "[scripts/]", "lint_ignore:\n  git/clean: [scripts/]\n"},
		{"below its line in the example", "# How.\n#safety_level: standard\n\n# What.\n#policy:\n#  high: ask\n\n# End.\n", "policy.high", "block",
			"# How.\n#safety_level: standard\n\n# What.\n#policy:\n#  high: ask\npolicy:\n  high: block\n\n# End.\n"},
		{"a value that is none", full, "safety_level", "stricter", "!safety_level: unknown level"},
		{"no pack", "", "packs.dokcer", "off", "!unknown pack"},
		{"no key", full, "safty_level", "strict", "!there is no key"},
		{"nothing below a scalar", full, "safety_level.x", "strict", "!there is no key"},
		{"a broken file", "safety_level: [", "on_error", "ask", "!user:1"},
		{"all in braces", "{safety_level: strict}\n", "on_error", "ask", "!" + errLayout.Error()},
		{"a path", "", "store.path", "relative.db", "!store.path: \"relative.db\" is not an absolute path"},
		{"unset", full, "safety_level", "", strings.Replace(full, "safety_level: standard   # for now\n", "", 1)},
		{"unset a key in braces", "policy: {medium: ask, high: block}\n", "policy.high", "", "policy: {medium: ask}\n"},
		{"unset the last of a group", full, "policy.medium", "", strings.Replace(full, "policy: {medium: ask} # be careful\n", "", 1)},
		{"unset a list", full, "blocked_patterns", "", strings.Split(full, "blocked")[0] + "# the end\n"},
		{"unset what is not there", full, "on_error", "", "!not set"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := placesWith(t, tt.file)
			e, err := Set(Sources{Places: p, Packs: []string{"docker", "git"}}, tt.key, tt.value)
			if tt.value == "" {
				e, err = Unset(Sources{Places: p}, tt.key)
			}
			if want, ok := strings.CutPrefix(tt.want, "!"); ok {
				if err == nil || !strings.Contains(strings.Replace(err.Error(), p.ConfigFile(), "user", 1), want) {
					t.Errorf("error %v, want %s", err, want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := e.Write(); err != nil {
				t.Fatal(err)
			}
			got, _ := os.ReadFile(p.ConfigFile())
			if diff := cmp.Diff(tt.want, string(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// placesWith returns the places of a user whose settings are a text; without
// text there is no file.
func placesWith(t *testing.T, text string) paths.Places {
	t.Helper()
	home := t.TempDir()
	p, err := paths.Resolve(func(name string) string { return map[string]string{"HOME": home}[name] }, "linux")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(p.ConfigFile()), 0o700); err != nil {
		t.Fatal(err)
	}
	if text != "" {
		if err := os.WriteFile(p.ConfigFile(), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return p
}
