// Package langtest holds readers of program text to examples and to the laws
// that all of them keep. Only tests import it.
package langtest

import (
	"slices"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/lang"
)

// Example is a text and the steps it has.
type Example struct {
	Name string
	Text string
	Want []string
}

// Of makes an example.
func Of(name, text string, want ...string) Example {
	return Example{name, text, want}
}

// Run reads examples and compares their steps, each in one line.
func Run(t *testing.T, read func(text string) []lang.Step, examples ...Example) {
	t.Helper()
	for _, e := range examples {
		t.Run(e.Name, func(t *testing.T) {
			steps := read(e.Text)
			Check(t, steps, e.Text)
			var got []string
			for _, s := range steps {
				got = append(got, show(s))
			}
			if !slices.Equal(got, e.Want) {
				t.Errorf("steps of %q:\n got %q\nwant %q", e.Text, got, e.Want)
			}
		})
	}
}

// Check holds the steps of a text to the laws: there are not too many, they
// lie in the text, and their holes in theirs.
func Check(t *testing.T, steps []lang.Step, text string) {
	t.Helper()
	if len(steps) > lang.MaxSteps+1 {
		t.Fatalf("%d steps", len(steps))
	}
	for _, s := range steps {
		if s.From < 0 || s.From > s.To || s.To > len(text) {
			t.Fatalf("span [%d, %d) of %d bytes: %s", s.From, s.To, len(text), show(s))
		}
		args := append([]lang.Arg{{Text: s.Text, Holes: s.Holes}}, s.Argv...)
		for _, a := range args {
			at := 0
			for _, h := range a.Holes {
				if h.At < at || h.At > len(a.Text) {
					t.Fatalf("hole at %d of %q", h.At, a.Text)
				}
				at = h.At
			}
		}
	}
}

// show writes a step in one line: holes as <name>, and how it is meant.
func show(s lang.Step) string {
	var b strings.Builder
	switch {
	case s.Effect != "":
		b.WriteString(s.Effect + ":")
		if s.Lang != "" {
			b.WriteString(s.Lang + ":")
		}
		if s.All {
			b.WriteString("all:")
		}
	case s.Argv == nil:
		language := s.Lang
		if language == "" {
			language = "shell"
		}
		return language + "| " + showArg(lang.Arg{Text: s.Text, Holes: s.Holes})
	}
	for i, a := range s.Argv {
		if i > 0 || s.Effect != "" {
			b.WriteByte(' ')
		}
		b.WriteString(showArg(a))
	}
	return b.String()
}

func showArg(a lang.Arg) string {
	var b strings.Builder
	at := 0
	for _, h := range a.Holes {
		b.WriteString(a.Text[at:h.At])
		at = h.At
		switch {
		case h.Home:
			b.WriteString("<home>")
		case h.Temp:
			b.WriteString("<temp>")
		case h.Net:
			b.WriteString("<net>")
		default:
			b.WriteString("<" + h.Name + ">")
		}
	}
	b.WriteString(a.Text[at:])
	if a.Glob {
		b.WriteString("(glob)")
	}
	return b.String()
}
