package lang

import "strings"

// Word is a word of a command, in the languages whose programs are commands:
// tokens without a blank between them.
type Word struct {
	Value
	Bare bool // nothing in it is quoted, so that it may be an option or hold wildcards
	List bool // a comma follows, so that the next word goes with it
	From int
	To   int
}

// Adjacent reports whether the next token stands right behind the one before.
func (c *cursor) Adjacent() bool { return !c.Token().Space }

// Word reads a word. Signs and variables are given to the language, which
// adds them to what stands before, or answers false when they end the word.
func (r *Reader) Word(sign func(w *Word) bool) (Word, bool) {
	w := Word{Value: Lit(""), Bare: true, From: r.Token().From}
	start := r.pos
	for !r.Done() && (r.pos == start || r.Adjacent()) {
		switch t := r.Token(); {
		case t.Kind == StringToken:
			r.pos++
			w.Bare = false
			w.Value = r.Both(w.Value, r.Str(t), Join)
			continue
		case t.Kind == NameToken && !r.syn.variable(t.Text):
			r.pos++
			text := t.Text
			if len(t.parts) > 0 {
				text = t.parts[0].text
			}
			w.Value = r.Both(w.Value, Lit(text), Join)
			continue
		case t.Kind != LineToken && sign(&w):
			continue
		}
		break
	}
	w.To = r.End()
	return w, r.pos > start
}

// Add puts a value behind what a word has; alone it stays what it is.
func (w *Word) Add(r *Reader, v Value) {
	if w.Known() && w.Arg.Text == "" {
		w.Bare = false
		w.Value = v
		return
	}
	w.Value = r.Both(w.Value, v, Join).Tainted(w.Value, v)
}

// variable reports whether the text of a token is that of a variable.
func (s *Syntax) variable(text string) bool {
	return strings.HasPrefix(text, s.Sigils) && s.Sigils != ""
}

// plain reads a run of characters that mean nothing, an escaped character, a
// variable or a sign, in a language whose programs are commands of words.
func (lx *lexer) plain() {
	from, c := lx.at, lx.src[lx.at]
	switch {
	case c == lx.syn.Escape && lx.at+1 < lx.end:
		lx.at += 2
		t := lx.add(NameToken, from)
		t.parts = []part{{text: lx.src[from+1 : lx.at]}}
	case strings.IndexByte(lx.syn.Sigils, c) >= 0 && lx.afterSigil(from) > from:
		lx.at = lx.afterSigil(from)
		lx.add(NameToken, from)
	case strings.IndexByte(lx.syn.Signs, c) >= 0:
		lx.at++
		lx.bracket(lx.add(PunctToken, from))
	default:
		for lx.at < lx.end && strings.IndexByte(lx.syn.Signs, lx.src[lx.at]) < 0 {
			lx.at++
		}
		lx.add(NameToken, from)
	}
}

// afterSigil gives the end of the variable that begins at a place, which is
// that place when there is none.
func (lx *lexer) afterSigil(at int) int {
	rest := lx.src[at+1 : lx.end]
	n := 0
	if lx.src[at] == '%' {
		return at + percent(rest)
	}
	if rest != "" && rest[0] == '(' {
		return at
	}
	open := strings.HasPrefix(rest, "{")
	if open {
		n++
	}
	for n < len(rest) && (IsWord(rest[n]) || rest[n] == ':' && n+1 < len(rest) && IsWord(rest[n+1])) {
		n++
	}
	switch {
	case open && n < len(rest) && rest[n] == '}':
		n++
	case n == 0 && rest != "" && strings.IndexByte("?$^", rest[0]) >= 0:
		n = 1
	}
	return at + 1 + n
}

// percent returns the length of %NAME%, %1, %~dp0 or %%v, of which the first sign
// is read; 0 when it is none of them.
func percent(rest string) int {
	rest = rest[:min(len(rest), 65)]
	if len(rest) > 1 && rest[0] == '%' && IsWord(rest[1]) {
		return 3
	}
	if i := strings.IndexByte(rest, '%'); i > 0 && !ofLoop(rest[:i]) {
		return i + 2
	}
	if rest != "" && (IsWord(rest[0]) || rest[0] == '~') {
		return 2
	}
	return 0
}

// ofLoop reports whether what stands between two percent signs is no name: a loop that is
// typed writes its variable %f, as in for %f in (*.o) do del %f & echo %f.
func ofLoop(between string) bool {
	name, _, _ := strings.Cut(between, ":")
	return strings.ContainsAny(name, "&|<>\n") || strings.Contains(strings.ToLower(name), " in (")
}

// substitution reads $name or $(..) in a string of PowerShell.
func (lx *lexer) substitution(at int) (part, int) {
	if lx.src[at] != '$' || at+1 >= lx.end {
		return part{}, at
	}
	switch c := lx.src[at+1]; {
	case c == '(':
		if end := lx.braces(at+2, lx.depth, '(', ')'); end > 0 {
			return part{expr: true, from: at + 2, to: end}, end + 1
		}
	case IsWord(c) || c == '{':
		end := lx.afterSigil(at)
		return part{expr: true, from: at, to: end}, end
	}
	return part{}, at
}
