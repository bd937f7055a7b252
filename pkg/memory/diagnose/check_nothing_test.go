package diagnose

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/rules"
)

func TestCheckedNothing(t *testing.T) {
	const (
		setup    = "# ./nosuch\nstat /w/nosuch: directory not found\nFAIL\t./nosuch [setup failed]\nFAIL"
		noFiles  = "?   \texample.com/a\t[no test files]\n?   \texample.com/b\t[no test files]"
		noPytest = "/usr/bin/python: No module named pytest"
	)
	r := NewReader(rules.Knowledge())
	for _, tt := range []struct {
		name, command, output string
		exit                  int
		want                  string // kinds, and how
		masked                bool
	}{
		{"a directory that is not there", "go test ./nosuch 2>&1 | tail", setup, 0, "test", true},
		{"no files of tests", "go test ./...", noFiles, 0, "test: none", false},
		{"what is above is cut off", "go test ./... | tail -2", noFiles, 0, "", false},
		{"files of tests in one package", "go test ./...", noFiles + "\nok  \texample.com/c\t0.1s", 0, "", false},
		{"a test logs such a line", "go test -v ./... | tail", "=== RUN   TestA\n    a_test.go:3: stat /nosuch: directory not found\n--- PASS: TestA (0.00s)\nPASS\nok  \ta\t0.1s", 0, "", false},
		{"only asked for help", "go test -h 2>&1 | head", "usage: go test [build/test flags]", 0, "", false},
		{"a module that is not there", "python -m pytest | tail -1", noPytest, 0, "test", true},
		{"its exit code tells", "python -m pytest", noPytest, 1, "test", false},
		{"another tool instead", "(python -m pytest || python -m unittest) 2>&1 | tail -5", noPytest + "\n..\nRan 2 tests in 0.001s\n\nOK", 0, "", false},
		{"a file of tests that is not there", "pytest tests/a.py | tail -2", "no tests ran in 0.00s\nERROR: file or directory not found: tests/a.py", 0, "test: none", false},
		{"tests with such names", "pytest -v | tail -3", "tests/a.py::test_no_tests_ran PASSED\ntests/a.py::test_file_or_directory_not_found PASSED\n2 passed in 0.1s", 0, "", false},
		{"no such project", "npx tsc -p nope.json | tail -1", "error TS5058: The specified path does not exist: 'nope.json'.", 0, "types", true},
		{"no such script", "npm run lint 2>&1 | tail -2", "npm error Missing script: \"lint\"\nnpm error", 0, "lint", true},
		{"a script that one workspace has not", "npm test --workspaces 2>&1 | tail", "npm error Missing script: \"test\"\nPASS a/x.test.js\nTests:       3 passed, 3 total", 0, "", false},
		{"no such program", "shellcheck a.sh 2>&1 | tail -1", "bash: line 1: shellcheck: command not found", 0, "lint", true},
		{"no such program, by its exit code", "shellcheck a.sh", "bash: line 1: shellcheck: command not found", 127, "lint", false},
		{"no such goal", "make check | tail -1", "make: *** No rule to make target 'check'.  Stop.", 0, "build", true},
		{"a test of such a line", "make test | tail -2", "ok 1 - says *** No rule to make target\n1..1", 0, "", false},
		{"a module without tests", "mvn test", "[INFO] No tests to run.\n[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS", 0, "", false},
		{"no module with tests", "mvn test", "[INFO] No tests to run.\n[INFO] BUILD SUCCESS", 0, "test: none", false},
		{"no source of tests", "./gradlew test", "> Task :test NO-SOURCE\nBUILD SUCCESSFUL in 1s", 0, "test: none", false},
		{"tests of a part", "./gradlew test", "> Task :docs:test NO-SOURCE\n> Task :cart:test UP-TO-DATE\nBUILD SUCCESSFUL in 1s", 0, "", false},
		{"nothing ran that checks", "ls tests | tail -1", "ls: cannot access 'tests': No such file or directory", 0, "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out := &Output{Command: redact.Clean(tt.command), Script: parsed(tt.command), Text: redact.Clean(tt.output), Exit: tt.exit, Exited: true}
			got := ""
			if n, ok := r.CheckedNothing(out); ok {
				if got = strings.Join(n.Kinds, " "); n.NoTest {
					got += ": none"
				}
			}
			if masked := r.NotStarted(out); got != tt.want || masked != tt.masked {
				t.Errorf("got %q, %t, want %q, %t", got, masked, tt.want, tt.masked)
			}
		})
	}
}
