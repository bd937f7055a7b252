package follow_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// TestFunctionsCalledAgain: functions that call functions are walked once more for each
// call, which grows with each of them. Those that change nothing are walked a few times.
func TestFunctionsCalledAgain(t *testing.T) {
	var b strings.Builder
	b.WriteString("say() { printf '%s\\n' \"$1\" >&2; }\nf0() { say zero; }\nf1() { say one; }\n")
	for i := 2; i < 24; i++ {
		fmt.Fprintf(&b, "f%d() {\n  local x=%d\n  say \"step $x\"\n  f%d || say failed\n  f%d\n}\n", i, i, i-1, i-2)
	}
	b.WriteString("f23\n")
	tests := map[string]struct {
		last  string
		whole bool
	}{
		"a command behind it":            {"rm -rf build", true},
		"one that sets variables is not": {"n=0\ng0() { n=$((n+1)); say $n; }\n" + doubled() + "g16\nrm -rf build", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := follow.Parse(b.String()+tt.last, shell.Options{Models: models})
			whole, seen := true, false
			for _, p := range s.Problems {
				whole = whole && p.Kind != unread.TooLarge
			}
			for _, c := range s.Calls {
				seen = seen || c.Program == "rm"
			}
			if whole != tt.whole || whole && !seen {
				t.Errorf("read to its end: %v, want %v; rm is seen: %v; %d calls", whole, tt.whole, seen, len(s.Calls))
			}
		})
	}
}

// doubled are functions of which each calls the one before twice.
func doubled() string {
	var b strings.Builder
	for i := 1; i < 17; i++ {
		fmt.Fprintf(&b, "g%d() { g%d; g%d; }\n", i, i-1, i-1)
	}
	return b.String()
}

// TestCalledAgainWithOtherWords: what a function is given counts, and so does what it does
// to the shell.
func TestCalledAgainWithOtherWords(t *testing.T) {
	var b strings.Builder
	b.WriteString("clean() { rm -rf \"$1\"; }\nenter() { cd \"$1\"; }\n")
	for i := range 12 {
		fmt.Fprintf(&b, "clean /tmp/%d\n", i)
	}
	b.WriteString("for d in a b; do clean same; done\nenter /srv\nrm -rf last\n")
	s := follow.Parse(b.String(), shell.Options{Models: models})
	seen := map[string]bool{}
	for _, c := range s.Calls {
		if c.Program == "rm" {
			seen[c.Cwd.Path.String()+" "+c.Argv[2].String()] = true
		}
	}
	for i := range 12 {
		if want := fmt.Sprintf(" /tmp/%d", i); !seen[want] && !seen["$PWD"+want] {
			t.Errorf("no rm of /tmp/%d: %v", i, seen)
		}
	}
	if !seen["/srv last"] {
		t.Errorf("the directory is lost: %v", seen)
	}
}

// TestCalledAgainAfterAChange: a function that deletes what a variable names is walked each
// time, because the variable may have changed; so is one behind another function.
func TestCalledAgainAfterAChange(t *testing.T) {
	var b strings.Builder
	b.WriteString("clean() { rm -rf \"$d\"; }\nouter() { clean; }\n")
	for i := range 12 {
		fmt.Fprintf(&b, "d=dir%d\nouter\n", i)
	}
	b.WriteString("d=/\nouter\n")
	s := follow.Parse(b.String(), shell.Options{Models: models})
	for _, c := range s.Calls {
		if c.Program == "rm" && c.Argv[2].Is("/") {
			return
		}
	}
	t.Error("no rm of the root")
}

// TestLongScriptsListWhatDiffers: of a long script a call is listed again where its words
// are others.
func TestLongScriptsListWhatDiffers(t *testing.T) {
	var b strings.Builder
	b.WriteString("clean() { rm -rf \"$d\"; }\n")
	for i := range 2500 {
		fmt.Fprintf(&b, "ls %d\n", i)
	}
	b.WriteString("d=x\nclean\nclean\nclean\nd=/\nclean\ncd /srv\nd=x\nclean\n")
	s := follow.Parse(b.String(), shell.Options{Models: models})
	seen := map[string]int{}
	for _, c := range s.Calls {
		if c.Program == "rm" {
			seen[c.Cwd.Path.String()+" "+c.Argv[2].String()]++
		}
	}
	if seen[" x"]+seen["$PWD x"] != 1 || seen[" /"]+seen["$PWD /"] != 1 || seen["/srv x"] != 1 {
		t.Errorf("calls of rm: %v", seen)
	}
}

// TestPrintedAgain: what a function prints may be run or deleted, so that a variable that it
// prints counts.
func TestPrintedAgain(t *testing.T) {
	for _, use := range []string{"eval \"rm -rf $(name)\"", "rm -rf \"$(name)\"", "{ name; } > list; rm -rf $(cat list)", "echo \"rm -rf $(name)\" | sh", "rm -rf $((n)) $(count)"} {
		var b strings.Builder
		b.WriteString("name() { echo \"$d\"; }\ncount() { echo $((m)) $d; }\nuse() { " + use + "; }\n")
		for i := range 12 {
			fmt.Fprintf(&b, "d=dir%d\nuse\n", i)
		}
		b.WriteString("d=/\nuse\n")
		s := follow.Parse(b.String(), shell.Options{Models: models})
		found := false
		for _, c := range s.Calls {
			found = found || c.Program == "rm" && c.Argv[len(c.Argv)-1].Is("/")
		}
		if !found {
			t.Errorf("%s: no rm of the root", use)
		}
	}
}

// TestCalledAgainAsAnother: what a function calls may be declared anew, in a subshell or for
// good, or taken back, and what it prints may come from a file: then it is walked again.
func TestCalledAgainAsAnother(t *testing.T) {
	often := strings.Repeat("w\n", 10)
	for name, text := range map[string]string{
		"declared anew":            "log() { echo hi; }\nw() { log a; }\n" + often + "echo() { rm -rf /x; }\nw",
		"declared in a loop":       "log() { echo hi; }\nfor i in 1 2 3 4 5 6 7 8 9 10 11; do log a; done\necho() { rm -rf /x; }\nlog a",
		"taken back":               "rm() { echo hi; }\nlog() { rm -rf /x; }\nw() { log; }\n" + often + "unset -f rm\nw",
		"another in a subshell":    "log() { rm -rf /x; }\nw() { log; }\n( rm() { echo hi; }\n" + often + ")\nw",
		"by way of another":        "a() { echo hi; }\nlog() { a; }\nw() { log; }\n" + often + "a() { rm -rf /x; }\nw",
		"what a file holds":        "log() { cat f; }\nw() { $(log) -rf /x; }\necho echo >f\n" + often + "echo rm >f\nw",
		"what a redirection reads": "log() { tr -d z <f; }\nw() { $(log) -rf /x; }\necho echo >f\n" + often + "echo rm >f\nw",
	} {
		s := follow.Parse(text, shell.Options{Models: models})
		found := false
		for _, c := range s.Calls {
			found = found || c.Program == "rm" && len(c.Argv) == 3 && c.Argv[2].Is("/x")
		}
		if !found {
			t.Errorf("%s: no rm -rf /x in\n%s", name, text)
		}
	}
}
