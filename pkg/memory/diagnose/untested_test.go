package diagnose

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/rules"
)

func TestUntested(t *testing.T) {
	const (
		goNone   = "ok  \texample.com/a\t0.002s [no tests to run]\n?   \texample.com/b\t[no test files]\n"
		goSome   = goNone + "ok  \texample.com/c\t0.010s\n"
		cargo    = "running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 12 filtered out; finished in 0.00s\n"
		cargoNo  = "running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n"
		cargoRan = cargo + "test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 1 filtered out; finished in 0.00s\n"
		pytest   = "collected 5 items / 5 deselected / 0 selected\n\n============ 5 deselected in 0.01s ============\n"
		jest     = "Test Suites: 1 skipped, 0 of 1 total\nTests:       3 skipped, 3 total\n"
	)
	r := NewReader(rules.Knowledge())
	for _, tt := range []struct {
		name, command, output string
		want                  string // the name that is told
	}{
		{"go", "go test -run TestTotl ./...", goNone, "TestTotl"},
		{"go, joined", "cd a && go test -v -run='^TestTotl$' . 2>&1", "testing: warning: no tests to run\nPASS\nok  \ta\t0.1s [no tests to run]", "^TestTotl$"},
		{"go, a test ran elsewhere", "go test -run TestTotl ./...", goSome, ""},
		{"go, no name", "go test ./...", goNone, ""},
		{"go, to build the tests", "go test -run '^$' ./...", goNone, ""},
		{"go, cut off", "go test -run TestTotl ./... | tail -2", goNone, ""},
		{"go, not cut off", "go test -run TestTotl ./... | tail -20", goNone, "TestTotl"},
		{"go, picked", "go test -run TestTotl ./... | grep no.tests", goNone, ""},
		{"go, of nothing", "go test -run TestTotl ./...", "?   \texample.com/b\t[no test files]\n", ""},
		{"pytest", "python -m pytest -k totl | tail -1", pytest, "totl"},
		{"pytest, a test", "pytest tests/test_a.py::test_totl | tail -3", "collected 0 items\n\n==== no tests ran in 0.01s ====\n", "tests/test_a.py::test_totl"},
		{"pytest, none", "pytest | tail -3", "collected 0 items\n\n==== no tests ran in 0.01s ====\n", ""},
		{"pytest, some", "pytest -k total", "==== 1 passed, 4 deselected in 0.01s ====", ""},
		{"jest", "npx jest -t totl", jest, "totl"},
		{"jest, some", "npx jest -t total", "Tests:       2 skipped, 1 passed, 3 total\n", ""},
		{"npm", "npm test -- -t totl", jest, "totl"},
		{"vitest", "npx vitest run -t totl", " Test Files  1 skipped (1)\n      Tests  3 skipped (3)\n", "totl"},
		{"cargo", "cargo test totl", cargo, "totl"},
		{"cargo, of a package", "cargo test -p shop totl", cargo + cargoNo, "totl"},
		{"cargo, some", "cargo test total", cargoRan, ""},
		{"cargo, no name", "cargo test", cargo, ""},
		{"cargo, no tests", "cargo test totl", cargoNo, ""},
		{"unittest", "python3 -m unittest discover -s tests -k totl", "\n-----\nRan 0 tests in 0.000s\n\nOK\n", "totl"},
		{"unittest, some", "python3 -m unittest -k total", "..\n-----\nRan 2 tests in 0.000s\n\nOK\n", ""},
		{"unittest, no name", "python3 -m unittest", "\n-----\nRan 0 tests in 0.000s\n\nOK\n", ""},
		{"a text", "cat log", goNone, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := r.Untested(&Output{
				Command: redact.Clean(tt.command), Script: parsed(tt.command),
				Text: redact.Clean(tt.output), Exited: true,
			})
			if got != tt.want && ok || ok != (tt.want != "") {
				t.Errorf("got %q, %t, want %q", got, ok, tt.want)
			}
		})
	}
}
