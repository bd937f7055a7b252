package rule_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/rules"
)

type literal struct {
	place, nth int
	text       string
}

// The literals by which an output finds the checks and errors that it may be of are all that
// the shipped entries have, and with stems those that begin with one.
func TestLiterals(t *testing.T) {
	k := rules.Knowledge()
	var checks, fixes []literal
	named := 0
	for place := range k.Checks() {
		c := k.Check(place)
		if k.CheckNamed(c.ID) != place {
			t.Errorf("%s is not found by its name", c.ID)
		}
		named++
		for nth, p := range c.Fail {
			for _, l := range p.Literals {
				checks = append(checks, literal{place, nth, l})
			}
		}
	}
	for place := range k.Fixes() {
		for nth, p := range k.Fix(place).Error {
			for _, l := range p.Literals {
				fixes = append(fixes, literal{place, nth, l})
			}
		}
	}
	if named == 0 || len(checks) == 0 || len(fixes) == 0 {
		t.Fatalf("%d checks, %d literals of checks, %d of errors", named, len(checks), len(fixes))
	}
	if k.CheckNamed("none/such") != -1 || k.CheckNamed("") != -1 {
		t.Error("a check is found that there is not")
	}
	stems := rule.StemsOf("xx panic: runtime error yy")
	for _, tt := range []struct {
		kind string
		all  []literal
	}{{rule.KindCheck, checks}, {rule.KindFix, fixes}} {
		var got []literal
		give := func(place, nth int, text string) { got = append(got, literal{place, nth, text}) }
		k.Literals(tt.kind, nil, give)
		if diff := cmp.Diff(tt.all, got, cmp.AllowUnexported(literal{})); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.kind, diff)
		}
		got = nil
		k.Literals(tt.kind, stems, give)
		for _, l := range tt.all {
			if len(l.text) >= 3 && stems.Has(l.text[0], l.text[1], l.text[2]) && !slices.Contains(got, l) {
				t.Errorf("%q: %q is not given by its stem", tt.kind, l.text)
			}
		}
		if len(got) == 0 || len(got) >= len(tt.all) {
			t.Errorf("%q: %d of %d literals begin with a stem of the text", tt.kind, len(got), len(tt.all))
		}
	}
}

func TestStems(t *testing.T) {
	s := rule.StemsOf("abcd")
	var none *rule.Stems
	if !s.Has('a', 'b', 'c') || !s.Has('b', 'c', 'd') || s.Has('c', 'd', 'e') || s.Has('x', 'y', 'z') || !none.Has('x', 'y', 'z') {
		t.Error("a text has other stems than its own")
	}
}

// WaysOf gives the commands of checks by the first word of a program's name.
func TestWaysOf(t *testing.T) {
	k := rules.Knowledge()
	for _, tt := range []struct{ program, way string }{
		{"go", "go test"}, {"pytest", "pytest"}, {"npm", "npm test"}, {"zzz", ""}, {"", ""},
	} {
		var got []string
		for id, way := range k.WaysOf(tt.program) {
			if k.CheckNamed(id) < 0 {
				t.Errorf("%s: %q is a way of no check", tt.program, way)
			}
			got = append(got, way)
		}
		if tt.way == "" && got != nil || tt.way != "" && !slices.Contains(got, tt.way) {
			t.Errorf("%s: %q", tt.program, got)
		}
	}
}

// A rule is asked about a call if it needs nothing that the call lacks.
func TestRulesFor(t *testing.T) {
	lines := map[string][]rule.IndexItem{
		"*":                    {{ID: "any"}},
		"program/git":          {{ID: "git/any"}, {ID: "git/discard", Kinds: "discard,rewrite"}},
		"program/model":        {{ID: "model"}},
		"effect/delete":        {{ID: "delete"}, {ID: "delete/root", Classes: 1}},
		"problem/unparsable":   {{ID: "unparsable"}},
		"program/":             {{ID: "no program"}},
		"effect/something":     {{ID: "something"}},
		"problem/":             {{ID: "no problem"}},
		"program/other-models": {{ID: "other"}},
	}
	for _, tt := range []struct {
		name    string
		trigger rule.Trigger
		want    []string
	}{
		{"a program", rule.Trigger{Program: "git"}, []string{"any", "git/any"}},
		{"with an effect that one needs", rule.Trigger{Program: "git", Effects: []rule.EffectKind{"rewrite"}}, []string{"any", "git/any", "git/discard"}},
		{"with another effect", rule.Trigger{Program: "git", Effects: []rule.EffectKind{"delete"}}, []string{"any", "git/any", "delete"}},
		{"with a class that one needs", rule.Trigger{Program: "rm", Effects: []rule.EffectKind{"delete"}, Classes: 3}, []string{"any", "delete", "delete/root"}},
		{"with another class", rule.Trigger{Program: "rm", Effects: []rule.EffectKind{"delete"}, Classes: 2}, []string{"any", "delete"}},
		{"by its model", rule.Trigger{Program: "git2", Model: "git"}, []string{"any", "git/any"}},
		{"that is its model", rule.Trigger{Program: "git", Model: "git"}, []string{"any", "git/any"}},
		{"a problem", rule.Trigger{Problem: "unparsable", Program: "git"}, []string{"unparsable"}},
	} {
		var got []string
		rule.RulesFor(tt.trigger, func(group, name string) []rule.IndexItem { return lines[group+name] }, func(id string) { got = append(got, id) })
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}
