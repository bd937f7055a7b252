package readtest

import (
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Call writes a call as one would type it, and then in braces what a typed line
// would not say.
func Call(c *shell.Call) string {
	var words, notes []string
	for _, a := range c.Assigns {
		words = append(words, a.Name+"="+Word(a.Value))
	}
	for _, w := range c.Argv {
		words = append(words, Word(w))
	}
	for _, r := range c.Redirs {
		words = append(words, r.Fd+r.Op+Word(r.Word))
	}
	note := func(is bool, text string) {
		if is {
			notes = append(notes, text)
		}
	}
	note(len(c.Wrappers) > 0, "under "+strings.Join(c.Wrappers, " "))
	note(c.Where != "", c.Where)
	note(c.Cwd.Path.String() != "", "in "+Word(c.Cwd.Path))
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
		note(true, "reads "+Word(c.Stdin.Text))
	}
	note(c.Stdin.Known, "namely "+strconv.Quote(Word(c.Stdin.Text)))
	for _, w := range c.Items {
		note(true, "item "+Word(w))
	}
	for _, set := range c.Settings {
		note(true, "sets "+Word(set.Text))
	}
	if len(notes) > 0 {
		words = append(words, "{"+strings.Join(notes, "; ")+"}")
	}
	return strings.TrimSpace(strings.Join(words, " "))
}

// Word writes a word: what is not known between « and », a glob between ‹ and ›, with
// a mark for a temporary path (t), an absolute one (p), and what is never empty (!).
func Word(w shell.Word) string { return word(w, true) }

// Plain writes a word without marks.
func Plain(w shell.Word) string { return word(w, false) }

func word(w shell.Word, marked bool) string {
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
			if mark.is && marked {
				b.WriteString(mark.text)
			}
		}
	}
	if w.Made && marked {
		b.WriteString("⁺")
	}
	return b.String()
}
