package rules_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/safety"
	"github.com/ctxhook/ctxhook/rules"
)

func engine() *safety.Engine {
	return &safety.Engine{Models: rules.Command, Rules: rules.Safety(), Table: policy.For(policy.Standard)}
}

var place = safety.Place{Home: "/home/ann"}

// fired reports whether a rule fires on a command at the risk it names.
func fired(e *safety.Engine, id, command string) bool {
	for _, f := range e.Judge(command, place, nil).Findings {
		if f.Rule == id {
			return true
		}
	}
	return false
}

// TestExamples is the census as well: every shipped rule fires on each of its
// hits, and on none of its misses.
func TestExamples(t *testing.T) {
	e := engine()
	all := rules.Safety()
	if len(all) == 0 {
		t.Fatal("no rules")
	}
	for _, r := range all {
		t.Run(r.ID, func(t *testing.T) {
			for _, c := range r.Examples.Hit {
				if !fired(e, r.ID, c) {
					t.Errorf("does not fire on its hit %q", c)
				}
			}
			for _, c := range r.Examples.Miss {
				if fired(e, r.ID, c) {
					t.Errorf("fires on its miss %q", c)
				}
			}
		})
	}
}

// TestSuggestions holds what we tell people to run instead to our own rules:
// none of it is asked about or blocked.
func TestSuggestions(t *testing.T) {
	e := engine()
	n := 0
	for _, r := range rules.Safety() {
		for _, c := range r.Examples.Hit {
			for _, f := range e.Judge(c, place, nil).Findings {
				for _, s := range f.Instead {
					n++
					if v := e.Judge(s, place, nil); v.Action >= policy.Ask {
						t.Errorf("%s suggests %q for %q, which is itself answered by %s (%s)",
							f.Rule, s, c, v.Action, v.Findings[0].Rule)
					}
				}
			}
		}
	}
	if n == 0 {
		t.Error("no rule suggests anything")
	}
}
