package lang

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// show writes a step in one line: holes as <name>, and how it is meant.
func show(s Step) string {
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
		lang := s.Lang
		if lang == "" {
			lang = "shell"
		}
		return lang + "| " + showArg(Arg{Text: s.Text, Holes: s.Holes})
	}
	for i, a := range s.Argv {
		if i > 0 || s.Effect != "" {
			b.WriteByte(' ')
		}
		b.WriteString(showArg(a))
	}
	return b.String()
}

func showArg(a Arg) string {
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

// example is a text and the steps it has.
type example struct {
	name string
	text string
	want []string
}

func runExamples(t *testing.T, lang string, examples []example) {
	t.Helper()
	for _, e := range examples {
		t.Run(e.name, func(t *testing.T) {
			checkLaws(t, lang, e.text)
			var got []string
			for _, s := range Read(lang, e.text) {
				got = append(got, show(s))
			}
			if diff := cmp.Diff(e.want, got); diff != "" {
				t.Errorf("Read(%q, %q) (-want +got):\n%s", lang, e.text, diff)
			}
		})
	}
}
