package claims_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/memory/claims"
)

// By which sentences a message says that a failure is older than the work.
func TestBlames(t *testing.T) {
	for message, want := range map[string]int{
		"Note: there is 1 pre-existing failure in `BookingTest`.":                                1,
		"One test was already failing before my changes.":                                        1,
		"test_total is red on main, too.":                                                        1,
		"I fixed a pre-existing failure.":                                                        0,
		"This is not a pre-existing failure.":                                                    0,
		"It may be a pre-existing failure.":                                                      0,
		"`eslint` reports 2 errors in this file, but those were already there before my change.": 1,
		"Ruff has one finding in a.py; it was there before I started.":                           1,
		"ESLint shows one problem which already existed before these changes.":                   1,
		"The docs were there before I started.":                                                  0,
		"A pre-existing comment was wrong.":                                                      0,
		"The test fails because the old value is still in the file.":                             0,
	} {
		if got := claims.Blames(message); len(got) != want {
			t.Errorf("%s: %v", message, got)
		}
	}
}

// What a message claims with an exception.
func TestExempts(t *testing.T) {
	for message, want := range map[string]string{
		"All tests pass except for the flaky one in `search.test.ts`.":  "the flaky one in `search.test.ts`",
		"Everything passes apart from a search test.":                   "a search test",
		"32 of 33 passed, all but the flaky `test_sync` you mentioned.": "the flaky `test_sync` you mentioned",
		"All tests pass.": "",
		"Two tests fail, apart from that it is done.": "",
	} {
		got := claims.Exempts(message)
		if (len(got) == 0) != (want == "") || len(got) > 0 && got[0].Except != want {
			t.Errorf("%s: %+v", message, got)
		}
	}
}

// By which sentences a message says that a deed was done.
func TestDone(t *testing.T) {
	never := func(string) bool { return false }
	for _, test := range []struct {
		deed, message string
		want          bool
	}{
		{"deploy", "Deployed to staging.", true},
		{"deploy", "The deployment succeeded.", true},
		{"deploy", "Ready to be deployed.", false},
		{"deploy", "Once this is merged it can be deployed.", false},
		{"deploy", "The deployment failed.", false},
		{"migrate", "The migration applies cleanly.", true},
		{"migrate", "I added a migration.", false},
		{"migrate", "Please run the migration.", false},
		{"migrate", "It is written and has been run against the development database.", true},
		{"push", "Committed and pushed to `main`.", true},
		{"push", "Nothing was pushed: you have to log in first.", false},
		{"push", "I have not pushed it.", false},
		{"install", "The lockfile is updated.", true},
		{"install", "To install it, type `make`.", false},
	} {
		if _, ok := claims.Done(test.message, test.deed, never); ok != test.want {
			t.Errorf("%s of %q: %v", test.deed, test.message, ok)
		}
	}
}
