package cmd

import (
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestManualHasEveryCommand: a page for each, with its flags, and nothing that
// the formatter would take for an order of its own.
func TestManualHasEveryCommand(t *testing.T) {
	pages := Manual("1.2.3")
	order := regexp.MustCompile(`^\.(TH|SH|TP|PP|nf|fi|nh|ad)( |$)`)
	everyCommand(t, func(t *testing.T, c *cobra.Command) {
		if c.Hidden {
			return
		}
		page := pages[pageName(c)+".1"]
		for _, want := range []string{"ctxhook 1.2.3", roff(c.Short), ".SH EXAMPLES"} {
			if !strings.Contains(page, want) {
				t.Errorf("the page lacks %q:\n%s", want, page)
			}
		}
		for line := range strings.Lines(page) {
			if strings.HasPrefix(line, "'") || strings.HasPrefix(line, ".") && !order.MatchString(strings.TrimSuffix(line, "\n")) {
				t.Errorf("an order that is none of ours: %s", line)
			}
		}
	})
}

func TestRoff(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"plain", "a b", "a b"},
		{"options are not hyphenated", "--json", `\-\-json`},
		{"a dot begins an order", ".gitignore\n x .y", "\\&.gitignore\n x .y"},
		{"so does a quotation mark", "'a'", `\(aqa\(aq`},
		{"backslash", `a\nb`, `a\enb`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := roff(tt.text); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
