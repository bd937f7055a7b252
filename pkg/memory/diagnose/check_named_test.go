package diagnose

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/rules"
)

// TestNamed: the checks that a command runs are named whatever comes of them, by their tool
// or the script that is called.
func TestNamed(t *testing.T) {
	for command, want := range map[string]string{
		"go vet ./... && go test ./...": "go vet, go test",
		"npx eslint . | tail":           "eslint",
		"./test.sh":                     "test.sh",
		"python3 report.py":             "",
		"ls":                            "",
	} {
		got := ""
		for _, c := range NewReader(rules.Knowledge()).Named(&Output{Command: redact.Clean(command), Script: parsed(command)}) {
			if got != "" {
				got += ", "
			}
			got += c.Tool
			if c.Key == "" {
				t.Errorf("%s: %s has no key", command, c.Tool)
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", command, got, want)
		}
	}
}

// TestStrength: what an option does to a check may depend on its value.
func TestStrength(t *testing.T) {
	for _, tt := range []struct {
		red, green string
		covers     bool
	}{
		{"pytest -q", "pytest -q", true},
		{"pytest", "pytest -v --tb=short", true},
		{"pytest", "pytest -k add", false},
		{"pytest", "pytest -m 'not slow'", false},
		{"pytest -m 'not slow'", "pytest", true},
		{"pytest", "pytest -W error", true},
		{"pytest -W error", "pytest", false},
		{"pytest tests/test_a.py", "pytest", true},
		{"pytest", "pytest tests/test_a.py", false},
		{"go test ./...", "go test -short ./...", false},
		{"go test -short ./...", "go test ./...", true},
		{"go test ./...", "go test -race ./...", true},
		{"go test -race ./...", "go test ./...", false},
		{"go test -race ./...", "go test -race=false ./...", false},
		{"go test ./...", "go test -count=1 ./...", true},
		{"mvn test", "mvn -q compile", false},
		{"mvn test", "mvn test-compile", false},
		{"mvn test", "mvn verify", true},
		{"mvn compile", "mvn compile", true},
		{"sbt test", "sbt compile", false},
		{"gradle test", "gradle build", true},
	} {
		red, green := checkOn(tt.red, "", 1), checkOn(tt.green, "", 0)
		if red == nil || green == nil {
			t.Errorf("%s, %s: no checks", tt.red, tt.green)
			continue
		}
		if got := green.Covers(red); got != tt.covers {
			t.Errorf("%s passes: it covers %s: %v", tt.green, tt.red, got)
		}
	}
}

// TestJoined: the options behind a word of a call, and what are no options, as they were
// written.
func TestJoined(t *testing.T) {
	const text = `git push "my remote" -f main --tags`
	c := &parsed(text).Calls[0]
	for _, tt := range []struct {
		from    int
		options bool
		want    string
	}{{2, true, "-f --tags"}, {2, false, `"my remote" main`}, {4, true, "--tags"}, {6, true, ""}} {
		if got := joined(text, c, tt.from, tt.options); got != tt.want {
			t.Errorf("from %d, options %v: %q, want %q", tt.from, tt.options, got, tt.want)
		}
	}
}
