package follow_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

func TestProblems(t *testing.T) {
	deep := strings.Repeat("(", 200_000)
	tests := []struct {
		name, text, want string
		rm               bool // the rm in it is still seen
	}{
		{"whole text", "rm a", "", true},
		{"syntax error behind", "rm a\n)", unread.Unparsable, true},
		{"open quote behind", "rm a\n\"x", unread.Unparsable, true},
		{"open bracket behind", "rm a\n(", unread.Unparsable, true},
		{"open here-document is closed as bash does", "rm a <<EOF", "", true},
		{"its body may be run", "cat <<EOF | sh\nrm a", "", true},
		{"unknown expansion before", "echo \"${a.b}\"\nrm a", "", true},
		{"workflow expression before", "echo \"${{ x }}\"\nrm a", "", true},
		{"subscript with a point", "declare -A m=([8.4]=1 [php8.4]=2); rm a", "", true},
		{"subscript with a blank", "declare -A m; m[b c]=1; rm a", "", true},
		{"subscript with a colon", "declare -A m=([a:b]=1); rm a", "", true},
		{"its value is found again", "declare -A m=([8.4]=rm); k=8.4; m[b c]=rm; ${m[b c]} a", "", true},
		{"two subscripts that would become one", "declare -A m=([8.4]=1 [8_4]=2); rm a", unread.Unparsable, true},
		{"subscript that runs something", "m[b $(rm a)]=1; ls", unread.Unparsable, true},
		{"statement on the same line", "export PATH := x; rm a", unread.Unparsable, true},
		{"loop of zsh", "for i (a b) rm a", unread.Unparsable, true},
		{"branch of zsh", "if [[ a == a ]] { rm a }", unread.Unparsable, true},
		{"glob qualifier of zsh", "rm a(N)", unread.Unparsable, true},
		{"open branch", "if true; then rm a", unread.Unparsable, true},
		{"subshell in what looks like arithmetic", "echo $(( rm a ) )", unread.Unparsable, true},
		{"double brackets around commands", "((rm a); true)", unread.Unparsable, true},
		{"too many brackets", deep + "; rm a", unread.TooDeep, true},
		{"fork bomb", ":(){ :|:& };:", shell.ForkBomb, false},
		{"fork bomb of children that sleep", "python3 -c \"import subprocess\nwhile True: subprocess.Popen(['sleep', '9'])\"", shell.ForkBomb, false},
		{"fork bomb of a script", `echo '"$0" & "$0" &' > b.sh; chmod +x b.sh; ./b.sh`, shell.ForkBomb, false},
		{"children that are waited for", "python3 -c \"import subprocess\nwhile True: subprocess.Popen(['x']).wait()\"", "", false},
		{"a script that calls itself once", `echo '[ -f x ] || "$0"' > b.sh; ./b.sh`, "", false},
		{"fork bomb of another language", "python3 -c 'import os\nwhile True: os.fork()'", shell.ForkBomb, false},
		{"one that waits is none", "python3 -c 'import os\nwhile os.fork(): os.wait()'", "", false},
		{"recursion under a condition is none", "f() { [ $1 -gt 0 ] && f 1 | cat; }; f 2", "", false},
		{"recursion in a branch is none", "f() { if [ -d $1 ]; then ls | f x & fi; }; f 2", "", false},
		{"functions that declare each other", "a() { b() { a; }; }", "", false},
		{"recursion alone is none", "f() { f; }; f", "", false},
		{"direction override", "echo \u202e", shell.HiddenText, false},
		{"direction isolate", "echo \u2067", shell.HiddenText, false},
		{"NUL", "echo \x00", shell.HiddenText, false},
		{"escape sequence", "echo \x1b[1m", shell.EscapeText, false},
		{"backspace", "echo \b", shell.EscapeText, false},
		{"escape sequence that is spelled out", `printf '\033[1m\e[0m\b'`, "", false},
		{"other punctuation", "echo “x” – …", "", false},
		{"a number without digits", "x=; echo $((16#$x)) $((16#)); rm a", "", true},
		{"too long, cut between functions", "rm a\n" + strings.Repeat("# x\n", shell.MaxText/4-10) + "f() {\n:\n}\ng() {\nif :; then\n# .. long ..\nfi\n}\n", unread.TooLarge, true},
		{"too long", "rm a\n" + strings.Repeat("# x\n", shell.MaxText/4), unread.TooLarge, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := follow.Parse(tt.text, shell.Options{Models: models})
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

func TestHiddenAndEscaped(t *testing.T) {
	const text = "echo \x1b[1m \b \u202e \x1b[0m \x00"
	got := map[string]string{}
	for _, p := range follow.Parse(text, shell.Options{Models: models}).Problems {
		got[p.Kind] += text[p.Span.From:p.Span.To]
	}
	want := map[string]string{shell.EscapeText: "\x1b", shell.HiddenText: "\u202e"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the first of each kind (-want +got):\n%s", diff)
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
			s := follow.Parse(tt.text, shell.Options{Models: models})
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
