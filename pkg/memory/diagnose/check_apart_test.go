package diagnose_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
	"github.com/ctxhook/ctxhook/rules"
)

// TestLookingIsNotRunning: a program that only reads a file does not verify what fails when
// the file is run, or checked otherwise.
func TestLookingIsNotRunning(t *testing.T) {
	r := diagnose.NewReader(rules.Knowledge())
	key := func(command string, exit int) string {
		list := r.Named(tally(command, "", exit))
		out := tally(command, "Traceback (most recent call last):\n", exit)
		if c := r.Check(out); c != nil {
			return c.Key
		}
		if len(list) == 1 {
			return list[0].Key
		}
		return "none: " + command
	}
	for _, pair := range [][2]string{
		{"python -m py_compile a.py", "python a.py"},
		{"python3 -m compileall a.py", "python3 a.py"},
		{"python -m doctest a.py", "python a.py"},
		{"python -m unittest a.py", "python a.py"},
		{"python -m pyflakes a.py", "python a.py"},
		{"node --check a.js", "node a.js"},
		{"ruby -c a.rb", "ruby a.rb"},
		{"php -l a.php", "php a.php"},
		{"perl -c a.pl", "perl a.pl"},
		{"bash -n a.sh", "bash a.sh"},
		{"luac -p a.lua", "lua a.lua"},
		{"deno check a.ts", "deno run a.ts"},
		{"javac A.java", "java A.java"},
		{"dart analyze a.dart", "dart run a.dart"},
		{"cargo check", "cargo test"},
		{"go vet ./...", "go test ./..."},
		{"tsc -p .", "eslint ."},
		{"swift build", "swift test"},
		{"dotnet build", "dotnet test"},
		{"mix compile", "mix test"},
		{"zig build", "zig build test"},
		{"mvn compile", "mvn test"},
		{"gradle compileJava", "gradle test"},
		{"terraform validate", "terraform plan"},
		{"flutter analyze", "flutter test"},
	} {
		for _, exit := range []int{0, 1} {
			if one, other := key(pair[0], exit), key(pair[1], exit); one == other {
				t.Errorf("%s and %s are one check: %q", pair[0], pair[1], one)
			}
		}
	}
}
