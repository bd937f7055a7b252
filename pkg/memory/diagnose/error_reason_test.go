package diagnose_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
	"github.com/ctxhook/ctxhook/rules"
)

// TestReason: the same reason has the same key, whatever test, place and name it happened
// to; what says that the code is wrong has none.
func TestReason(t *testing.T) {
	r := diagnose.NewReader(rules.Knowledge())
	why := func(command, output string) memory.Error {
		out := tally(command, output, 1)
		return r.Errors(out, r.Check(out))[0]
	}
	pytest := func(test, says string) string {
		return "FAILED tests/test_" + test + ".py::test_" + test + " - " + says + "\n1 failed, 3 passed in 0.2s\n"
	}
	for _, tt := range []struct {
		name, command, one, other string
		same                      bool
	}{
		{"a service that is down", "pytest -q",
			pytest("a", "psycopg.OperationalError: connection to server at \"127.0.0.1\", port 5432 failed: Connection refused"),
			pytest("b", "psycopg.OperationalError: connection to server at \"127.0.0.1\", port 5432 failed: Connection refused"), true},
		{"another service", "pytest -q",
			pytest("a", "ConnectionError: Error connecting to localhost:6379. Connection refused."),
			pytest("a", "ConnectionError: Error connecting to localhost:5432. Connection refused."), false},
		{"a port that differs each time", "pytest -q",
			pytest("a", "ConnectionError: cannot connect to localhost:38211"),
			pytest("a", "ConnectionError: cannot connect to localhost:51873"), true},
		{"in a log of go test", "go test ./...",
			"--- FAIL: TestA (0.01s)\n    a_test.go:31: dial tcp 127.0.0.1:5432: connect: connection refused\nFAIL\nFAIL\tx\t0.01s\n",
			"--- FAIL: TestB (0.02s)\n    b_test.go:7: dial tcp 127.0.0.1:5432: connect: connection refused\nFAIL\nFAIL\tx\t0.01s\n", true},
		{"a table that does not exist", "pytest -q",
			pytest("a", "sqlite3.OperationalError: no such table: shop_item"),
			pytest("b", "sqlite3.OperationalError: no such table: shop_order"), true},
		{"a file of one directory", "pytest -q",
			pytest("a", "FileNotFoundError: No such file or directory: 'data/a.parquet'"),
			pytest("b", "FileNotFoundError: No such file or directory: 'data/b.parquet'"), true},
		{"a file of another", "pytest -q",
			pytest("a", "FileNotFoundError: No such file or directory: 'data/a.parquet'"),
			pytest("a", "FileNotFoundError: No such file or directory: 'out/a.html'"), false},
		{"a variable", "pytest -q",
			pytest("a", "RuntimeError: set GEO_TOKEN (see docs/testing.md)"),
			pytest("b", "RuntimeError: set MAP_TOKEN (see docs/testing.md)"), false},
		{"this machine by another name", "go test ./...",
			"--- FAIL: TestA (0.01s)\n    a_test.go:31: ping: dial tcp [::1]:6379: connect: connection refused\nFAIL\n",
			"--- FAIL: TestB (0.02s)\n    b_test.go:7: ping: dial tcp 127.0.0.1:6379: connect: connection refused\nFAIL\n", true},
		{"by another shell", "./gradlew check", "bash: ./gradlew: Permission denied\n", "/bin/bash: line 1: ./gradlew: Permission denied\n", true},
		{"another program", "./gradlew check", "bash: ./gradlew: Permission denied\n", "bash: ./mvnw: Permission denied\n", false},
		{"in a sentence, with its type and without", "php artisan test",
			"   FAILED  Tests\\Feature\\HomeTest > home page loads   MissingAppKeyException\n  No application encryption key has been specified.\n\n  Tests:    1 failed (0 assertions)\n",
			"There was 1 error:\n\n1) Tests\\Feature\\CalendarTest::test_shows_month\nIlluminate\\Encryption\\MissingAppKeyException: No application encryption key has been specified.\n\nERRORS!\nTests: 1, Assertions: 0, Errors: 1.\n", true},
		{"a service that only its exception names", "mvn test",
			"[ERROR] com.mongodb.MongoSocketException: Connection refused\n", "[ERROR] org.postgresql.util.PSQLException: Connection refused\n", false},
		{"behind the file that it is about", "helm lint chart",
			"Error: found in Chart.yaml, but missing in charts/ directory: redis\n",
			"[ERROR] templates/: found in Chart.yaml, but missing in charts/ directory: redis\nError: 1 chart(s) linted, 1 chart(s) failed\n", true},
		{"a module that is made", "go vet ./...", "a/a_test.go:12:7: undefined: NewMockClient\n", "vet: b/b_test.go:15:7: undefined: NewMockRates\n", true},
		{"a type that is made of a query", "go build ./...", "a/a.go:1:7: undefined: db.ListShiftsRow\n", "b/b.go:5:7: undefined: db.ListSwapsRow\n", true},
		{"a pointer in place of a file", "npx mocha",
			"  1) parses a:\n     SyntaxError: Unexpected token 'v', \"version ht\"... is not valid JSON\n", "  1) parses b:\n     SyntaxError: Unexpected token 'v', \"version ht\"... is not valid JSON\n", true},
		{"a part that is made", "flutter test",
			"  Compilation failed for testPath=/p/test/a_test.dart: lib/a.dart:2:6: Error: Error when reading 'lib/a.freezed.dart': No such file or directory\n00:02 +0 -1: Some tests failed.\n",
			"  Compilation failed for testPath=/p/test/b_test.dart: lib/b.dart:2:6: Error: Error when reading 'lib/b.freezed.dart': No such file or directory\n00:02 +0 -1: Some tests failed.\n", true},
		{"another target", "cargo build",
			"error[E0463]: can't find crate for `core`\n  = note: the `wasm32-unknown-unknown` target may not be installed\n",
			"error[E0463]: can't find crate for `core`\n  = note: the `thumbv7em-none-eabi` target may not be installed\n", false},
		{"of a collection", "ansible-playbook site.yml",
			"ERROR! couldn't resolve module/action 'community.postgresql.postgresql_db'. This often indicates a misspelling, missing collection, or incorrect module path.\n",
			"ERROR! couldn't resolve module/action 'community.postgresql.postgresql_user'. This often indicates a misspelling, missing collection, or incorrect module path.\n", true},
		{"an import of the project, and of a package", "npx vite build",
			"error: Could not resolve \"./gen/api\"\n", "error: Could not resolve \"zod\"\n", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			one, other := why(tt.command, tt.one), why(tt.command, tt.other)
			if one.Cause == "" || (one.Cause == other.Cause) != tt.same {
				t.Errorf("%q (%s) and %q (%s)", one.Cause, one.Missing, other.Cause, other.Missing)
			}
		})
	}
	own := tally("pytest -q", pytest("a", "ModuleNotFoundError: No module named 'shop.prices'"), 1)
	own.Dir, own.Around = "/p", tree{"/p": {"shop/"}}
	if e := r.Errors(own, r.Check(own))[0]; e.Package || e.Cause == "" {
		t.Errorf("a module of the project is a package: %+v", e)
	}
	for _, says := range []string{"assert 3 == 4", "AssertionError: expected 3, got 4", "TypeError: 'NoneType' object is not callable", "NameError: name 'x' is not defined"} {
		if e := why("pytest -q", pytest("a", says)); e.Cause != "" {
			t.Errorf("%s: a reason around the code", says)
		}
	}
}

// tree is what lies in directories.
type tree map[string][]string

func (t tree) Entries(dir string) []string { return t[dir] }
func (tree) Scripts(string) []string       { return nil }
func (tree) Targets(string) []string       { return nil }
func (tree) Branches(string) []string      { return nil }
