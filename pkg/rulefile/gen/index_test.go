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
		{"nothing", rule.When{}, nil},
		{"program", rule.When{Program: git}, git},
		{"any program", rule.When{Program: []string{"git", "*"}}, nil},
		{"branches", rule.When{Any: []rule.When{{Program: git}, {Program: []string{"hg", "jj"}}}}, []string{"git", "hg", "jj"}},
		{"branch without", rule.When{Any: []rule.When{{Program: git}, {Min: 1}}}, nil},
		{"program and branches", rule.When{Program: git, Any: []rule.When{{Min: 1}}}, git},
		{"branches of a branch", rule.When{Any: []rule.When{{Any: []rule.When{{Program: git}}}}}, git},
		{"exception", rule.When{Not: []rule.When{{Program: git}}}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := needed(&tt.when, func(w *rule.When) []string { return w.Program })
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestIndex(t *testing.T) {
	k := knowledge{safety: []rule.Rule{
		{ID: "a/any", When: rule.When{Min: 1}},
		{ID: "a/both", When: rule.When{Program: []string{"git", "hg"}, Effect: []rule.EffectKind{"run", "delete"}}},
		{ID: "a/effect", When: rule.When{Effect: []rule.EffectKind{"delete"}}},
		{ID: "a/problem", When: rule.When{Problem: []string{"too-deep"}}},
		{ID: "a/program", When: rule.When{Program: []string{"git"}}},
	}}
	want := []string{
		"on *\ta/any\n",
		"on effect/delete\ta/effect\n",
		"on problem/too-deep\ta/problem\n",
		"on program/git\ta/both:delete,run a/program\n",
		"on program/hg\ta/both:delete,run\n",
	}
	if diff := cmp.Diff(want, k.index()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
