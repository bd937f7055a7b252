package shell

import (
	"slices"
	"strings"
)

// LitWord returns a word that is a text.
func LitWord(s string) Word { return Word{Parts: []Part{{Kind: Lit, Text: s}}} }

// UnknownWord returns a word of which nothing is known but what made it, and the calls
// whose output it is.
func UnknownWord(name string, from ...int) Word {
	return Word{Parts: []Part{{Kind: Unknown, Text: name, From: from}}}
}

// maxJoined bounds the text that literals are joined to, in bytes: joining copies
// them every time.
const maxJoined = 1 << 10

// Add appends a part, joining neighbouring literals of one origin.
func (w *Word) Add(p Part) {
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

// AddWord appends the parts of v.
func (w *Word) AddWord(v Word) {
	if len(v.Parts) > 1 {
		w.Parts = slices.Grow(w.Parts, len(v.Parts))
	}
	for _, p := range v.Parts {
		w.Add(p)
	}
}

// Clone returns a word that shares no memory with w.
func (w Word) Clone() Word {
	w.Parts = append([]Part(nil), w.Parts...)
	return w
}

// Cut drops the first n bytes of the word's leading literal.
func (w Word) Cut(n int) Word {
	w = w.Clone()
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

// JoinWords joins words with a separator, as "$*" does.
func JoinWords(words []Word, sep string) Word {
	return JoinEnded(words, sep, "")
}

// JoinEnded joins words with a separator, and puts a text behind them.
func JoinEnded(words []Word, sep, end string) Word {
	if len(words)+len(end) == 0 {
		return Word{}
	}
	if len(words) == 0 {
		return LitWord(end)
	}
	out := Word{Span: Span{words[0].Span.From, words[len(words)-1].Span.To}}
	var b strings.Builder
	n, parts := len(end)+len(sep)*(len(words)-1), 1
	for i := range words {
		n += TextLength(words[i])
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

// Behind returns the content of a file with a text behind it.
func (w Word) Behind(v Word) Word {
	w.Parts = append(w.Parts, v.Parts...)
	return w
}

// Replaced replaces the mark in the literal parts of a word by item.
func (v Word) Replaced(mark string, item Word) Word {
	if text, ok := v.bare(); ok { // nearly always
		if with, ok := item.bare(); ok && len(text)+strings.Count(text, mark)*len(with) <= maxJoined {
			return Word{Span: v.Span, Parts: []Part{{Text: strings.ReplaceAll(text, mark, with)}}}
		}
	}
	var out Word
	out.Span = v.Span
	for _, p := range v.Parts {
		for p.Kind == Lit {
			i := strings.Index(p.Text, mark)
			if i < 0 {
				break
			}
			if i > 0 {
				out.Add(Part{Kind: Lit, Text: p.Text[:i], From: p.From})
			}
			out.AddWord(item)
			p.Text = p.Text[i+len(mark):]
		}
		if p.Kind != Lit || p.Text != "" {
			out.Add(p)
		}
	}
	return out
}
