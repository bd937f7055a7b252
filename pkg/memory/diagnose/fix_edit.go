package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// rewrite returns the script with the words of one call replaced, and a text
// inserted before the call. The rest stays as it is.
func (out *Output) rewrite(c *shell.Call, ahead, words string) string {
	text := out.Script.Text
	from, to := c.Argv[0].Span.From, c.Argv[len(c.Argv)-1].Span.To
	start := min(c.Span.From, from)
	if before := strings.TrimSpace(text[:start]); ahead != "" && strings.HasSuffix(before, "|") {
		return ahead + text[:from] + strings.TrimRight(words, " ") + text[to:]
	}
	return text[:start] + ahead + text[start:from] + strings.TrimRight(words, " ") + text[to:]
}

// replacement is a word and its replacement. An empty replacement drops the
// word.
type replacement struct {
	from, to string
	plain    bool // to is shell text, not a word to quote
}

// replace returns the words of a call with some of them replaced. It is not ok
// unless all of them are found.
func (out *Output) replace(c *shell.Call, swaps []replacement) (string, bool) {
	text := out.Script.Text
	type edit struct {
		shell.Span
		to string
	}
	var edits []edit
	for _, w := range swaps {
		at, rest := out.findWord(c, w.from)
		if at.To == 0 {
			return "", false
		}
		to := w.to + rest
		if to != "" && !w.plain {
			to = shell.Quote(to)
		}
		edits = append(edits, edit{at, to})
	}
	order.By(edits, func(a, b edit) int { return a.From - b.From })
	var b strings.Builder
	i := c.Argv[0].Span.From
	for _, e := range edits {
		if e.From < i {
			return "", false // the same word twice
		}
		b.WriteString(text[i:e.From])
		b.WriteString(e.to)
		i = e.To
		if e.to == "" { // and the blank after it
			for i < len(text) && text[i] == ' ' {
				i++
			}
		}
	}
	if end := c.Argv[len(c.Argv)-1].Span.To; i < end {
		b.WriteString(text[i:end])
	}
	return b.String(), true
}

// findWord returns where a word of a call stands, and what follows if it is
// only the beginning of the word: "task" in "task:option=1". It does not find
// words that are not written out, such as the value of a variable.
func (out *Output) findWord(c *shell.Call, word string) (at shell.Span, rest string) {
	for _, whole := range [...]bool{true, false} {
		for i := range c.Argv {
			w, ok := c.Argv[i].Literal()
			at := c.Argv[i].Span
			if !ok || at.To > len(out.Script.Text) || at.From >= at.To || !isVerbatim(out.Script.Text[at.From:at.To], w) {
				continue
			}
			if w == word {
				return at, ""
			}
			if from, ok := elementAt(w, word); ok && !whole {
				at.From += from + (at.To-at.From-len(w))/2 // after the opening quote
				at.To = at.From + len(word)
				return at, ""
			}
			if tail, ok := strings.CutPrefix(w, word); ok && !whole && word != "" && strings.IndexByte(":=@/", tail[0]) >= 0 {
				return at, tail
			}
		}
	}
	return shell.Span{}, ""
}

// elementAt returns where a word stands in a list (a,b), in a path (:app:test)
// or in an option's value.
func elementAt(list, word string) (from int, ok bool) {
	if word == "" || word == list {
		return 0, false
	}
	for part := range strings.FieldsFuncSeq(list, func(r rune) bool { return r == ',' || r == ':' || r == '=' && list[0] == '-' }) {
		at := strings.Index(list[from:], part)
		if from += at; part == word && (from > 0 || list[len(part)] == ',') {
			return from, true
		}
		from += len(part)
	}
	return 0, false
}

// inList reports whether a word is an element of one of a call's words.
func inList(c *shell.Call, word string) bool {
	return slices.ContainsFunc(c.Argv, func(w shell.Word) bool { _, ok := elementAt(w.String(), word); return ok })
}

// isVerbatim reports whether a text is the word as it is, quoted or not.
func isVerbatim(text, word string) bool {
	return text == word || len(text) == len(word)+2 && text[1:len(text)-1] == word
}
