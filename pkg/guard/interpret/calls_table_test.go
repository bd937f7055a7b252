package interpret_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/readtest"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

// TestCalls holds which calls real texts make, with the models that are shipped: their
// words as far as they are known, where and when they run, what they read and write.
func TestCalls(t *testing.T) {
	readtest.File(t, "testdata/calls.txt", func(text string) (list []string) {
		s := follow.Parse(text, shell.Options{Models: rules.Command, Functions: rules.Function, Home: "/home/me", Cwd: "/home/me/app"})
		for i := range s.Calls {
			list = append(list, strings.TrimSpace(callLine(&s.Calls[i])))
		}
		for _, p := range s.Problems {
			list = append(list, "! "+p.Kind+": "+p.Say)
		}
		for _, w := range s.Written {
			if w.Known {
				list = append(list, "> "+w.Path+": "+strconv.Quote(marked(w.Text)))
			}
		}
		return list
	})
}

// callLine writes a call as one would type it, and then in braces what a typed line
// would not say.
func callLine(c *shell.Call) string {
	var words, notes []string
	for _, a := range c.Assigns {
		words = append(words, a.Name+"="+marked(a.Value))
	}
	for _, w := range c.Argv {
		words = append(words, marked(w))
	}
	for _, r := range c.Redirs {
		words = append(words, r.Fd+r.Op+marked(r.Word))
	}
	note := func(is bool, text string) {
		if is {
			notes = append(notes, text)
		}
	}
	note(len(c.Wrappers) > 0, "under "+strings.Join(c.Wrappers, " "))
	note(c.Where != "", c.Where)
	note(c.Cwd.Path.String() != "", "in "+marked(c.Cwd.Path))
	note(c.Cwd.Else != nil, "or elsewhere")
	note(c.Loop, "loop")
	note(c.Spawn, "background")
	note(c.Late, "late")
	note(c.Captured, "captured")
	note(c.Unread, "unread")
	note(c.Code != "", c.Code)
	note(c.Effect != "", string(c.Effect))
	note(c.Guess, "guess")
	switch c.Stdin.Kind {
	case shell.SourcePipe:
		note(true, "reads a pipe")
	case shell.SourceText:
		note(true, "reads a text")
	case shell.SourceFile:
		note(true, "reads "+marked(c.Stdin.Text))
	}
	note(c.Stdin.Known, "namely "+strconv.Quote(marked(c.Stdin.Text)))
	for _, w := range c.Items {
		note(true, "item "+marked(w))
	}
	for _, set := range c.Settings {
		note(true, "sets "+marked(set.Text))
	}
	if len(notes) > 0 {
		words = append(words, "{"+strings.Join(notes, "; ")+"}")
	}
	return strings.Join(words, " ")
}

// marked writes a word: what is not known between « and », a glob between ‹ and ›, with
// a mark for a temporary path (t), an absolute one (p), and what is never empty (!).
func marked(w shell.Word) string {
	var b strings.Builder
	for _, p := range w.Parts {
		switch p.Kind {
		case shell.Lit:
			b.WriteString(p.Text)
		case shell.Glob:
			b.WriteString("‹" + p.Text + "›")
		default:
			b.WriteString("«" + p.Text + "»")
		}
		for _, mark := range []struct {
			is   bool
			text string
		}{{p.Temp, "ᵗ"}, {p.Path, "ᵖ"}, {p.Set, "!"}, {p.Unset, "?"}} {
			if mark.is {
				b.WriteString(mark.text)
			}
		}
	}
	if w.Made {
		b.WriteString("⁺")
	}
	return b.String()
}
