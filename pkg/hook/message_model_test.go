package hook

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
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
