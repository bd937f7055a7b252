package shell

import (
	"strings"
	"testing"
)

// What nests is refused before the parser recurses, and what only looks so is not.
func TestTooNested(t *testing.T) {
	for _, c := range []struct {
		name, text string
		nested     bool
	}{
		{"brackets", strings.Repeat("$(", 300), true},
		{"brackets within the bound", strings.Repeat("$(", 200), false},
		{"colours, which nothing closes", strings.Repeat(`\e[0m`, 900), false},
		{"subscripts", "$((" + strings.Repeat("a[", 1100), true},
		{"keywords", "echo a; " + strings.Repeat("if ", 1100), true},
		{"short keywords between others", strings.Repeat("echo ", 1000) + strings.Repeat("! ", 1001) + strings.Repeat("echo ", 1000), true},
		{"keywords within the bound", strings.Repeat("echo "+strings.Repeat("! ", 1000), 8), false},
		{"negations", "$((" + strings.Repeat("- ", 1100) + "1))", true},
		{"defaults behind each other", "rm " + strings.Repeat("${a:-b} ", 2000), false},
		{"operators between parameters", "$((" + strings.Repeat("${a}?${b}:", 1100) + "1))", true},
		{"operators behind a quoted end", "$((" + strings.Repeat(`${a: - '}' - `, 17_000), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if at := tooNested(c.text); (at >= 0) != c.nested {
				t.Errorf("tooNested is %d, want nested: %t", at, c.nested)
			}
		})
	}
}
