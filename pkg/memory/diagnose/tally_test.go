package diagnose_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
	"github.com/ctxhook/ctxhook/rules"
)

func TestTally(t *testing.T) {
	r := diagnose.NewReader(rules.Knowledge())
	for _, tt := range []struct {
		output      string
		ran, failed int
	}{
		{"=== 1 failed, 11 passed in 0.1s ===", 12, 1},
		{"4 examples, 1 failure", 4, 1},
		{"[app]: ℹ pass 11\n[app]: ℹ fail 1\n[ui]: ℹ pass 5\n[ui]: ℹ fail 0", 17, 1},
		{"Failed 1 tests. Passed 3 tests.", 4, 1},
		{"  Passing         2\n  Failing         1", 3, 1},
		{"2/3 passed.", 3, 1},
		{"[info] Tests: succeeded 32, failed 1, canceled 0", 33, 1},
		{"test result: ok. 8 passed; 0 failed; 0 ignored", 8, 0},
		{"Tests run: 4, Failures: 1, Errors: 0", 4, 1},
		{"6 tests, 0 failures", 6, 0},
		{"OK (26 tests, 71 assertions)", 26, 0},
		{"fetched 12 objects in 3 s", 0, 0},
		{"9 Tests 1 Failures 0 Ignored", 9, 1},
		{"1..3\nok 1 - empty\nnot ok 2 - two\n# have: 1\nok 3 - int", 3, 1},
		{"test\n└─ run test 1/2 passed, 1 failed\nBuild Summary: 1/3 steps succeeded; 1 failed; 1/2 tests passed; 1 failed", 2, 1},
		{"Build Summary: 3/3 steps succeeded; 2/2 tests passed\ntest success\n└─ run test 2 passed 1ms MaxRSS:1M", 2, 0},
		{"Build Summary: 0/3 steps succeeded; 1 failed", 1, 1},
		{"ok 1 - a\nnot ok 2 - b # TODO later", 2, 0},
	} {
		if got := r.Tally(tt.output); got.Ran != tt.ran || got.Failed != tt.failed {
			t.Errorf("%q: %+v", tt.output, got)
		}
	}
}
