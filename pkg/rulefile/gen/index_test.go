package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

func TestNeeded(t *testing.T) {
	git := []string{"git"}
	for _, tt := range []struct {
		name string
		when rule.When
		want []string
	}{
		{"nothing", rule.When{}, []string{"*"}},
		{"program", rule.When{Program: git}, git},
		{"any program", rule.When{Program: []string{"git", "*"}}, []string{"*"}},
		{"branches", rule.When{Any: []rule.When{{Program: git}, {Program: []string{"hg", "jj"}}}}, []string{"git", "hg", "jj"}},
		{"branch without", rule.When{Any: []rule.When{{Program: git}, {Min: 1}}}, []string{"*"}},
		{"program and branches", rule.When{Program: git, Any: []rule.When{{Min: 1}}}, git},
		{"branches of a branch", rule.When{Any: []rule.When{{Any: []rule.When{{Program: git}}}}}, git},
		{"exception", rule.When{Not: []rule.When{{Program: git}}}, []string{"*"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := needed(&tt.when, func(w *rule.When) []string { return w.Program })
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestSets(t *testing.T) {
	s := sets{}
	s.add(0, []string{"a", "a"})
	s.add(64, []string{"a", anything})
	if got, want := setLiteral(s["a"], 2), "set{0x1, 0x1}"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := setLiteral(s[anything], 2), "set{0x0, 0x1}"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
