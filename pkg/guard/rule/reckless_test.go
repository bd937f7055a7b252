package rule

import "testing"

func TestReckless(t *testing.T) {
	for _, tc := range []struct {
		name, word string
		want       bool
	}{
		{"a privilege", "sudo", true},
		{"a short option", "-rf", true},
		{"a long option", "--force-with-lease", true},
		{"with a value", "--delete=origin", true},
		{"an editor", "$EDITOR", true},
		{"a name that has such a part", "force", false},
		{"a file", "rm.txt", false},
		{"what it is done to", "README", false},
		{"an option", "--set-upstream", false},
		{"nothing", "", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := Reckless(tc.word); got != tc.want {
				t.Errorf("Reckless(%q): got %v, want %v", tc.word, got, tc.want)
			}
		})
	}
	if !Bold("force-unlock") || Bold("unlock") {
		t.Error("of subcommands, force-unlock is bold and unlock is not")
	}
}
