package preferences

import (
	"slices"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/rules"
)

// Of whatever command a rule is about, the program is among its triggers.
func TestTriggers(t *testing.T) {
	tests := []struct {
		words string
		want  []string // some of them
		not   string
	}{
		{"use uv, not pip", []string{"pip", "pip3"}, "uv"},
		{"never commit", []string{"git"}, "ls"},
		{"never start the dev server", []string{"npm", "vite"}, "git"},
		{"never run `./run.sh`", []string{"run.sh"}, "npm"},
		{"OSD=sdl make", []string{"make"}, "ls"},
		{"always use `uv run`", []string{"python", "pytest"}, "ls"},
		{"run tests before you commit", []string{"git"}, "pytest"},
	}
	for _, tt := range tests {
		r := Parse(rules.Knowledge(), tt.words, known)
		got := Triggers(rules.Knowledge(), &r)
		for _, name := range tt.want {
			if !slices.Contains(got, name) {
				t.Errorf("%q: %q is not among %q", tt.words, name, got)
			}
		}
		if slices.Contains(got, tt.not) {
			t.Errorf("%q: %q", tt.words, got)
		}
	}
	if got := Triggers(rules.Knowledge(), &memory.PreferenceRule{}); len(got) > 0 {
		t.Errorf("a text: %q", got)
	}
}

func TestRival(t *testing.T) {
	tests := []struct {
		a, b string
		want bool
	}{
		{"use yarn, not npm", "use bun, not npm", true},
		{"always use yarn", "always use bun", true},
		{"always use yarn", "use bun, not npm", true},
		{"use yarn, not npm", "always use bun", true},
		{"use yarn, not npm", "use yarn, not npm", false},
		{"use yarn, not npm", "use npm, not yarn", false}, // the opposite
		{"use yarn, not npm", "use uv, not pip", false},
		{"always use yarn", "always use uv", false},
		{"never use npm", "use bun, not npm", false},
	}
	for _, tt := range tests {
		a, b := Parse(rules.Knowledge(), tt.a, known), Parse(rules.Knowledge(), tt.b, known)
		if got := Rival(rules.Knowledge(), a, b); got != tt.want {
			t.Errorf("%q, %q: %t", tt.a, tt.b, got)
		}
	}
}
