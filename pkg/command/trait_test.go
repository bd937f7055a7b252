package command

import (
	"testing"
)

func TestTraits(t *testing.T) {
	for _, tc := range []struct {
		name    string
		command string
		want    Trait // all of them
		not     Trait // none of them
	}{
		{"a filter shows text", "grep x y", Filter | Viewer, Auxiliary | Launcher},
		{"with its version", "python3.12 a.py", Interpreter | RunsUserCode, ReadOnly},
		{"a number is no program", "12 x", 0, ReadOnly | Noise},
		{"not known", "frob stir", 0, ^Trait(0)},
		{"git looks", "git log -1", PrintsData | ReadOnly, Records | Launcher},
		{"git keeps, and starts hooks", "git commit -m x", Launcher | Records, PrintsData | ReadOnly},
		{"git does something else", "git stash pop", PrintsData, Launcher | Records | ReadOnly},
		{"what stands behind compose", "docker compose logs web", PrintsData | ReadOnly | Launcher, RunsUserCode},
		{"of another program", "frob compose logs", 0, ReadOnly},
		{"a script of the project", "npm run build", Launcher | HidesStatus, ReadOnly},
		{"a list of packages", "npm ls", ReadOnly | HidesStatus, Launcher},
		{"built", "cargo build", RunsUserCode, Launcher},
		{"executed", "mise exec x", Launcher | ProjectRunner | Installer, RunsUserCode},
		{"git asks elsewhere", "git fetch origin", PrintsData | ReadOnly | Remote, Records},
		{"git stays here", "git commit -m x", Launcher | Records, Remote},
		{"brings programs from elsewhere", "apt-get install jq", Installer | Remote, ProjectRunner},
		{"waits, and is in the shell", "wait 12", Timing | Builtin, Installer},
		{"finds programs", "command -v jq", Locator | Builtin, Timing},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := &parsed(tc.command).Calls[0]
			got := traitsOf(Words(c))
			if got&tc.want != tc.want || got&tc.not != 0 {
				t.Errorf("traits of %s: got %b, want %b and none of %b", tc.command, got, tc.want, tc.not)
			}
			for bit := Trait(1); bit != 0; bit <<= 1 {
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
			if got := PartTraits(tc.part)&ReadOnly != 0; got != tc.want {
				t.Errorf("looks on: got %v, want %v", got, tc.want)
			}
		})
	}
}
