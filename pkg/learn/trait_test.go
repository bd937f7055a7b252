package learn

import "testing"

func TestTraits(t *testing.T) {
	for _, tc := range []struct {
		name    string
		command string
		want    trait // all of them
		not     trait // none of them
	}{
		{"a filter shows text", "grep x y", filter | viewer, aside | starter},
		{"with its version", "python3.12 a.py", interpreter | trial, onlooker},
		{"a number is no program", "12 x", 0, onlooker | trifle},
		{"not known", "frob stir", 0, ^trait(0)},
		{"git looks", "git log -1", foreign | onlooker, keeper | starter},
		{"git keeps, and starts hooks", "git commit -m x", starter | keeper, foreign | onlooker},
		{"git does something else", "git stash pop", foreign, starter | keeper | onlooker},
		{"what stands behind compose", "docker compose logs web", foreign | onlooker | starter, trial},
		{"of another program", "frob compose logs", 0, onlooker},
		{"a script of the project", "npm run build", starter | swallower, onlooker},
		{"a list of packages", "npm ls", onlooker | swallower, starter},
		{"built", "cargo build", trial, starter},
		{"executed", "mise exec x", starter | runner | installer, trial},
		{"git asks elsewhere", "git fetch origin", foreign | onlooker | distant, keeper},
		{"git stays here", "git commit -m x", starter | keeper, distant},
		{"brings programs from elsewhere", "apt-get install jq", installer | distant, runner},
		{"waits, and is in the shell", "wait 12", timed | builtin, installer},
		{"finds programs", "command -v jq", locator | builtin, timed},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := &parsed(tc.command).Calls[0]
			got := ofWords(spoken(c))
			if got&tc.want != tc.want || got&tc.not != 0 {
				t.Errorf("traits of %s: got %b, want %b and none of %b", tc.command, got, tc.want, tc.not)
			}
			for bit := trait(1); bit != 0; bit <<= 1 {
				if want := got&bit != 0; does(c, bit) != want {
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
			if got := ofPart(tc.part)&onlooker != 0; got != tc.want {
				t.Errorf("looks on: got %v, want %v", got, tc.want)
			}
		})
	}
}
