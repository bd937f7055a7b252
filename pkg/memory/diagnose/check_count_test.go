package diagnose_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
	"github.com/ctxhook/ctxhook/rules"
)

// TestCountsOfTests: how many tests ran is read of each tool that says so: fewer than before
// are told.
func TestCountsOfTests(t *testing.T) {
	r := diagnose.NewReader(rules.Knowledge())
	for _, tt := range []struct {
		name, command, output string
		ran, skipped          int
	}{
		{"maven", "mvn test", "[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.1 s <<< FAILURE! -- in a.CartTest\n[ERROR] a.CartTest.adds -- Time elapsed: 0.01 s <<< FAILURE!\n[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s -- in a.UserTest\n[INFO] Results:\n[ERROR] Failures:\n[ERROR]   CartTest.adds:9 expected: <3> but was: <2>\n[ERROR] Tests run: 5, Failures: 1, Errors: 0, Skipped: 0\n[INFO] BUILD FAILURE\n", 5, 0},
		{"gradle", "./gradlew test", "CartTest > adds() FAILED\n    org.opentest4j.AssertionFailedError at CartTest.java:9\n\n2 tests completed, 1 failed\n\nBUILD FAILED in 2s\n", 2, 0},
		{"dotnet", "dotnet test", "  Failed Adds [1 ms]\nFailed!  - Failed:     1, Passed:     2, Skipped:     1, Total:     4, Duration: 3 ms - a.dll (net8.0)\nPassed!  - Failed:     0, Passed:     3, Skipped:     0, Total:     3, Duration: 3 ms - b.dll (net8.0)\n", 6, 1},
		{"ctest", "ctest", "50% tests passed, 1 tests failed out of 2\n", 2, 0},
		{"uvu", "npx uvu", "  Total:     2\n  Passed:    1\n  Skipped:   0\n", 2, 0},
		{"meson", "meson test -C b", "Ok:                 3\nExpected Fail:      0\nFail:               1\nSkipped:            1\n", 4, 1},
		{"bun", "bun test", "(fail) sum > adds [0.42ms]\n 3 pass\n 1 skip\n 1 fail\nRan 5 tests across 2 files. [10.00ms]\n", 4, 1},
		{"doctest", "./t", "[doctest] test cases: 2 | 1 passed | 1 failed | 0 skipped\n", 2, 0},
		{"gtest", "./t", "[  FAILED  ] Sum.Adds (0 ms)\n[==========] 3 tests from 1 test suite ran. (0 ms total)\n[  PASSED  ] 2 tests.\n[  FAILED  ] 1 test, listed below:\n", 3, 0},
		{"catch", "./t", "test cases: 3 | 2 passed | 1 failed\nassertions: 9 | 8 passed | 1 failed\n", 3, 0},
		{"npm test", "npm test", "Tests:       1 failed, 3 passed, 4 total\n", 4, 0},
		{"deno", "deno test", "adds => ./a_test.ts:3:6\nFAILED | 2 passed | 1 failed (5ms)\n", 3, 0},
		{"mix", "mix test", "  1) test adds (CartTest)\n     test/cart_test.exs:5\n\nFinished in 0.1 seconds\n4 tests, 1 failure, 1 skipped\n", 4, 1},
		{"node", "node --test", "✖ adds (0.41ms)\nℹ tests 3\nℹ pass 2\nℹ fail 1\nℹ skipped 0\n", 3, 0},
		{"playwright", "npx playwright test", "  1) tests/a.spec.ts:4:5 › logs in ────\n\n  1 failed\n  1 skipped\n  3 passed (2.1s)\n", 4, 1},
		{"ava", "npx ava", "  ✘ [fail]: adds\n  ─\n\n  1 test failed\n", 1, 0},
		{"phpunit", "vendor/bin/phpunit", "1) CartTest::testAdds\nFAILURES!\nTests: 4, Assertions: 4, Failures: 1, Skipped: 1.\n", 4, 1},
	} {
		c := r.Check(tally(tt.command, tt.output, 1))
		switch {
		case c == nil || c.Counts == nil:
			t.Errorf("%s: no count: %+v", tt.name, c)
		case c.Counts.Ran() != tt.ran || c.Counts.Skipped != tt.skipped:
			t.Errorf("%s: %d ran, %d skipped, want %d and %d", tt.name, c.Counts.Ran(), c.Counts.Skipped, tt.ran, tt.skipped)
		}
	}
	for _, command := range []string{"mvn test", "./gradlew test", "./gradlew :app:testDebugUnitTest", "dotnet test", "xcodebuild test -scheme App", "mvn -q test"} {
		if c := r.Check(tally(command, "", 0)); c == nil || c.Kind != "test" {
			t.Errorf("%s: %+v", command, c)
		}
	}
	for _, command := range []string{"mvn package", "./gradlew build", "dotnet build", "xcodebuild build-for-testing", "gcc test.c", "./gradlew compileTestJava", "./gradlew assembleDebugAndroidTest"} {
		if c := r.Check(tally(command, "", 0)); c == nil || c.Kind != "build" {
			t.Errorf("%s: %+v", command, c)
		}
	}
}
