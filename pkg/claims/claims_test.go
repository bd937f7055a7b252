package claims

import (
	"fmt"
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	for _, tt := range []struct{ message, want string }{
		{"All tests pass.", "test all"},
		{"Done. **All 42 tests pass**, including the new one.", "test all"},
		{"I fixed the parser, and the tests are green now.", "test"},
		{"- ✅ Full test suite passes (128 tests)", "test all"},
		{"The previously failing test now passes.", "test"},
		{"`go test ./...` passes, lint is clean.", "lint"},
		{"Build, lint (0 issues), and tests all pass.", "test all"},
		{"The build succeeds and tests pass.", "test, build"},
		{"Typecheck is clean.", "types"},
		{"Everything is green.", "any"},
		{"Fixed and tested.", "test"},
		{"Fixed and verified.", "any"},
		{"All tests pass, with no failures.", "test all"},
		{"12/12 tests passed.", "test"},
		{"It compiles cleanly.", "build"},
		{"All tests pass, but the linter still complains.", "test all"},

		{"The tests should pass now.", ""},
		{"Once the tests pass, I'll open the PR.", ""},
		{"Do the tests pass?", ""},
		{"Make sure all tests pass before merging.", ""},
		{"Verify that the tests pass.", ""},
		{"The tests don't pass yet.", ""},
		{"All tests pass except test_total.", ""},
		{"3 of 4 tests pass.", ""},
		{"All tests pass. Two tests are still failing in CI.", ""},
		{"I could not run the tests; the build passes.", "build"},
		{"Most tests pass.", ""},
		{"The tests pass a nil context to the server.", ""},
		{"The test passes even without the fix.", ""},
		{"- [ ] all tests pass", ""},
		{"> All tests pass.", ""},
		{"```\nAll tests pass.\n```\nThat is what it prints.", ""},
		{"Previously the tests were green.", ""},
		{"I cleaned up the test helpers and passed the context through.", ""},
		{"The build pass reads all files.", ""},
		{"One test fails: TestDiv.", ""},
		{"I added tests for the parser.", ""},
	} {
		var got []string
		for _, c := range Find(tt.message) {
			kind := c.Kind
			if kind == "" {
				kind = "any"
			}
			if c.All {
				kind += " all"
			}
			got = append(got, kind)
		}
		if s := strings.Join(got, ", "); s != tt.want {
			t.Errorf("%q: got %q, want %q", tt.message, s, tt.want)
		}
	}
}

func TestDiscloses(t *testing.T) {
	for message, want := range map[string]bool{
		"I removed the obsolete cart test; all tests pass.": true,
		"All tests pass (one is skipped).":                  true,
		"Fixed the sum. All tests pass.":                    false,
	} {
		if got := Discloses(message); got != want {
			t.Errorf("%q: %v", message, got)
		}
	}
}

// FuzzFind: reading ends, whatever a message holds, and a quotation claims nothing.
func FuzzFind(f *testing.F) {
	f.Add("All tests pass.")
	f.Add(strings.Repeat("the full test suite ", 900) + "passes")
	f.Fuzz(func(t *testing.T, message string) {
		Find(message)
		if got := Find("> " + strings.ReplaceAll(strings.ReplaceAll(message, "\n", " "), "\r", " ")); len(got) > 0 {
			t.Errorf("a quotation claims %s", fmt.Sprint(got))
		}
	})
}
