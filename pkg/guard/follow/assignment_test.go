package follow_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/readtest"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// TestVariables holds that a variable the model of export speaks of is a
// call wherever it is set, and no other variable is.
func TestVariables(t *testing.T) {
	of := func(name string) *rule.Command {
		switch name {
		case "export":
			return &rule.Command{Names: []string{"export"}, Verbs: []rule.Verb{{Operand: []string{"HISTFILE=", "GUARD_*=*"}}}}
		case "env":
			return &rule.Command{Names: []string{"env"}, Style: rule.POSIX, Nested: []rule.Nested{{As: rule.AsArgv, Assign: true}}}
		}
		return nil
	}
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"alone", "HISTFILE=", []string{"export HISTFILE="}},
		{"exported", "export HISTFILE=/dev/null", []string{"export HISTFILE=/dev/null"}},
		{"declared", "declare -x GUARD_A=1", []string{"export GUARD_A=1"}},
		{"before a command", "GUARD_B=x ls", []string{"export GUARD_B=x", "ls"}},
		{"behind a wrapper", "env GUARD_B=x ls", []string{"env GUARD_B=x ls", "export GUARD_B=x", "ls"}},
		{"from a variable", "f=/dev/null; HISTFILE=$f", []string{"export HISTFILE=/dev/null"}},
		{"another", "HISTORY=x; GUARD=1", nil},
		{"only read", "echo $HISTFILE", []string{"echo «$HISTFILE»"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := follow.Parse(tt.text, shell.Options{Models: of})
			var got []string
			for i := range s.Calls {
				line := ""
				for _, w := range s.Calls[i].Argv {
					if line != "" {
						line += " "
					}
					line += readtest.Plain(w)
				}
				got = append(got, line)
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("calls (-want +got):\n%s", d)
			}
		})
	}
}

// TestBothWays holds that one descriptor for input and output is seen, and
// that swapping descriptors is not taken for it.
func TestBothWays(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       bool
	}{
		{"number", "sh <&5 >&5 2>&5", true},
		{"variable", "sh 0>&$fd 1>&$fd", true},
		{"output only", "sh >&5", false},
		{"two descriptors", "sh <&5 >&6", false},
		{"swapped", "sh 3>&1 1>&2 2>&3", false},
		{"standard ones", "sh 0<&1 1>&1", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := follow.Parse(tt.text, shell.Options{})
			got := false
			for _, r := range s.Calls[0].Redirs {
				got = got || r.Op == shell.BothWays
			}
			if got != tt.want {
				t.Errorf("both ways = %v, want %v", got, tt.want)
			}
		})
	}
}

// TestLookedUp holds that a program found by its name is followed as that
// program.
func TestLookedUp(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"which", "p=$(which sh); $p -c 'rm a'", "rm"},
		{"command -v", "p=$(command -v sh); $p -c 'rm a'", "rm"},
		{"one or the other", "p=$(which bash || which sh); $p -c 'rm a'", "rm"},
		{"the shell's own name", "$SHELL -c 'rm a'", "rm"},
		{"something else", "p=$(cat name); $p -c 'rm a'", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := follow.Parse(tt.text, shell.Options{Models: func(name string) *rule.Command {
				if name == "command" {
					return printing(name, &rule.Command{Names: []string{name}, Options: []rule.Option{{Names: []string{"-v"}}}})
				}
				return models(name)
			}})
			got := s.Calls[len(s.Calls)-1].Program
			if got != tt.want {
				t.Errorf("last program = %q, want %q", got, tt.want)
			}
		})
	}
}
