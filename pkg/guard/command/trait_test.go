package command

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/rules"
)

func TestTraits(t *testing.T) {
	for _, tc := range []struct {
		name    string
		command string
		want    rule.Trait // all of them
		not     rule.Trait // none of them
	}{
		{"a filter shows text", "grep x y", rule.Filter | rule.Viewer, rule.Auxiliary | rule.Launcher},
		{"with its version", "python3.12 a.py", rule.Interpreter | rule.RunsUserCode, rule.ReadOnly},
		{"a number is no program", "12 x", 0, rule.ReadOnly | rule.Noise},
		{"not known", "frob stir", 0, ^rule.Trait(0)},
		{"git looks", "git log -1", rule.PrintsData | rule.ReadOnly, rule.Records | rule.Launcher},
		{"git keeps, and starts hooks", "git commit -m x", rule.Launcher | rule.Records, rule.PrintsData | rule.ReadOnly},
		{"git does something else", "git stash pop", rule.PrintsData, rule.Launcher | rule.Records | rule.ReadOnly},
		{"what stands behind compose", "docker compose logs web", rule.PrintsData | rule.ReadOnly | rule.Launcher, rule.RunsUserCode},
		{"of another program", "frob compose logs", 0, rule.ReadOnly},
		{"a script of the project", "npm run build", rule.Launcher | rule.HidesStatus, rule.ReadOnly},
		{"a list of packages", "npm ls", rule.ReadOnly | rule.HidesStatus, rule.Launcher},
		{"built", "cargo build", rule.RunsUserCode, rule.Launcher},
		{"executed", "mise exec x", rule.Launcher | rule.ProjectRunner | rule.Installer, rule.RunsUserCode},
		{"git asks elsewhere", "git fetch origin", rule.PrintsData | rule.ReadOnly | rule.Remote, rule.Records},
		{"git stays here", "git commit -m x", rule.Launcher | rule.Records, rule.Remote},
		{"brings programs from elsewhere", "apt-get install jq", rule.Installer | rule.Remote, rule.ProjectRunner},
		{"waits, and is in the shell", "wait 12", rule.Timing | rule.Builtin, rule.Installer},
		{"finds programs", "command -v jq", rule.Locator | rule.Builtin, rule.Timing},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := &parsed(tc.command).Calls[0]
			got := traitsOf(c.About, Words(c))
			if got&tc.want != tc.want || got&tc.not != 0 {
				t.Errorf("traits of %s: got %b, want %b and none of %b", tc.command, got, tc.want, tc.not)
			}
			for bit := rule.Trait(1); bit != 0; bit <<= 1 {
				if want := got&bit != 0; Has(c, bit) != want {
					t.Errorf("does(%b): got %v, want %v", bit, !want, want)
				}
			}
		})
	}
}

func TestOfPart(t *testing.T) {
	for _, tc := range []struct {
		name, part string
		want       bool
	}{
		{"nothing", "", true},
		{"sed shows", "sed -n", true},
		{"sed writes", "sed -e -i", false},
		{"a subcommand", "kubectl get -o", true},
		{"another", "kubectl delete", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := Programs(rules.Command).PartTraits(tc.part)&rule.ReadOnly != 0; got != tc.want {
				t.Errorf("looks on: got %v, want %v", got, tc.want)
			}
		})
	}
}
