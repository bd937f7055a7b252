package cmd

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/rules"
)

func TestWhenWords(t *testing.T) {
	yes := true
	tests := []struct {
		name string
		when rule.When
		want []string
	}{
		{
			name: "a call",
			when: rule.When{Program: []string{"git"}, Sub: []string{"reset", "checkout"}, Flags: rule.Flags{All: []string{"-a"}, Any: []string{"-b", "-c", "-d"}, None: []string{"-n"}}, Min: 2},
			want: []string{"the program is git", "the subcommand is reset or checkout", "-a is given", "there is -b, -c or -d", "there is no -n", "there are at least 2 operands"},
		},
		{
			name: "an effect",
			when: rule.When{Effect: []rule.EffectKind{rule.Delete, rule.Move}, Path: rule.ClassSetOf("root", "home"), NotPath: rule.ClassSetOf("temp"), Recursive: &yes, From: []string{rule.FromNetwork}},
			want: []string{"it deletes or moves away", "recursively", "the target is root or home", "the target is not temp", "the data comes from the network"},
		},
		{
			name: "branches",
			when: rule.When{
				Any: []rule.When{{Program: []string{"rm"}, Min: 1}, {Where: []string{"here", "remote"}}},
				Not: []rule.When{{Any: []rule.When{{Regex: "x+"}}}},
			},
			want: []string{
				"any of:",
				"- the program is rm",
				"  and there are at least 1 operands",
				"- it runs on this machine or on another host",
				"none of:",
				"- any of:",
				"  - its text matches /x+/",
			},
		},
		{name: "a problem", when: rule.When{Problem: []string{"unparsable"}}, want: []string{"the text is unparsable"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, whenWords(&tt.when)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestVocabularyHasWords: what rules may say can be said to people.
func TestVocabularyHasWords(t *testing.T) {
	for _, from := range rule.Provenances {
		if originWords(from) == from {
			t.Errorf("provenance %s has no words", from)
		}
	}
	for _, where := range rule.Wheres {
		if whereWords(where) == where {
			t.Errorf("place %s has no words", where)
		}
	}
	for _, condition := range rule.Conditions() {
		if conditionWords(condition) == condition {
			t.Errorf("fact %s has no words", condition)
		}
	}
	for _, value := range rule.Placeholders() {
		if shown := withBlanks([]string{"{" + value + "}"}, ""); shown[0] == "{"+value+"}" {
			t.Errorf("value %s has no words", value)
		}
	}
	for _, r := range rules.Safety() {
		if len(whenWords(&r.When)) == 0 {
			t.Errorf("%s: it is not said when the rule fires", r.ID)
		}
	}
}
