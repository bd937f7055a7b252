package diagnose_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
	"github.com/ctxhook/ctxhook/rules"
)

func tally(command, output string, exit int) *diagnose.Output {
	text := redact.Clean(command)
	return &diagnose.Output{
		Command: text,
		Script:  follow.Parse(text.String(), shell.Options{Models: rules.Command, Functions: rules.Function}),
		Text:    redact.Clean(output),
		Exit:    exit,
		Exited:  true,
	}
}

func TestErrors(t *testing.T) {
	type short struct{ Class, Rule, Shape string }
	for _, tc := range []struct {
		name    string
		command string
		output  string
		exit    int
		want    []short
	}{
		{"known", "python3 a.py", "Traceback (most recent call last):\n  File \"/w/a.py\", line 1, in <module>\n    import yaml\nModuleNotFoundError: No module named 'yaml'\n", 1,
			[]short{{"python-import", "python/no-module", "ModuleNotFoundError: No module named 'yaml'"}}},
		{"of no row", "frob x", "loading\nerror: the frob is broken in /w/x.frob\n", 1,
			[]short{{"error", "", "frob: error: the frob is broken in x.frob"}}},
		{"nothing says so", "frob x", "one\ntwo\n", 3, []short{{"error", "", "frob: two"}}},
		{"well", "frob x", "error: none\n", 0, nil},
		{"silent", "frob x", "", 1, nil},
		{"status alone", "./run", "", 139, []short{{"runtime", "system/status-memory-access", "nothing but exit status N"}}},
		{"status of a program alone", "curl -s localhost:9", "", 7, []short{{"network", "network/curl-status-refused", "nothing but exit status N"}}},
		{"data", "cat app.log; false", "Error: connection lost\n", 1, nil},
		{"bare name of JavaScript", "deploy x", "TypeError: x is not a function\n", 1, []short{{"javascript", "node/bare-exception", "TypeError: x is not a function"}}},
		{"name that both have, of Python", "./run.sh", "Traceback (most recent call last):\n  File \"/w/a.py\", line 1, in <module>\nTypeError: can only add\n", 1,
			[]short{{"runtime", "python/exception", "TypeError: can only add"}}},
		{"bare import", "deploy x", "ImportError: no codec\n", 1, []short{{"python-import", "python/bare-import", "ImportError: no codec"}}},
		{"class once", "make", "a.c:1:10: fatal error: foo.h: No such file or directory\nb.c:4:10: fatal error: foo.h: No such file or directory\n", 2,
			[]short{{"compiler", "cc/header", "a.c:N:N: fatal error: foo.h: No such file or directory"}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var got []short
			for _, e := range diagnose.NewReader(rules.Knowledge()).Errors(tally(tc.command, tc.output, tc.exit), nil) {
				got = append(got, short{e.Class, e.Rule, e.Shape.String()})
				if len(e.Signature) != 16 {
					t.Errorf("signature %q", e.Signature)
				}
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("errors (-want +got):\n%s", diff)
			}
		})
	}
}

// The same error in another place or at another time has the same signature.
// Another error has another one.
func TestSignaturesTellTroublesApart(t *testing.T) {
	of := func(command, output string) string {
		errs := diagnose.NewReader(rules.Knowledge()).Errors(tally(command, output, 1), nil)
		if len(errs) == 0 {
			t.Fatalf("no error in %q", output)
		}
		return errs[0].Signature
	}
	a := of("go build ./...", "/home/ann/p/a.go:9:2: undefined: fooBar\n")
	if b := of("cd /w && go build .", "a.go:31:7: undefined: fooBar\n"); a != b {
		t.Error("another place in the file is another trouble")
	}
	if b := of("go build ./...", "/home/ann/p/a.go:9:2: undefined: other\n"); a == b {
		t.Error("another name is the same trouble")
	}
}

func TestErrorOfCheck(t *testing.T) {
	c := &memory.Check{Tool: "go test", Kind: "test", Failed: true, Masked: true,
		Tests: []redact.Text{redact.Clean("TestAdd"), redact.Clean("TestSub")},
		Lines: redact.Clean("--- FAIL: TestAdd (0.01s)\n    add_test.go:9: Error: got 3, want 4\n")}
	got := diagnose.NewReader(rules.Knowledge()).Errors(tally("go test ./... | tail", "--- FAIL: TestAdd (0.01s)\n", 0), c)
	if len(got) == 0 || got[0].Class != "test" || !strings.HasPrefix(got[0].Shape.String(), "go test: TestAdd: ") {
		t.Fatalf("got %+v", got)
	}
	c.Lines = redact.Clean("--- FAIL: TestAdd (0.05s)\n    add_test.go:12: Error: got 5, want 4\n")
	if again := diagnose.NewReader(rules.Knowledge()).Errors(tally("go test ./... | tail", "", 0), c); again[0].Signature != got[0].Signature {
		t.Error("the same test failing is another trouble")
	}
}

// The error of a check is the line with the cause: never a heading, a sum, or a
// line that says how long something took.
func TestErrorOfCheckIsTheCause(t *testing.T) {
	tests := []struct{ name, tool, tests, lines, want string }{
		{"pytest", "pytest", "test_x", "=== FAILURES ===\n___ test_x ___\nE   ModuleNotFoundError: No module named 'shelf'\ntests/test_x.py:3: ModuleNotFoundError\n=== 1 failed in 0.03s ===\n", "E   ModuleNotFoundError: No module named 'shelf'"},
		{"a heading alone", "pytest", "test_x", "=== FAILURES ===\n=== 1 failed in 0.03s ===\n", "test_x"},
		{"a package of go", "go test", "", "FAIL\nFAIL\texample.com/calc\t0.003s\nFAIL\n", "FAIL example.com/calc"},
		{"the file of a test", "jest", "adds", "FAIL test/missing.test.js\nError: no such total\nTime: 0.8 s\n", "Error: no such total"},
		{"a log", "go test", "TestDial", "2026/02/09 16:21:53 ERROR Failed to count\n", "TestDial"},
		{"too late", "vitest", "hook", "Error: Hook timed out in 10ms.\n", "Error: Hook timed out in 10ms."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := &memory.Check{Tool: tt.tool, Kind: "test", Failed: true, Lines: redact.Clean(tt.lines)}
			if tt.tests != "" {
				c.Tests = []redact.Text{redact.Clean(tt.tests)}
			}
			got := diagnose.NewReader(rules.Knowledge()).Errors(tally(tt.tool, tt.lines, 1), c)
			if len(got) == 0 || strings.TrimSpace(got[0].Line.String()) != tt.want {
				t.Errorf("got %+v, want %q", got, tt.want)
			}
		})
	}
}

// What a failing test logs comes after its failure, and gets no fixes.
func TestLogsOfTestsAreNoErrors(t *testing.T) {
	c := &memory.Check{Tool: "go test", Kind: "test", Failed: true,
		Tests: []redact.Text{redact.Clean("TestDial")}, Lines: redact.Clean("--- FAIL: TestDial (0.01s)\n    dial_test.go:9: got 3, want 4\n")}
	out := tally("go test ./...", "dial tcp: connection refused\n--- FAIL: TestDial (0.01s)\n    dial_test.go:9: got 3, want 4\n", 1)
	r := diagnose.NewReader(rules.Knowledge())
	errs := r.Errors(out, c)
	if len(errs) == 0 || errs[0].Shape.String() != "go test: TestDial" {
		t.Errorf("errors %+v", errs)
	}
	if fixes := r.Fixes(out, errs); len(fixes) > 0 {
		t.Errorf("advises %+v", fixes)
	}
}
