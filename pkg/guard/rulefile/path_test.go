package rulefile

import (
	"os"
	"strings"
	"testing"
)

func TestParsePaths(t *testing.T) {
	data, err := os.ReadFile("../../../rules/paths.yaml")
	if err != nil {
		t.Fatal(err)
	}
	file := string(data)
	if _, err := ParsePaths("p", data); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ old, new, want string }{
		{"\nvcs:", "\nvsc:", `unknown key "vsc" in the file: did you mean vcs?`},
		{"\nvcs:\n  names: [.git, .hg, .svn, .bzr, .jj]\n", "\n", "the file needs vcs"},
		{"[.git, .hg,", "[.git, .git,", `".git" twice`},
		{"[.git, .hg,", "[.git/x, .hg,", `".git/x" is not one name: it has a slash`},
		{"[.git, .hg,", "['*git*', .hg,", `"*git*": write a name with one * at most`},
		{"    - [/var/cache,", "    - [var/cache,", `"var/cache": write a path that begins with a slash`},
		{"    .m2: [repository]", "    .cargo, .m2: [repository]", `".cargo" is empty, no single name, or listed already`},
		{"    .m2: [repository]", "    .m2/x: [repository]", `".m2/x" is empty, no single name, or listed already`},
		{"mount:\n", "mount:\n  below: {a: [b]}\n", `unknown key "below" in mount`},
	} {
		broken := strings.Replace(file, tc.old, tc.new, 1)
		if _, err := ParsePaths("p", []byte(broken)); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%q for %q: error %v, want %s", tc.new, tc.old, err, tc.want)
		}
	}
}
