package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

func TestNeeds(t *testing.T) {
	git, hg, del := []string{"git"}, []string{"hg", "jj"}, []rule.EffectKind{rule.Delete}
	for _, tt := range []struct {
		name string
		when rule.When
		want []need
	}{
		{"nothing", rule.When{}, []need{{}}},
		{"program and effect", rule.When{Program: git, Effect: del}, []need{{git, []string{"delete"}, 0}}},
		{"any program", rule.When{Program: []string{"git", "*"}}, []need{{}}},
		{"branches", rule.When{Any: []rule.When{{Program: git}, {Effect: del}}}, []need{{git, nil, 0}, {nil, []string{"delete"}, 0}}},
		{"branch without", rule.When{Any: []rule.When{{Program: git}, {Min: 1}}}, []need{{git, nil, 0}, {}}},
		{"program and branches", rule.When{Program: git, Any: []rule.When{{Program: hg}, {Effect: del}}}, []need{{git, nil, 0}, {git, []string{"delete"}, 0}}},
		{"branches of a branch", rule.When{Any: []rule.When{{Any: []rule.When{{Program: git}, {Program: hg}}}}}, []need{{git, nil, 0}, {hg, nil, 0}}},
		{"classes", rule.When{Path: 4, Any: []rule.When{{Effect: del}, {Path: 8}}}, []need{{nil, []string{"delete"}, 4}, {nil, nil, 4}}},
		{"classes of branches", rule.When{Any: []rule.When{{Path: 1}, {Path: 8}}}, []need{{nil, nil, 1}, {nil, nil, 8}}},
		{"exception", rule.When{Not: []rule.When{{Program: git}}}, []need{{}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, needs(&tt.when), cmp.AllowUnexported(need{})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestIndex(t *testing.T) {
	k := knowledge{safety: []rule.Rule{
		{ID: "a/any", When: rule.When{Min: 1}},
		{ID: "a/both", When: rule.When{Program: []string{"git", "hg"}, Effect: []rule.EffectKind{"run", "delete"}}},
		{ID: "a/classed", When: rule.When{Path: rule.ClassSetOf("root", "system"), Effect: []rule.EffectKind{"delete"}}},
		{ID: "a/effect", When: rule.When{Effect: []rule.EffectKind{"delete"}}},
		{ID: "a/problem", When: rule.When{Problem: []string{"too-deep"}}},
		{ID: "a/program", When: rule.When{Program: []string{"git"}}},
	}}
	want := []string{
		"@*\ta/any\n",
		"@effect/delete\ta/classed@ac a/effect\n",
		"@problem/too-deep\ta/problem\n",
		"@program/git\ta/both:delete,run a/program\n",
		"@program/hg\ta/both:delete,run\n",
	}
	if diff := cmp.Diff(want, k.index()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
