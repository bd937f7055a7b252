package safety

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

func TestFill(t *testing.T) {
	word := shell.Word{Parts: []shell.Part{{Kind: shell.Lit, Text: "prod"}}}
	deleted := shell.LitWord(":topic")
	below := shell.Word{Parts: []shell.Part{{Kind: shell.Lit, Text: "/etc/app/"}, {Kind: shell.Glob, Text: "**"}}}
	for _, tt := range []struct {
		name string
		say  string
		call shell.Call
		hit  []*effect.Effect
		want string
	}{
		{"all is known", "{program} {sub} drops {what}: {targets}",
			shell.Call{Program: "db", Args: shell.Args{Sub: []string{"drop"}}}, []*effect.Effect{{What: "a table", Target: &word}}, "db drop drops a table: prod"},
		{"nothing is named", "{program} {sub} drops {what}: {targets}",
			shell.Call{Program: "db", Args: shell.Args{Sub: []string{"drop"}}}, []*effect.Effect{{What: "every table"}}, "db drop drops every table"},
		{"one target of two effects", "drops {targets}", shell.Call{}, []*effect.Effect{{Target: &word}, {Target: &word}}, "drops prod"},
		{"a branch that a push deletes", "deletes {targets}", shell.Call{}, []*effect.Effect{{Kind: rule.Push, Target: &deleted}}, "deletes topic"},
		{"all below a directory", "searches {targets}", shell.Call{}, []*effect.Effect{{Target: &below}}, "searches all below /etc/app"},
		{"in words", "stops {targets}", shell.Call{Program: "db"}, []*effect.Effect{{What: "the server"}}, "stops the server"},
		{"no subcommand", "{program} {sub} drops {targets}", shell.Call{Program: "db"}, []*effect.Effect{{Target: &word}}, "db drops prod"},
		{"no program", "{program} {sub} drops {targets}", shell.Call{}, []*effect.Effect{{Target: &word}}, "drops prod"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := placeholders{call: &tt.call, hit: tt.hit}
			if got := p.fill(tt.say); got != tt.want {
				t.Errorf("fill(%q) = %q, want %q", tt.say, got, tt.want)
			}
		})
	}
}

func TestNamesThing(t *testing.T) {
	for option, want := range map[string]bool{"--stack-name": true, "--instance-ids": true, "--name": true, "--endpoint-url": false, "--region": false, "--force": false} {
		if got := namesThing(option); got != want {
			t.Errorf("namesThing(%q) = %v, want %v", option, got, want)
		}
	}
}
