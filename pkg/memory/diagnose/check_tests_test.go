package diagnose_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
	"github.com/ctxhook/ctxhook/rules"
)

// TestNamesOfTests: a test that failed has one name, the longest that the output gives it.
func TestNamesOfTests(t *testing.T) {
	r := diagnose.NewReader(rules.Knowledge())
	for _, tt := range []struct {
		name, command, output string
		want                  []string
	}{
		{"mocha", "npx mocha", "\n  adds\n    1) works\n\n  0 passing (4ms)\n  1 failing\n\n  1) adds\n       works:\n     AssertionError: expected 3 to equal 4\n", []string{"adds works"}},
		{"two suites of mocha", "npx mocha", "\n  cart\n    1) totals\n    ✔ adds\n\n  user\n    order\n      2) is kept\n\n  1 passing (4ms)\n  2 failing\n\n  1) cart\n       totals:\n     AssertionError: a\n      at Context.<anonymous> (test/cart.js:4:9)\n\n  2) user\n       order\n         is kept:\n     AssertionError: b\n", []string{"cart totals", "user order is kept"}},
		{"mocha without suites", "npx mocha", "\n  1) works\n\n  0 passing (4ms)\n  1 failing\n\n  1) works:\n     AssertionError: expected 3 to equal 4\n", []string{"works"}},
		{"pytest", "pytest -q", "F..  [100%]\n=== FAILURES ===\n___ test_mul ___\n\n>       assert mul(2, 3) == 7\nE       assert 6 == 7\n\ntests/test_mul.py:5: AssertionError\n=== short test summary info ===\nFAILED tests/test_mul.py::test_mul - assert 6 == 7\n1 failed, 2 passed in 0.03s\n", []string{"tests/test_mul.py::test_mul"}},
		{"a class of pytest", "pytest", "=== FAILURES ===\n___ TestCart.test_adds ___\nE       assert 6 == 7\ntests/test_cart.py:5: AssertionError\n=== short test summary info ===\nFAILED tests/test_cart.py::TestCart::test_adds - assert 6 == 7\n=== 1 failed in 0.03s ===\n", []string{"tests/test_cart.py::TestCart::test_adds"}},
		{"values of pytest", "pytest", "=== FAILURES ===\n___ test_adds[1-2] ___\nE       assert 6 == 7\n___ test_adds[3-4] ___\nE       assert 7 == 8\n=== short test summary info ===\nFAILED tests/test_cart.py::test_adds[1-2] - assert 6 == 7\nFAILED tests/test_cart.py::test_adds[3-4] - assert 7 == 8\n=== 2 failed in 0.03s ===\n", []string{"tests/test_cart.py::test_adds[1-2]", "tests/test_cart.py::test_adds[3-4]"}},
		{"one name in two files", "pytest", "=== FAILURES ===\n___ test_x ___\nE       assert 6 == 7\n___ test_x ___\nE       assert 7 == 8\n=== short test summary info ===\nFAILED tests/test_a.py::test_x - assert 6 == 7\nFAILED tests/test_b.py::test_x - assert 7 == 8\n=== 2 failed in 0.03s ===\n", []string{"tests/test_a.py::test_x", "tests/test_b.py::test_x"}},
		{"jest", "npx jest --verbose", "FAIL src/cart.test.js\n  cart\n    ✕ adds up (3 ms)\n    ✓ is empty\n\n  ● cart › adds up\n\n    Expected: 3\n\nTest Suites: 1 failed, 1 total\nTests:       1 failed, 1 passed, 2 total\n", []string{"cart › adds up"}},
		{"a test named like the end of another", "npx jest --verbose", "FAIL src/cart.test.js\n  ✕ adds up (3 ms)\n  cart\n    ✕ adds up (3 ms)\n\n  ● adds up\n\n    Expected: 3\n\n  ● cart › adds up\n\n    Expected: 3\n\nTests:       2 failed, 2 total\n", []string{"adds up", "cart › adds up"}},
		{"vitest", "npx vitest run", " ❯ test/sum.test.ts (2 tests | 1 failed) 5ms\n   ✓ sum > subs 1ms\n   × sum > adds 3ms\n     → expected 3 to be 4\n\n FAIL  test/sum.test.ts > sum > adds\nAssertionError: expected 3 to be 4\n\n Test Files  1 failed (1)\n      Tests  1 failed | 1 passed (2)\n", []string{"test/sum.test.ts > sum > adds"}},
		{"unittest", "python -m unittest", "F.\n======\nFAIL: test_pop (test_stack.StackTest.test_pop)\n------\nAssertionError: 2 != 3\n\nRan 2 tests in 0.001s\n\nFAILED (failures=1)\n", []string{"test_pop"}},
		{"rspec", "bundle exec rspec", "Failures:\n\n  1) Cart adds\n     Failure/Error: expect(1).to eq(2)\n\n2 examples, 1 failure\n\nFailed examples:\n\nrspec ./spec/cart_spec.rb:3 # Cart adds\n", []string{"Cart adds"}},
		{"a subtest of Go", "go test ./...", "--- FAIL: TestSum (0.00s)\n    --- FAIL: TestSum/negative (0.00s)\n        sum_test.go:14: bad\nFAIL\nFAIL\texample.com/calc\t0.002s\n", []string{"TestSum", "TestSum/negative"}},
		{"cargo", "cargo test", "test tests::adds ... FAILED\n\nfailures:\n\n---- tests::adds stdout ----\nthread 'tests::adds' panicked at src/lib.rs:9:9:\n\nfailures:\n    tests::adds\n\ntest result: FAILED. 1 passed; 1 failed; 0 ignored\n", []string{"tests::adds"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := r.Check(tally(tt.command, tt.output, 1))
			if c == nil {
				t.Fatal("no check")
			}
			if diff := cmp.Diff(tt.want, texts(c.Tests)); diff != "" {
				t.Errorf("tests (-want +got):\n%s", diff)
			}
		})
	}
}
