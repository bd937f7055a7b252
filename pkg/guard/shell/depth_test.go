package shell_test

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// What nests too deeply is refused before it is walked, and what only looks so is
// read: brackets and operators in quotes, in comments, in the names of files.
func TestNested(t *testing.T) {
	times := strings.Repeat
	for _, c := range []struct {
		name, text string
		nested     bool
	}{
		{"substitutions", times("$(", 300) + "ls" + times(")", 300), true},
		{"substitutions within the bound", times("$(", 20) + "ls" + times(")", 20), false},
		{"more open brackets than any text has", times("$(", 60_000), true},
		{"defaults", "rm " + times("${a:-", 300) + times("}", 300), true},
		{"defaults behind each other", "rm " + times("${a:-b} ", 300), false},
		{"brackets of arithmetic", "echo $((" + times("(", 300) + "1" + times(")", 300) + "))", true},
		{"subscripts", "echo $((" + times("a[", 300) + "1" + times("]", 300) + "))", true},
		{"conditions", "[[ " + times("( ", 300) + "a" + times(" )", 300) + " ]]", true},
		{"keywords", "echo a; " + times("if ", 1100), true},
		{"short keywords between others", times("echo ", 1000) + times("time ", 1001) + times("echo ", 1000), true},
		{"the shortest keywords between others", times("echo ", 1003) + times("! ", 1001) + times("echo ", 1000), true},
		{"keywords within the bound", times("echo "+times("! ", 1000), 8), false},
		{"negations", "echo $((" + times("- ", 5000) + "1))", true},
		{"negations on lines", "echo $((" + times("-\n", 5000) + "1))", true},
		{"negations in a value", "a='" + times("- ", 5000) + "1'; echo $((a))", false},
		{"more operators than any line has", "((" + times("!", 60_000) + "1))", true},
		{"choices", "echo $((" + times("a?b:", 5000) + "1))", true},
		{"choices without an end, on lines", "((" + times("1?\n", 70_000), true},
		{"assignments", "((" + times("a=", 5000) + "1))", true},
		{"a long sum", "echo $((" + times("1+", 1500) + "1))", false},
		{"operators between parameters", "echo $((" + times("${a}?${b}:", 5000) + "1))", true},
		{"operators behind a quoted end", "echo $((" + times(`${a: - '}' - `, 17_000), true},
		{"a word of dashes", "rm " + times("-", 20_000), false},
		{"names of files behind let", "git add src/outlet " + times("my-file ", 1500), false},
		{"names of files behind arithmetic", "cp $((1+1)) " + times("my-file ", 1500), false},
		{"colours, which nothing closes", "printf '" + times(`\e[0m`, 1500) + "'", false},
		{"brackets in comments", times("# `a` $(b\n", 300) + "ls", false},
		{"a short list", times("ls && ", 1000) + "ls", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			nested := false
			for _, p := range follow.Parse(c.text, shell.Options{}).Problems {
				nested = nested || p.Kind == unread.TooDeep
			}
			if nested != c.nested {
				t.Errorf("nested: %t, want %t", nested, c.nested)
			}
		})
	}
}
