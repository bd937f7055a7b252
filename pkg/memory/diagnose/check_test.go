package diagnose

import (
	"strings"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/rules"
)

func checkOn(command, output string, exit int) *memory.Check {
	return checkIn("", command, output, exit)
}

func checkIn(dir, command, output string, exit int) *memory.Check {
	return NewReader(rules.Knowledge()).Check(&Output{
		Command: redact.Clean(command), Script: parsed(command), Text: redact.Clean(output), Exit: exit, Exited: true, Dir: dir,
	})
}

func TestCheck(t *testing.T) {
	const failed = "--- FAIL: TestX (0.00s)\n    x_test.go:3: no\nFAIL\nFAIL\tx\t0.1s\n"
	const passed = "ok  \tx\t0.1s\n"
	for _, tt := range []struct {
		name, command, output string
		exit                  int
		want                  string // the tool and what became of it; "" for no check
	}{
		{"fails", "go test ./...", failed, 1, "go test failed"},
		{"passes", "go test ./...", passed, 0, "go test passed"},
		{"hidden by a pipe", "go test ./... | tail", failed, 0, "go test masked"},
		{"hidden by the next command", "go test ./...; echo done", failed + "done\n", 0, "go test masked"},
		{"hidden on purpose", "go test ./... || true", failed, 0, "go test masked"},
		{"hidden in a variable", `out=$(go test ./... 2>&1); echo "$out"`, failed, 0, "go test masked"},
		{"shown by the command", `go vet ./...; echo "exit: $?"`, "exit: 1\n", 0, "go vet masked"},
		{"not hidden with pipefail", "set -o pipefail; go vet ./... | tail", "", 1, "go vet failed"},
		{"a test that logs failures", "go test -v ./...", "=== RUN TestX\n--- FAIL: in a log\n" + passed, 0, "go test passed"},
		{"filter that finds nothing", "go test ./... | grep FAIL", "", 1, ""},
		{"counted", "npm test 2>&1 | grep -c 'not ok'", "2\n", 0, "npm test masked"},
		{"lines counted", "flake8 a.py | wc -l", "5\n", 0, "flake8 masked"},
		{"no lines counted", "flake8 a.py | wc -l", "0\n", 0, ""},
		{"lines counted of a check that prints more", "npm test | wc -l", "5\n", 0, ""},
		{"counted none", "npm test 2>&1 | grep -c 'not ok'", "0\n", 1, ""},
		{"second of two", "go build ./... && go test ./...", failed, 1, "go test failed"},
		{"first of two", "go build ./... && go test ./...", "# x\nx.go:3:2: undefined: y\n", 1, "go build failed"},
		{"best of two", "go build ./... && go test ./...", passed, 0, "go test passed"},
		{"under make", "make test", failed + "make: *** [Makefile:2: test] Error 1\n", 2, "go test failed"},
		{"in a script of the project", "./ci.sh", failed, 1, "go test failed"},
		{"swallowed by a script of the project", "./ci.sh", failed, 0, "go test masked"},
		{"in a container", "docker compose run --rm web pytest -q", "1 failed, 2 passed in 0.1s\n", 1, "pytest failed"},
		{"under other programs", "timeout 60 uv run pytest -q", "1 failed, 2 passed in 0.1s\n", 1, "pytest failed"},
		{"in a script, a test beside more findings of a linter", "./ci.sh", "/w/a.js\n  3:1  error  no  no-x\n  4:1  error  no  no-x\n\n✖ 2 problems (2 errors, 0 warnings)\n" + failed, 1, "go test failed"},
		{"named after its tool", "./scripts/run-eslint.sh", "/w/a.js\n  3:1  error  no  no-x\n\n✖ 1 problem (1 error, 0 warnings)\n", 1, "eslint failed"},
		{"log", "cat ci.log", failed, 0, ""},
		{"log that grep does not end well on", "cat ci.log | grep x", failed, 1, ""},
		{"old log behind a check", "go test ./...; cat old.log", passed + failed, 0, ""},
		{"old log before a check", "tail -50 old.log; go test ./... | tail -3", failed + passed, 0, ""},
		{"old log behind a script of the project", "./ci.sh; tail old.log", passed + failed, 0, ""},
		{"old log behind what passed", "go test ./... && cat old.log", passed + failed, 0, "go test passed"},
		{"its own log", "go test ./... > t.log 2>&1; cat ./t.log", failed, 0, "go test masked"},
		{"its own log by tee", "go test ./... 2>&1 | tee t.log; tail t.log", failed, 0, "go test masked"},
		{"source behind a check", "go test ./...; cat x.go", failed, 0, "go test masked"},
		{"source", "sed -n 1,80p x_test.go", failed, 0, ""},
		{"history", "git log -p", failed, 0, ""},
		{"zero errors", "node report.js", "0 errors, 0 failed\n", 0, "node passed"},
		{"no such program", "pytest", "bash: pytest: command not found\n", 127, ""},
		{"no such module", "python3 -m pytest", "/usr/bin/python3: No module named pytest\n", 1, ""},
		{"stopped", "go test ./...", "", 130, ""},
		{"version", "pytest --version", "pytest 8.0\n", 0, ""},
		{"what the tool needs", "npx playwright install-deps", "", 0, ""},
		{"file named like one that installs", "shellcheck install.sh", "", 0, "shellcheck passed"},
		{"file named like a part of one that installs", "shellcheck install-hooks.sh", "", 0, "shellcheck passed"},
		{"target that checks what was installed", "make installcheck", "", 0, "make passed"},
		{"result of diff", "diff a b", "1c1\n< error\n---\n> failed\n", 1, ""},
		{"program of its own", "python3 ask.py", "no\n", 1, ""},
		{"crash", "python3 ask.py", "Traceback (most recent call last):\n  File \"ask.py\", line 2, in <module>\nKeyError: 'x'\n", 1, "python failed"},
		{"shown by a bare number", "go test ./... >/dev/null 2>&1; echo $?", "1\n", 0, "go test masked"},
		{"shown in several words", "pytest >/dev/null; echo status $?", "status 1\n", 0, "pytest masked"},
		{"announced", "eslint . >/dev/null || echo LINT FAILED", "LINT FAILED\n", 0, "eslint masked"},
		{"announced in a branch", "if go vet ./... 2>/dev/null; then echo good; else echo bad; fi", "bad\n", 0, "go vet masked"},
		{"announced as passed", "go vet ./... 2>/dev/null && echo good || echo bad", "good\n", 0, "go vet passed"},
		{"announced in a negated branch", "if ! go vet ./... 2>/dev/null; then echo bad; fi", "bad\n", 0, "go vet masked"},
		{"announced by its status", "npx eslint . >/dev/null; [ $? -eq 0 ] && echo PASS || echo FAIL", "FAIL\n", 0, "eslint masked"},
		{"announced by a status that is not zero", "npx eslint . >/dev/null\nif [ $? -ne 0 ]; then echo red; fi", "red\n", 0, "eslint masked"},
		{"counted behind tee", "npm test 2>&1 | tee log | grep -c 'not ok'", "2\n", 0, "npm test masked"},
		{"announced of two", "go build ./... 2>/dev/null && go vet ./... 2>/dev/null || echo FAIL", "FAIL\n", 0, ""},
		{"an old log and a failure", "cat run.log; ./deploy", failed, 1, ""},
		{"announced by nothing", "go vet ./... 2>/dev/null || true", "", 0, ""},
		{"a bare number of zero", "go test ./... >/dev/null 2>&1; echo $?", "0\n", 0, "go test passed"},
		{"a bare number of a pipe", "pytest -q | tail -1; echo $?", "1 passed in 0.1s\n0\n", 0, "pytest passed"},
		{"tested for silence", `test -z "$(gofmt -l .)"`, "", 1, "gofmt failed"},
		{"tested silent", `test -z "$(gofmt -l .)"`, "", 0, "gofmt passed"},
		{"in a program that ran", "ruby test/a_test.rb", "Failure:\nATest#test_x [test/a_test.rb:3]:\nno\n\n1 runs, 1 assertions, 1 failures, 0 errors, 0 skips\n", 1, "minitest failed"},
		{"option not known", "docker compose run --rm web pytest", "unknown flag: --rm\n", 125, ""},
		{"tool not installed", "npx eslint .", "npm error npx canceled due to missing packages and no YES option: [\"eslint@10.0.0\"]\n", 1, ""},
		{"tool not installed, hidden", "npx eslint . || true", "npm error npx canceled due to missing packages and no YES option: [\"eslint@10.0.0\"]\n", 0, ""},
		{"directory not found", "cd nowhere && go test ./...", "bash: line 1: cd: nowhere: No such file or directory\n", 1, ""},
		{"package not found", "go test ./nowhere", "stat /w/nowhere: directory not found\nFAIL\t./nowhere [setup failed]\nFAIL\n", 1, ""},
		{"module that a test needs", "pytest -q", "E   ModuleNotFoundError: No module named 'yaml'\nERROR tests/test_a.py\n1 error in 0.04s\n", 2, "pytest failed"},
		{"module and a failing test", "pytest -q", "E   ModuleNotFoundError: No module named 'yaml'\nFAILED tests/test_b.py::test_b\nERROR tests/test_a.py\n1 failed, 1 error in 0.04s\n", 1, "pytest failed"},
		{"tool missing in a recipe", "make lint", "frobnicate x\nmake: frobnicate: No such file or directory\nmake: *** [Makefile:2: lint] Error 127\n", 2, ""},
		{"script that stops", "./deploy.sh", "./deploy.sh: line 3: TOKEN: unbound variable\n", 1, ""},
		{"program that aborts", "gcc -o a a.c && ./a", "a: a.c:2: main: Assertion `1 == 2' failed.\n", 134, ""},
		{"image under its own name", "docker build .", "ERROR: failed to solve: process did not complete successfully: exit code: 1\n", 1, "docker build failed"},
		{"places that grep shows", "grep -n x a.go; go build ./... | tail", "a.go:3: x\n", 0, "go build passed"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := ""
			if c := checkOn(tt.command, tt.output, tt.exit); c != nil {
				got = c.Tool + map[bool]string{true: " failed", false: " passed"}[c.Failed]
				if c.Masked {
					got = c.Tool + " masked"
				}
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestCheckLines: what a check says of its failure is kept in its own lines.
func TestCheckLines(t *testing.T) {
	c := checkOn("go test ./...", "=== RUN   TestX\n--- FAIL: TestX (0.00s)\n    x_test.go:3: got 3, want 4\nFAIL\nFAIL\tx\t0.1s\n", 1)
	if c == nil || !strings.Contains(c.Lines.String(), "--- FAIL: TestX") || !strings.Contains(c.Lines.String(), "x_test.go:3") {
		t.Errorf("%+v", c)
	}
	if c := checkOn("go test ./...", "ok  \tx\t0.1s\n", 0); c == nil || c.Lines.Len() > 0 {
		t.Errorf("of a pass: %+v", c)
	}
}

func TestCheckKey(t *testing.T) {
	const failed = "--- FAIL: TestX (0.00s)\nFAIL\n"
	for _, tt := range []struct {
		name, a, b string
		same       bool
	}{
		{"pipe", "go test ./...", "go test ./... 2>&1 | tail -5", true},
		{"how it speaks", "go test ./...", "go test -v -count=1 ./...", true},
		{"wrapper", "go test ./...", "timeout 60 go test ./...", true},
		{"narrower", "go test ./...", "go test -run TestX ./...", false},
		{"elsewhere", "go test ./...", "cd sub && go test ./...", false},
		{"the same place by its path", "go test ./...", "cd /srv/shop && go test ./...", true},
		{"the client has followed", "go test ./...", "cd shop && go test ./...", true},
		{"run as a module", "unittest discover -s tests", "timeout 60 python3 -m unittest discover -s tests", true},
		{"run as a module, bare", "unittest discover -s tests", "python -m unittest discover -s tests", true},
		{"pytest as a module", "pytest tests", "timeout 60 python3 -m pytest tests", true},
		{"through a launcher", "jest", "timeout 60 npx jest", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a, b := checkIn("/srv/shop", tt.a, failed, 1), checkIn("/srv/shop", tt.b, failed, 1)
			if a == nil || b == nil {
				t.Fatalf("%+v and %+v", a, b)
			}
			if (a.Key == b.Key) != tt.same {
				t.Errorf("%q and %q", a.Key, b.Key)
			}
		})
	}
	if !checkOn("go test ./...", failed, 1).All || checkOn("go test ./store", failed, 1).All {
		t.Error("All is of what checks everything")
	}
}

func TestCheckOfSecrets(t *testing.T) {
	c := checkOn("curl -H 'Authorization: Bearer abcdefghijklmnopqrstuvwxyz012345' localhost; go test ./...", "--- FAIL: TestX (0.00s)\npassword=hunter2hunter2\n", 1)
	if c == nil || strings.Contains(c.Key+c.Lines.String(), "hunter2") || strings.Contains(c.Key, "abcdefghij") {
		t.Errorf("got %+v", c)
	}
}

// TestCheckIsBounded checks outputs that are made to be slow to read.
func TestCheckIsBounded(t *testing.T) {
	for name, output := range map[string]string{
		"one line":   strings.Repeat("error: --- FAIL: x a.go:3:4 (failed) ", 5000),
		"many hits":  strings.Repeat("--- FAIL: TestX\n", 50_000),
		"many tools": strings.Repeat("FAIL  Error: error: failed a.ts:3:4 not ok 1 - x\n", 20_000),
		"empty":      strings.Repeat("\n", 200_000),
		"paths":      strings.Repeat("a.ts\n", 50_000),
	} {
		start := time.Now()
		for _, command := range []string{"npm test", "go test ./...", "./x.sh"} {
			if c := checkOn(command, output, 1); c != nil && c.Lines.Len() > 2*maxDetail {
				t.Errorf("%s: %d bytes of lines", name, c.Lines.Len())
			}
		}
		if d := time.Since(start); d > 3*time.Second {
			t.Errorf("%s took %v", name, d)
		}
	}
}

// A command that runs several checks passes each of them.
func TestAlso(t *testing.T) {
	r := NewReader(rules.Knowledge())
	for _, tt := range []struct {
		name, command, output string
		exit                  int
		want                  string
	}{
		{"both", "go build ./... && go test ./...", "ok  \tx\t0.1s\n", 0, "go test ..., go build ..."},
		{"one", "cd x && go vet ./...", "", 0, "x: go vet ..."},
		{"what is hidden may have failed", "pytest -q; go test ./...", "ok  \tx\t0.1s\n", 0, "go test ..."},
		{"where one fails", "go build ./... && go test ./...", "FAIL\tx\t0.1s\n", 1, ""},
		{"nothing to check", "go build ./... && mix test", "There are no tests to run\n", 0, "go build ..."},
		{"no check", "ls && date", "", 0, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var keys []string
			c := r.Check(&Output{Command: redact.Clean(tt.command), Script: parsed(tt.command), Text: redact.Clean(tt.output), Exit: tt.exit, Exited: true})
			if c != nil && !c.Failed {
				keys = append(keys, c.Key)
				for _, also := range c.Also {
					keys = append(keys, also.Key)
				}
			}
			if got := strings.Join(keys, ", "); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// Files that a check names without a failure in them are left out, and the
// others are named as they can be found.
func TestCheckFiles(t *testing.T) {
	for _, tt := range []struct {
		name, command, output string
		want                  string
	}{
		{
			"warnings of tests that passed", "pytest -q",
			"FAILED tests/test_a.py::test_a\n=========== warnings summary ===========\ntests/test_b.py::test_b\n  /w/tests/test_b.py:5: DeprecationWarning: old\n\n1 failed, 1 passed in 0.1s\n",
			"tests/test_a.py",
		},
		{
			"log of a test that passed", "npx jest",
			"PASS j/good.test.js\n  ● Console\n\n    console.error\n      Error: logged\n      at Object.error (j/good.test.js:1:30)\n\nFAIL j/bad.test.js\n      at x (j/bad.test.js:3:1)\nTests:       1 failed, 1 passed, 2 total\n",
			"j/bad.test.js",
		},
		{"warnings beside errors", "make -k", "ok.c:3:9: warning: unused variable 'x'\na.c:4:17: error: expected ';'\nmake: *** [Makefile:4: a] Error 1\n", "a.c"},
		{"only the makefile is named", "make", "make: *** [Makefile:4: a] Error 1\n", "Makefile"},
		{"packages", "go test ./...", "--- FAIL: TestX (0.00s)\n    a_test.go:3: no\nFAIL\nFAIL\texample.com/shop/cart\t0.1s\nok  \texample.com/shop/good\t0.1s\n", "cart/a_test.go"},
		{"package of the command", "go test ./cart", "--- FAIL: TestX (0.00s)\n    a_test.go:3: no\nFAIL\nFAIL\texample.com/shop/cart\t0.1s\n", "cart/a_test.go"},
		{"package that may be the root", "go test ./...", "--- FAIL: TestX (0.00s)\n    a_test.go:3: no\nFAIL\nFAIL\texample.com/shop\t0.1s\n", "a_test.go"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var files []string
			for _, f := range checkOn(tt.command, tt.output, 1).Files {
				files = append(files, f.String())
			}
			if got := strings.Join(files, " "); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
