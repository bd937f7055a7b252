package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/shell"
)

// rewritten returns the script with a call's words replaced, and something
// done ahead of it. The rest of the text stays as it was.
func (s *Seen) rewritten(c *shell.Call, ahead, words string) string {
	text := s.Script.Text
	from, to := c.Argv[0].Span.From, c.Argv[len(c.Argv)-1].Span.To
	start := min(c.Span.From, from)
	if before := strings.TrimSpace(text[:start]); ahead != "" && strings.HasSuffix(before, "|") {
		return ahead + text[:from] + strings.TrimRight(words, " ") + text[to:]
	}
	return text[:start] + ahead + text[start:from] + strings.TrimRight(words, " ") + text[to:]
}

// swap is a word and what takes its place; nothing takes the place of a word
// that is left out.
type swap struct {
	from, to string
	plain    bool // to is shell text, not a word to quote
}

// swap returns the words of a call with some of them replaced. It is not ok
// unless all of them are there.
func (s *Seen) swap(c *shell.Call, swaps []swap) (string, bool) {
	text := s.Script.Text
	type edit struct {
		shell.Span
		to string
	}
	var edits []edit
	for _, w := range swaps {
		at, rest := s.find(c, w.from)
		if at.To == 0 {
			return "", false
		}
		to := w.to + rest
		if to != "" && !w.plain {
			to = shell.Quote(to)
		}
		edits = append(edits, edit{at, to})
	}
	slices.SortFunc(edits, func(a, b edit) int { return a.From - b.From })
	var b strings.Builder
	i := c.Argv[0].Span.From
	for _, e := range edits {
		if e.From < i {
			return "", false // one word twice
		}
		b.WriteString(text[i:e.From])
		b.WriteString(e.to)
		i = e.To
		if e.to == "" { // and the blank behind it
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

// find returns where a word of a call stands, and what of the word follows
// when only its beginning was meant: "task" of "task:option=1". A word that
// was not written out, as that of a variable, is not found.
func (s *Seen) find(c *shell.Call, word string) (at shell.Span, rest string) {
	for _, whole := range [...]bool{true, false} {
		for i := range c.Argv {
			w, ok := c.Argv[i].Literal()
			at := c.Argv[i].Span
			if !ok || at.To > len(s.Script.Text) || at.From >= at.To || !written(s.Script.Text[at.From:at.To], w) {
				continue
			}
			if w == word {
				return at, ""
			}
			if from, ok := element(w, word); ok && !whole {
				at.From += from + (at.To-at.From-len(w))/2 // behind the quote
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

// element returns where in a list like a,b, in a path like :app:test, or as
// the value of an option a word stands.
func element(list, word string) (from int, ok bool) {
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

// inList reports whether a word is an element of one of the words of a call.
func inList(c *shell.Call, word string) bool {
	return slices.ContainsFunc(c.Argv, func(w shell.Word) bool { _, ok := element(w.String(), word); return ok })
}

// written reports whether a word stands in the text as it is, in quotes or
// not.
func written(text, word string) bool {
	return text == word || len(text) == len(word)+2 && text[1:len(text)-1] == word
}
