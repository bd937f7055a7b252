package shell

import "strings"

// Split cuts a word at blanks of its unquoted literal parts, as the shell
// splits the result of an expansion.
func (w Word) Split(ifs string) []Word {
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
			cur.Add(p)
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
				cur.Add(Part{Kind: Lit, Text: piece, From: p.From})
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

// Globbed turns the pattern characters of literal parts into globs: what an
// unquoted expansion may match on disk.
func (w Word) Globbed() Word {
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
			w.Add(Part{Kind: Lit, Text: text[added:i], From: from})
		}
		w.Parts = append(w.Parts, Part{Kind: Glob, Text: text[i : i+n], From: from})
		added = i + n
		i = added - 1
	}
	if added < len(text) {
		w.Add(Part{Kind: Lit, Text: text[added:], From: from})
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

// Lines cuts a text at its newlines; empty lines are left out.
func (w Word) Lines() []Word {
	out := w.Split("\n")
	if len(out) == 0 {
		return []Word{{}}
	}
	return out
}
