package safety

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/rules"
)

func TestNever(t *testing.T) {
	tests := []struct {
		name string
		when rule.When
		want string // the beginning; "" may hold
	}{
		{"program", rule.When{Program: []string{"deploy"}, Operand: []string{"prod"}}, ""},
		{"flag", rule.When{Program: []string{"git"}, Flags: rule.Flags{Any: []string{"--force"}}}, ""},
		{"flag without dash", rule.When{Program: []string{"git"}, Flags: rule.Flags{Any: []string{"force"}}}, `no option is written "force": write --force`},
		{"one flag of two", rule.When{Program: []string{"git"}, Flags: rule.Flags{Any: []string{"force", "-f"}}}, ""},
		{"all flags", rule.When{Program: []string{"rm"}, Flags: rule.Flags{All: []string{"-r", "f"}}}, `no option is written "f": write -f`},
		{"words that are options", rule.When{Program: []string{"dd"}, Flags: rule.Flags{Any: []string{"of"}}}, ""},
		{"option in a subcommand", rule.When{Program: []string{"git"}, Sub: []string{"push --force"}}, `"--force" is an option, not part of a subcommand`},
		{"option as operand", rule.When{Program: []string{"rm"}, Operand: []string{"-rf"}}, `"-rf" is an option, not an operand`},
		{"subcommand as operand", rule.When{Program: []string{"git"}, Operand: []string{"push"}}, `"push" is a subcommand of git, not an operand: write sub: push`},
		{"two words as operand", rule.When{Program: []string{"kubectl"}, Operand: []string{"delete pod"}}, `"delete" is a subcommand of kubectl, not an operand: write sub: delete pod`},
		{"operand of a subcommand", rule.When{Program: []string{"git"}, Sub: []string{"stash"}, Operand: []string{"push"}}, ""},
		{"effect without a model", rule.When{Program: []string{"deploy"}, Effect: []rule.EffectKind{rule.Delete}}, `ctxhook knows no effect of "deploy"`},
		{"effect of a redirection", rule.When{Program: []string{"deploy"}, Effect: []rule.EffectKind{rule.Overwrite}}, ""},
		{"path twice", rule.When{Effect: []rule.EffectKind{rule.Delete}, Path: rule.ClassSetOf("project"), NotPath: rule.ClassSetOf("project")}, "path and not_path both name project"},
		{"no wrapper", rule.When{Program: []string{"rm"}, Wrapper: []string{"ls"}}, `"ls" runs no command`},
		{"wrapper", rule.When{Program: []string{"rm"}, Wrapper: []string{"sudo"}}, ""},
		{"one of any", rule.When{Any: []rule.When{{Program: []string{"git"}, Operand: []string{"push"}}, {Program: []string{"ls"}}}}, ""},
		{"none of any", rule.When{Any: []rule.When{{Program: []string{"git"}, Operand: []string{"push"}}}}, `"push" is a subcommand`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Never(&tt.when, rules.Command)
			if !strings.HasPrefix(got, tt.want) || tt.want == "" && got != "" {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestShippedRulesMayFire: each has examples that it finds, so none of them is a
// slip.
func TestShippedRulesMayFire(t *testing.T) {
	list := rules.Safety()
	if len(list) < 100 {
		t.Fatalf("%d rules", len(list))
	}
	for _, r := range list {
		if why := Never(&r.When, rules.Command); why != "" {
			t.Errorf("%s: %s", r.ID, why)
		}
	}
}
