package preferences

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// option writes the option that begins at a word of the call as the other tool
// has it, and returns how many words it takes. It reports false for one that is
// not known.
func (w *writer) option(at int) (words int, ok bool) {
	word := w.call.Argv[at]
	if !w.raw(word) {
		return 0, false
	}
	text := w.Text[word.Span.From:word.Span.To]
	name, _, attached := strings.Cut(text, "=")
	if o, takes := w.known(name); o != nil {
		switch {
		case attached && !takes:
			return 0, false
		case takes && !attached:
			if at+1 >= len(w.call.Argv) {
				return 0, false
			}
			words = 2
		default:
			words = 1
		}
		return words, w.rename(at, words, name, takes, o)
	}
	if len(text) > 2 && text[0] == '-' && text[1] != '-' {
		if o, takes := w.known(text[:2]); o != nil && takes {
			return 1, w.rename(at, 1, text[:2], true, o)
		}
		return 1, w.bundle(word, text)
	}
	return 0, false
}

// known returns the option that a tool calls by a name, and whether it takes a
// value.
func (w *writer) known(name string) (o *rule.SharedOption, takes bool) {
	for _, list := range [...][]rule.SharedOption{w.swap.Options, w.tools.Options} {
		for k := range list {
			names, ok := list[k].Of(w.from)
			if !ok {
				continue
			}
			if _, ok := list[k].Of(w.to); !ok {
				continue
			}
			value := strings.Contains(names+" ", "= ")
			for n := range strings.FieldsSeq(names) {
				if n == name || n == name+"=" {
					return &list[k], value
				}
			}
		}
	}
	return nil, false
}

// written returns what the other tool calls an option: the same, or the first
// of its names that is as long or as short; "" where it needs none.
func (w *writer) written(name string, o *rule.SharedOption) string {
	names, _ := o.Of(w.to)
	best := ""
	for n := range strings.FieldsSeq(names) {
		n = strings.TrimSuffix(n, "=")
		switch {
		case n == name:
			return n
		case best == "", strings.HasPrefix(name, "--") && !strings.HasPrefix(best, "--") && strings.HasPrefix(n, "--"):
			best = n
		}
	}
	return best
}

// rename writes an option of one or two words.
func (w *writer) rename(at, words int, name string, takes bool, o *rule.SharedOption) bool {
	word := w.call.Argv[at]
	names, _ := o.Of(w.to)
	to := w.written(name, o)
	if to == "" {
		for k := range words {
			if !w.remove(w.call.Argv[at+k]) {
				return false
			}
		}
		return true
	}
	if takes != strings.Contains(names+" ", "= ") {
		return false
	}
	if to != name {
		if takes && len(name) == 2 && len(to) > 2 && word.Span.To-word.Span.From > 2 && w.Text[word.Span.From+2] != '=' {
			return false // -j4 is not --jobs4
		}
		w.edits = append(w.edits, shell.Edit{From: word.Span.From, To: word.Span.From + len(name), Text: to})
	}
	return true
}

// bundle writes options of a letter each that stand in one word: -rn.
func (w *writer) bundle(word shell.Word, text string) bool {
	out := "-"
	for _, c := range text[1:] {
		o, takes := w.known("-" + string(c))
		if o == nil || takes {
			return false
		}
		to := w.written("-"+string(c), o)
		if len(to) > 2 {
			return false
		}
		out += strings.TrimPrefix(to, "-")
	}
	if out == "-" {
		return w.remove(word)
	}
	if out != text {
		w.edits = append(w.edits, shell.Edit{From: word.Span.From, To: word.Span.To, Text: out})
	}
	return true
}
