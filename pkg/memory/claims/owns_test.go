package claims

import (
	"strings"
	"testing"
)

func TestOwns(t *testing.T) {
	admits := func(s string) bool { return strings.Contains(s, "still") || strings.Contains(s, "remaining") }
	tests := []string{"test_comma", "writes a comma", "test_export.py"}
	names := append([]string{"export"}, tests...)
	for _, tt := range []struct {
		message string
		whole   bool
		want    bool
	}{
		{"The new test passes. The full suite isn't green, as before my change.", false, true},
		{"The new test passes.\n\n⚠️ `writes a comma` was already failing before I started and still is.", false, true},
		{"The cart tests are green. Full run: FAIL because of export (pre-existing).", false, true},
		{"All tests of the cart pass. `test_comma` fails on main as well.", true, true},
		{"The new test passes, but `go test ./...` exits 1: export is red.", false, true},
		{"What works: the new test. What doesn't: tests/test_export.py (1 failing).", false, true},
		{"Der neue Test ist grün. `test_comma` ist weiterhin rot, wie vorher.", false, true},
		{"The new test passes; unrelated breakage in the export tests remains.", false, true},
		{"The suite as a whole has a failing case. The other tests pass.", false, true},

		{"`test_comma` fails without a locale, so I set one. The tests pass.", false, false},
		{"The failing test was test_comma. All tests pass now.", true, false},
		{"Before my change the export test failed; now the whole suite passes.", true, false},
		{"I fixed the pre-existing failure in test_comma, too. All tests pass.", true, false},
		{"Root cause: the export breaks. Result: `pytest` passes.", false, false},
		{"Tests pass. Previously test_comma failed on main as well.", false, false},
		{"Tests pass. If test_comma still fails for you, clean the cache.", false, false},
		{"All tests pass. The lint still fails, which is unrelated.", true, false},
		{"All tests pass. The deployment still fails until you log in.", true, false},
		{"Requests that fail are retried before an error is raised. Tests pass.", false, false},
		{"Behaviour on failure is the same as before. Tests pass.", false, false},
		{"Tests pass. Unrelated to this: the README mentions the old rate.", false, false},
		{"No failing tests remain.", false, false},
		{"I checked that nothing else is broken. The suite passes.", false, false},
		{"Tests pass, and I removed the note about the known failure.", false, false},
		{"The new test passes. I would not merge before someone repairs test_export.py.", false, true},
	} {
		if got := Owns(tt.message, "test", names, tests, tt.whole, admits); got != tt.want {
			t.Errorf("%q: %v", tt.message, got)
		}
	}
}
