package diagnose_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
	"github.com/ctxhook/ctxhook/rules"
)

func TestWeakens(t *testing.T) {
	r := diagnose.NewReader(rules.Knowledge())
	for _, tt := range []struct{ name, file, before, after, want string }{
		{"a tolerance", "tests/test_a.py", "    assert x == approx(4, rel=1e-3)", "    assert x == approx(4, rel=0.25)", "widens a tolerance"},
		{"a narrower one", "tests/test_a.py", "    assert x == approx(4, rel=0.25)", "    assert x == approx(4, rel=1e-3)", ""},
		{"in Go", "a_test.go", "\tassert.InDelta(t, 4, x, 0.001)", "\tassert.InDelta(t, 4, x, 0.5)", "widens a tolerance"},
		{"fewer places", "a.test.ts", "  expect(x).toBeCloseTo(4.1, 5)", "  expect(x).toBeCloseTo(4.1, 1)", "widens a tolerance"},
		{"a failure that is caught", "tests/test_a.py", "    assert f()", "    try:\n        assert f()\n    except AssertionError:\n        pass", "swallows a failure"},
		{"a failure that is asked for", "tests/test_a.py", "    f()", "    try:\n        f()\n    except ValueError as e:\n        assert 'bad' in str(e)", ""},
		{"caught in code", "a.py", "    assert f()", "    try:\n        assert f()\n    except AssertionError:\n        pass", ""},
		{"retries", "playwright.config.ts", "  retries: 0,", "  retries: 8,", "adds retries"},
		{"fewer retries", "playwright.config.ts", "  retries: 8,", "  retries: 2,", ""},
		{"a limit", "jest.config.js", "  testTimeout: 5_000,", "  testTimeout: 60_000,", "raises a limit"},
		{"a limit of a test, a little", "a.test.ts", "}, { timeout: 5000 })", "}, { timeout: 8000 })", "expects now 8000 instead of 5000"},
		{"a limit of a test", "a.test.ts", "}, { timeout: 5000 })", "}, { timeout: 90000 })", "raises a limit"},
		{"another value", "tests/test_a.py", "    assert f() == 4", "    assert f() == 3", "expects now 3 instead of 4"},
		{"two others", "tests/test_a.py", "    assert f(1) == 4", "    assert f(2) == 3", ""},
		{"another test", "tests/test_a.py", "    assert f() == 4", "    assert g() == 3", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := r.Weakens(tt.file, tt.before, tt.after); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestAskedFor(t *testing.T) {
	r := diagnose.NewReader(rules.Knowledge())
	for prompt, want := range map[string][]string{
		"Rename the class to pill and update the snapshot accordingly": {"expected"},
		"Bitte die Snapshots aktualisieren":                            {"expected"},
		"Skip the flaky tests for now":                                 {"tests"},
		"delete `test_portrait`, it is obsolete":                       {"tests"},
		"raise the timeout to 60 s":                                    {"settings"},
		"Fix the parser, but don't update the snapshots":               nil,
		"make the tests pass without skipping tests":                   nil,
		"remove the dead code and run the tests":                       nil,
		"fix the failing tests":                                        nil,
		"the snapshot test fails":                                      nil,
	} {
		if diff := cmp.Diff(want, r.AskedFor(prompt)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", prompt, diff)
		}
	}
}
