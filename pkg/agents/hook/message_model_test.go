package hook

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

func TestAdviceTellsACommandAsItIsOrNotAtAll(t *testing.T) {
	for _, tc := range []struct {
		name, command string
		safe          bool
		want          string
	}{
		{"none", "", true, "It is not there."},
		{"safe", "make setup", true, "It is not there. Run: `make setup`."},
		{"for the user to choose", "make clean", false, "It is not there. Ask the user before running `make clean`."},
		{"long", "make " + strings.Repeat("x", 300), true, "It is not there. Run: `make " + strings.Repeat("x", 300) + "`."},
		{"too long", "make " + strings.Repeat("x", 500), true, "It is not there."},
		{"lines", "cat <<E\na\nE", true, "It is not there."},
		{"blanks that may be text", "printf 'a  b'", true, "It is not there."},
		{"marks", "echo `date`", true, "It is not there."},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := adviceForModel(memory.Fix{Text: redact.Clean("It is not there."), Command: redact.Clean(tc.command), Safe: tc.safe})
			if got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}

// TestAdvicesAreOneOrder: a model that gets several fixes is not given opposite
// orders, nor a command twice.
func TestAdvicesAreOneOrder(t *testing.T) {
	fix := func(text, command string, safe bool) memory.Fix {
		return memory.Fix{Text: redact.Clean(text), Command: redact.Clean(command), Safe: safe}
	}
	words := fix("It is not installed; do not repeat the command.", "", false)
	for _, tc := range []struct {
		name  string
		fixes []memory.Fix
		want  string
	}{
		{"the text holds the command", []memory.Fix{fix("Here `make deps` fixed this (once).", "make deps", true)}, "Here `make deps` fixed this (once)."},
		{"and the user is asked", []memory.Fix{fix("Here `make deps` fixed this (once).", "make deps", false)}, "Here `make deps` fixed this (once). Ask the user before running it."},
		{"words beside a command", []memory.Fix{fix("Here `make deps` fixed this (once).", "make deps", true), words}, "Here `make deps` fixed this (once)."},
		{"words before a command", []memory.Fix{words, fix("A package is missing.", "npm ci", true)}, "It is not installed; do not repeat the command. A package is missing. Run: `npm ci`."},
		{"two commands", []memory.Fix{fix("`biuld` is probably `build`.", "npm run build", false), fix("There is no such script.", "npm run", true)},
			"`biuld` is probably `build`. Ask the user before running `npm run build`. Or run: `npm run`."},
		{"the second one is for the user", []memory.Fix{fix("It is not there.", "make", true), fix("It is old.", "make clean", false)},
			"It is not there. Run: `make`. Or, if the user agrees: `make clean`."},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := advicesForModel(tc.fixes); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}

func TestHiddenFailure(t *testing.T) {
	c := &memory.Check{Tool: "go test", Tests: []redact.Text{redact.Clean("TestSum")}, Files: []redact.Text{redact.Clean("sum_test.go")}}
	for piped, want := range map[bool]string{
		true:  "go test failed (`TestSum` in `sum_test.go`), although the command exited 0: the pipe hides it.",
		false: "go test failed (`TestSum` in `sum_test.go`), although the command exited 0.",
	} {
		if got := hiddenFailureForModel(c, piped); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}
