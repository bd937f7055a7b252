package shell_test

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/shell"
)

func TestProblems(t *testing.T) {
	deep := strings.Repeat("(", 200_000)
	tests := []struct {
		name, text, want string
		rm               bool // the rm in it is seen all the same
	}{
		{"whole text", "rm a", "", true},
		{"syntax error behind", "rm a\n)", shell.Unparsable, true},
		{"open quote behind", "rm a\n\"x", shell.Unparsable, true},
		{"open bracket behind", "rm a\n(", shell.Unparsable, true},
		{"open here-document is closed as bash does", "rm a <<EOF", "", true},
		{"its body may be run", "cat <<EOF | sh\nrm a", "", true},
		{"unknown expansion before", "echo \"${a.b}\"\nrm a", "", true},
		{"workflow expression before", "echo \"${{ x }}\"\nrm a", "", true},
		{"subscript the parser refuses", "declare -A m; m[b c]=1; rm a", shell.Unparsable, true},
		{"statement on the same line", "export PATH := x; rm a", shell.Unparsable, true},
		{"loop of zsh", "for i (a b) rm a", shell.Unparsable, true},
		{"branch of zsh", "if [[ a == a ]] { rm a }", shell.Unparsable, true},
		{"glob qualifier of zsh", "rm a(N)", shell.Unparsable, true},
		{"open branch", "if true; then rm a", shell.Unparsable, true},
		{"subshell in what looks like arithmetic", "echo $(( rm a ) )", shell.Unparsable, true},
		{"double brackets around commands", "((rm a); true)", shell.Unparsable, true},
		{"too many brackets", deep + "; rm a", shell.TooDeep, true},
		{"fork bomb", ":(){ :|:& };:", shell.ForkBomb, false},
		{"recursion under a condition is none", "f() { [ $1 -gt 0 ] && f 1 | cat; }; f 2", "", false},
		{"recursion in a branch is none", "f() { if [ -d $1 ]; then ls | f x & fi; }; f 2", "", false},
		{"recursion alone is none", "f() { f; }; f", "", false},
		{"direction override", "echo \u202e", shell.HiddenText, false},
		{"NUL", "echo \x00", shell.HiddenText, false},
		{"too long", "rm a\n" + strings.Repeat("# x\n", shell.MaxText/4), shell.TooLarge, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := shell.Parse(tt.text, shell.Options{Models: models})
			got := ""
			for _, p := range s.Problems {
				got = p.Kind
			}
			if got != tt.want {
				t.Errorf("problem %q, want %q: %v", got, tt.want, s.Problems)
			}
			seen := false
			for _, c := range s.Calls {
				seen = seen || c.Program == "rm"
			}
			if seen != tt.rm {
				t.Errorf("rm seen: %v, want %v", seen, tt.rm)
			}
		})
	}
}

func TestSpans(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"alone", "rm -rf /", "rm -rf /"},
		{"in a list", "ls; rm -rf / && ls", "rm -rf /"},
		{"in quotes", "bash -c 'ls; rm -rf /'", "rm -rf /"},
		{"in double quotes", `bash -c "rm -rf /"`, "rm -rf /"},
		{"in a here-document", "bash <<EOF\nls\nrm -rf /\nEOF\n", "rm -rf /"},
		{"worked out", "x=rm; $x -rf /", "$x -rf /"},
		{"in a substitution", "echo $(rm -rf /)", "rm -rf /"},
		{"behind a pipe", "ls | rm -rf /", "rm -rf /"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := shell.Parse(tt.text, shell.Options{Models: models})
			got := "none"
			for _, c := range s.Calls {
				if c.Program == "rm" {
					got = tt.text[c.Span.From:c.Span.To]
				}
			}
			if got != tt.want {
				t.Errorf("span %q, want %q", got, tt.want)
			}
		})
	}
}
