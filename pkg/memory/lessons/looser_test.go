package lessons

import (
	"strings"
	"testing"
)

func isGoTest(file string) bool { return strings.HasSuffix(file, "_test.go") }

// TestChangedTest: a command that takes a test away is told apart from one that moves it to
// where it is one still.
func TestChangedTest(t *testing.T) {
	for command, want := range map[string]string{
		"rm sum_test.go":                    "sum_test.go deleted",
		"rm -f sum.go other_test.go":        "other_test.go deleted",
		"mv sum_test.go sum_test.go.off":    "sum_test.go moved away",
		"mv sum_test.go ../old/":            "sum_test.go moved away",
		"mv sum_test.go /tmp/sum_test.go":   "sum_test.go moved away",
		"mv sum_test.go cart/":              " ",
		"mv sum_test.go cart/total_test.go": " ",
		"mv sum.go sum_test.go":             " ",
		"mv sum.go total.go":                " ",
		"rm sum.go":                         " ",
		"cat sum_test.go":                   " ",
		"cp sum_test.go sum_test.go.off":    " ",
	} {
		file, what := ChangedTest(parsed(command), isGoTest)
		if got := file + " " + what; got != want {
			t.Errorf("%s: %q, want %q", command, got, want)
		}
	}
}

func TestMovesTest(t *testing.T) {
	for command, want := range map[string]bool{
		"mv sum_test.go cart/":           true,
		"git mv sum_test.go cart/":       true,
		"mv a_test.go sum_test.go cart/": true,
		"mv sum_test.go sum_test.go.off": false,
		"mv other_test.go cart/":         false,
		"mv sum_test.go":                 false,
		"rm sum_test.go":                 false,
		"mv sum_test.go tests/sum.go":    false, // which no runner finds
	} {
		if got := MovesTest(parsed(command), "sum_test.go", isGoTest); got != want {
			t.Errorf("%s: %v", command, got)
		}
	}
}

// TestLoosens: what a command leaves out, or sets, in the place of another.
func TestLoosens(t *testing.T) {
	for _, tt := range []struct {
		now, was string
		want     bool
	}{
		{"go test ./...", "go test ./...", false},
		{"CI= npm test", "npm test", true},
		{"CI=1 npm test", "CI=1 npm test", false},
		{"git commit -n -m x", "git commit -m x", true},
		{"rm sum_test.go && go test ./...", "go test ./...", true},
		{"sed -i s/4/3/ sum_test.go && go test ./...", "go test ./...", true},
		{"make gen && go test ./...", "go test ./...", false},
	} {
		if got := Loosens(parsed(tt.now), parsed(tt.was)); got != tt.want {
			t.Errorf("%s for %s: %v", tt.now, tt.was, got)
		}
	}
}

func TestKeepsWords(t *testing.T) {
	for _, tt := range []struct {
		now, was string
		want     bool
	}{
		{"pytest -q tests -x", "pytest -q tests", true},
		{"pytest --quiet tests", "pytest -q tests", true},
		{"pytest tests", "pytest -q tests", false},
		{"pytest -q other", "pytest -q tests", false},
	} {
		if got := KeepsWords(parsed(tt.now), parsed(tt.was)); got != tt.want {
			t.Errorf("%s for %s: %v", tt.now, tt.was, got)
		}
	}
}

func TestOnlySetsMode(t *testing.T) {
	for command, want := range map[string]bool{
		"chmod +x run.sh": true, "chmod 644 a b": true, "chmod -R 755 .": false, "chown u a": false, "rm a": false,
	} {
		if got := OnlySetsMode(&parsed(command).Calls[0]); got != want {
			t.Errorf("%s: %v", command, got)
		}
	}
}

// TestChangesTests: a file of tests that a step replaces is no remedy, the variables of their
// environment may be.
func TestChangesTests(t *testing.T) {
	for text, want := range map[string]bool{
		"cp tests/old_test.py tests/a_test.py": true,
		"rm src/tax.test.js":                   true,
		"cp .env.example .env.test":            false,
		"cp a.json fixtures/a.json":            false,
	} {
		if got := changesTests(parsed(text)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
