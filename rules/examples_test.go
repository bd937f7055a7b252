package rules_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/safety"
	"github.com/ctxhook/ctxhook/rules"
)

func engine() *safety.Engine {
	return &safety.Engine{Models: rules.Command, Functions: rules.Function, Rules: rules.Safety(), Table: policy.For(policy.Standard)}
}

var place = safety.Dirs{Home: "/home/ann"}

// fired reports whether a rule fires on a command. One that rests on facts
// alone is held against a machine on which everything can be lost.
func fired(e *safety.Engine, r *rule.Rule, command string) bool {
	at, facts := place, rule.Facts(nil)
	if r.Risk == policy.Safe {
		at.Cwd, at.Project, facts = "/w/p", "/w/p", rule.Lossy{}
	}
	for _, f := range e.Judge(command, at, facts).Findings {
		if f.Rule == r.ID {
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
				if !fired(e, r, c) {
					t.Errorf("does not fire on its hit %q", c)
				}
			}
			for _, c := range r.Examples.Miss {
				if fired(e, r, c) {
					t.Errorf("fires on its miss %q", c)
				}
			}
		})
	}
}

// TestCandidates states that a rule fires whether all rules are held against
// a call or only those that may fire on it.
func TestCandidates(t *testing.T) {
	all, few := engine(), engine()
	few.Rules, few.Candidates = nil, rules.AppendFor
	findings := 0
	for _, r := range rules.Safety() {
		for _, c := range append(slices.Clone(r.Examples.Hit), r.Examples.Miss...) {
			want := all.Judge(c, place, nil).Findings
			got := few.Judge(c, place, nil).Findings
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%q (-want +got):\n%s", c, diff)
			}
			findings += len(want)
		}
	}
	if findings == 0 {
		t.Error("nothing fires")
	}
}

// A call has few rules held against it: those for its program and what it
// does.
func TestCandidatesAreFew(t *testing.T) {
	for _, tt := range []struct {
		name    string
		trigger rule.Trigger
		holds   string // a rule that must be among them
	}{
		{"program", rule.Trigger{Program: "chmod", Model: "chmod", Effects: []rule.EffectKind{rule.Mode}}, "permissions/setuid"},
		{"problem", rule.Trigger{Problem: "unparsable"}, "shell/unparsable"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := rules.AppendFor(nil, tt.trigger)
			if !slices.ContainsFunc(got, func(r *rule.Rule) bool { return r.ID == tt.holds }) {
				t.Errorf("%s is not among %d rules", tt.holds, len(got))
			}
			if most := len(rules.Safety()) / 3; len(got) > most {
				t.Errorf("%d rules, want at most %d", len(got), most)
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
