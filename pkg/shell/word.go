package shell

import (
	"slices"
	"strings"
)

// Literal returns the text of a word without unknown parts and globs.
func (w Word) Literal() (string, bool) {
	switch len(w.Parts) {
	case 0:
		return "", true
	case 1:
		return w.Parts[0].Text, w.Parts[0].Kind == Lit
	}
	for i := range w.Parts {
		if w.Parts[i].Kind != Lit {
			return "", false
		}
	}
	return w.String(), true
}

// bare returns the text of a word that is one literal of which nothing else is known.
func (w Word) bare() (string, bool) {
	if len(w.Parts) != 1 {
		return "", false
	}
	p := &w.Parts[0]
	return p.Text, p.Kind == Lit && p.From == nil && !p.Temp && !p.Path && !p.Set && !p.Unset
}

// String renders a word for a reader: literals and globs as written, unknowns
// as the expression that made them.
func (w Word) String() string {
	if len(w.Parts) == 1 {
		return w.Parts[0].Text
	}
	var b strings.Builder
	b.Grow(textLength(w))
	for i := range w.Parts {
		b.WriteString(w.Parts[i].Text)
	}
	return b.String()
}

// Prefix returns the literal text before the first part that is not literal.
func (w Word) Prefix() string {
	if len(w.Parts) == 0 || w.Parts[0].Kind != Lit {
		return ""
	}
	if len(w.Parts) == 1 || w.Parts[1].Kind != Lit { // nearly always: not copied
		return w.Parts[0].Text
	}
	var b strings.Builder
	for _, p := range w.Parts {
		if p.Kind != Lit {
			break
		}
		b.WriteString(p.Text)
	}
	return b.String()
}

// head returns the literal text with which a word begins, or the first piece of it
// where that is long.
func (w Word) head() string {
	if len(w.Parts) == 0 || w.Parts[0].Kind != Lit {
		return ""
	}
	return w.Parts[0].Text
}

// HasUnknown reports whether any part of the word is unknown.
func (w Word) HasUnknown() bool {
	for i := range w.Parts {
		if w.Parts[i].Kind == Unknown {
			return true
		}
	}
	return false
}

// From returns the calls whose output the word carries.
func (w Word) From() []int {
	var from []int
	for _, p := range w.Parts {
		from = append(from, p.From...)
	}
	return from
}

// Is reports whether the word is exactly the literal s.
func (w Word) Is(s string) bool {
	t, ok := w.Literal()
	return ok && t == s
}

func lit(s string) Word { return Word{Parts: []Part{{Kind: Lit, Text: s}}} }

func unknown(name string, from ...int) Word {
	return Word{Parts: []Part{{Kind: Unknown, Text: name, From: from}}}
}

// maxJoined bounds the text that literals are joined to, in bytes: joining copies
// them every time.
const maxJoined = 1 << 10

// add appends a part, joining neighbouring literals of one origin.
func (w *Word) add(p Part) {
	if p.Kind == Lit && p.Text == "" && len(w.Parts) > 0 {
		return
	}
	if n := len(w.Parts); n > 0 && p.Kind == Lit && p.From == nil {
		if last := &w.Parts[n-1]; last.Kind == Lit && last.From == nil && (last.Text == "" || len(last.Text)+len(p.Text) <= maxJoined) {
			last.Text += p.Text
			return
		}
	}
	w.Parts = append(w.Parts, p)
}

// addWord appends the parts of v.
func (w *Word) addWord(v Word) {
	if len(v.Parts) > 1 {
		w.Parts = slices.Grow(w.Parts, len(v.Parts))
	}
	for _, p := range v.Parts {
		w.add(p)
	}
}

// clone returns a word that shares no memory with w.
func (w Word) clone() Word {
	w.Parts = append([]Part(nil), w.Parts...)
	return w
}

// cut drops the first n bytes of the word's leading literal.
func (w Word) cut(n int) Word {
	w = w.clone()
	for n > 0 && len(w.Parts) > 0 && w.Parts[0].Kind == Lit {
		if len(w.Parts[0].Text) > n {
			w.Parts[0].Text = w.Parts[0].Text[n:]
			return w
		}
		n -= len(w.Parts[0].Text)
		w.Parts = w.Parts[1:]
	}
	return w
}

// joinWords joins words with a separator, as "$*" does.
func joinWords(words []Word, sep string) Word {
	return joinEnded(words, sep, "")
}

// joinEnded joins words with a separator, and puts a text behind them.
func joinEnded(words []Word, sep, end string) Word {
	if len(words)+len(end) == 0 {
		return Word{}
	}
	if len(words) == 0 {
		return lit(end)
	}
	out := Word{Span: Span{words[0].Span.From, words[len(words)-1].Span.To}}
	var b strings.Builder
	n, parts := len(end)+len(sep)*(len(words)-1), 1
	for i := range words {
		n += textLength(words[i])
		parts += len(words[i].Parts)
	}
	b.Grow(n)
	out.Parts = make([]Part, 0, parts)
	flush := func() {
		if b.Len() > 0 {
			out.Parts = append(out.Parts, Part{Kind: Lit, Text: b.String()})
			b.Reset()
		}
	}
	for i, w := range words {
		if i > 0 {
			b.WriteString(sep)
		}
		for _, p := range w.Parts {
			if p.Kind == Lit && p.From == nil {
				b.WriteString(p.Text)
				continue
			}
			flush()
			out.Parts = append(out.Parts, p)
		}
	}
	b.WriteString(end)
	flush()
	return out
}

// equal reports whether two words say the same.
func (w Word) equal(v Word) bool {
	if len(w.Parts) != len(v.Parts) {
		return false
	}
	if len(w.Parts) > 0 && &w.Parts[0] == &v.Parts[0] {
		return true
	}
	for i := range w.Parts {
		if w.Parts[i].Kind != v.Parts[i].Kind || w.Parts[i].Text != v.Parts[i].Text {
			return false
		}
	}
	return true
}

// split cuts a word at blanks of its unquoted literal parts, as the shell
// splits the result of an expansion.
func (w Word) split(ifs string) []Word {
	var out []Word
	var cur Word
	started := false
	flush := func() {
		if started {
			cur.Span = w.Span
			out = append(out, cur)
			cur, started = Word{}, false
		}
	}
	for _, p := range w.Parts {
		if p.Kind != Lit {
			cur.add(p)
			started = true
			continue
		}
		rest := p.Text
		for rest != "" {
			i := strings.IndexAny(rest, ifs)
			if i != 0 {
				piece := rest
				if i > 0 {
					piece = rest[:i]
				}
				cur.add(Part{Kind: Lit, Text: piece, From: p.From})
				started = true
				rest = rest[len(piece):]
				continue
			}
			flush()
			rest = rest[1:]
		}
	}
	flush()
	return out
}

// globbed turns the pattern characters of literal parts into globs: what an
// unquoted expansion may match on disk.
func (w Word) globbed() Word {
	var out Word
	out.Span = w.Span
	for _, p := range w.Parts {
		if p.Kind != Lit || !strings.ContainsAny(p.Text, "*?[") {
			out.Parts = append(out.Parts, p)
			continue
		}
		out.addGlobs(p.Text, p.From)
	}
	return out
}

// addGlobs appends text, its pattern characters as glob parts.
func (w *Word) addGlobs(text string, from []int) {
	added, open := 0, 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c != '*' && c != '?' && (c != '[' || i < open) {
			continue
		}
		n, unclosed := globLen(text[i:])
		if n == 0 {
			open = i + unclosed
			continue
		}
		if i > added {
			w.add(Part{Kind: Lit, Text: text[added:i], From: from})
		}
		w.Parts = append(w.Parts, Part{Kind: Glob, Text: text[i : i+n], From: from})
		added = i + n
		i = added - 1
	}
	if added < len(text) {
		w.add(Part{Kind: Lit, Text: text[added:], From: from})
	}
}

// globLen returns the length of the pattern at the start of s, or if there is none,
// up to where no other bracket is closed either: they are literal.
func globLen(s string) (n, unclosed int) {
	switch s[0] {
	case '*':
		n := 1
		for n < len(s) && s[n] == '*' {
			n++
		}
		return n, 0
	case '?':
		return 1, 0
	}
	for i := 2; i < len(s); i++ {
		switch s[i] {
		case ']':
			return i + 1, 0
		case '/':
			return 0, i - 1 // [/] may be one
		}
	}
	return 0, len(s)
}
