package lang

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// prefixed reads a string with letters in front of it: rb"...", f'...'.
func (lx *lexer) prefixed() bool {
	if lx.syn.prefixes == "" || lx.at > 0 && IsWord(lx.src[lx.at-1]) {
		return false
	}
	n := 0
	for n < 3 && lx.at+n < lx.end && strings.IndexByte(lx.syn.prefixes, lx.src[lx.at+n]) >= 0 {
		n++
	}
	if n == 0 || n > 2 || lx.at+n >= lx.end || lx.src[lx.at+n] != '"' && lx.src[lx.at+n] != '\'' {
		return false
	}
	letters := Lower(lx.src[lx.at : lx.at+n])
	for _, q := range lx.syn.Quotes {
		if !strings.HasPrefix(lx.src[lx.at+n:lx.end], q.Open) {
			continue
		}
		if strings.Contains(letters, "r") {
			q.Escape = 'r'
		}
		if strings.ContainsAny(letters, "ft") {
			q.Interp = '{'
		}
		q.Open = lx.src[lx.at : lx.at+n+len(q.Open)]
		lx.text(q)
		return true
	}
	return false
}

// quoted reads a string in one of the language's quotes.
func (lx *lexer) quoted() bool {
	for i := range lx.syn.Quotes {
		if q := &lx.syn.Quotes[i]; strings.HasPrefix(lx.src[lx.at:lx.end], q.Open) {
			lx.text(*q)
			return true
		}
	}
	return false
}

// text reads the string that q opens here. One that is not closed ends where
// the line does, or the source.
func (lx *lexer) text(q Quote) {
	from := lx.at
	lx.at += len(q.Open)
	parts := lx.parts(q)
	k := StringToken
	if q.Exec {
		k = ExecToken
	}
	lx.add(k, from).parts = parts
}

// parts reads up to and over the closing quote.
func (lx *lexer) parts(q Quote) []part {
	var parts []part
	var b strings.Builder
	from := lx.at
	level := 0
	nests := q.Close == ")" || q.Close == "]" || q.Close == "}" || q.Close == ">"
	flush := func() {
		if b.Len() > 0 {
			parts = append(parts, part{text: b.String(), from: from, to: lx.at})
			b.Reset()
		}
	}
	for lx.at < lx.end {
		rest := lx.src[lx.at:lx.end]
		if strings.HasPrefix(rest, q.Close) {
			if (q.Escape == 'd' || q.Escape == '`') && strings.HasPrefix(rest[len(q.Close):], q.Close) {
				b.WriteString(q.Close)
				lx.at += 2 * len(q.Close)
				continue
			}
			if level == 0 {
				flush()
				lx.at += len(q.Close)
				return parts
			}
			level--
		}
		c := rest[0]
		if c == '\n' && !q.Lines {
			break
		}
		if nests && strings.HasSuffix(q.Open, rest[:1]) {
			level++
		}
		if c == '`' && q.Escape == c && len(rest) > 1 {
			b.WriteByte(rest[1])
			lx.at += 2
			continue
		}
		if c == '\\' && q.Escape != 0 && q.Escape != 'd' && q.Escape != '`' {
			lx.escape(&b, q)
			continue
		}
		if q.Interp != 0 {
			if e, to := lx.hole(q, lx.at); to > lx.at {
				flush()
				lx.at = to
				if e.expr {
					parts = append(parts, e)
				} else {
					b.WriteString(e.text)
				}
				from = lx.at
				continue
			}
		}
		b.WriteByte(c)
		lx.at++
	}
	flush()
	return parts
}

// escape reads one backslash sequence.
func (lx *lexer) escape(b *strings.Builder, q Quote) {
	lx.at++
	if lx.at >= lx.end {
		b.WriteByte('\\')
		return
	}
	c := lx.src[lx.at]
	lx.at++
	switch {
	case q.Escape == 'r':
		b.WriteByte('\\')
		b.WriteByte(c)
	case q.Escape == 'q':
		if c != '\\' && !strings.HasPrefix(q.Close, string(rune(c))) {
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	case c >= '0' && c <= '7':
		lx.at--
		lx.code(b, 3, 8)
	case c == 'x':
		lx.code(b, 2, 16)
	case c == 'u':
		lx.code(b, 4, 16)
	case c == 'U':
		lx.code(b, 8, 16)
	default:
		if i := strings.IndexByte("ntrabfve0\n", c); i >= 0 {
			b.WriteString([...]string{"\n", "\t", "\r", "\a", "\b", "\f", "\v", "\x1b", "\x00", ""}[i])
			return
		}
		b.WriteByte(c)
	}
}

// code reads the digits of a character code, in braces or not.
func (lx *lexer) code(b *strings.Builder, digits, base int) {
	rest := lx.src[lx.at:lx.end]
	n := 0
	if strings.HasPrefix(rest, "{") {
		n = strings.IndexByte(rest[:min(len(rest), 10)], '}')
		if n > 1 {
			if r, err := strconv.ParseUint(rest[1:n], base, 32); err == nil {
				b.WriteRune(rune(r))
			}
			lx.at += n + 1
			return
		}
		n = 0
	}
	for n < digits && n < len(rest) {
		if _, err := strconv.ParseUint(rest[n:n+1], base, 8); err != nil {
			break
		}
		n++
	}
	r, err := strconv.ParseUint(rest[:n], base, 32)
	if err != nil {
		return
	}
	lx.at += n
	if digits <= 3 && r < utf8.RuneSelf || digits > 3 {
		b.WriteRune(rune(r))
		return
	}
	b.WriteByte(byte(r))
}

// hole reads an interpolated expression at a place in a string. It answers
// the place after it, or at when there is none.
func (lx *lexer) hole(q Quote, at int) (part, int) {
	rest := lx.src[at:lx.end]
	switch q.Interp {
	case '{':
		if strings.HasPrefix(rest, "{{") || strings.HasPrefix(rest, "}}") {
			return part{text: rest[:1]}, at + 2
		}
		if rest[0] != '{' {
			return part{}, at
		}
		return lx.pythonField(q, at)
	case '$', '#':
		if len(rest) < 2 || rest[0] != q.Interp || rest[1] != '{' {
			return part{}, at
		}
		if end := lx.braces(at+2, lx.depth, '{', '}'); end > 0 {
			return part{expr: true, from: at + 2, to: end}, end + 1
		}
		return part{}, at
	case 'p':
		return lx.substitution(at)
	case '%':
		if n := percent(rest[1:]); rest[0] == '%' && n > 0 {
			return part{expr: true, from: at, to: at + n}, at + n
		}
		return part{}, at
	}
	return lx.variable(at)
}

// look spends one step of looking ahead, which all strings of a text share.
func (lx *lexer) look() bool {
	*lx.ahead--
	return *lx.ahead > 0
}

// pythonField reads {expr!r:format} of an f-string.
func (lx *lexer) pythonField(q Quote, at int) (part, int) {
	level, to := 0, 0
	for i := at + 1; i < lx.end && lx.look(); i++ {
		switch c := lx.src[i]; {
		case strings.HasPrefix(lx.src[i:lx.end], q.Close), c == '\n' && !q.Lines:
			return part{}, at
		case c == '{' || c == '[' || c == '(':
			level++
		case c == '}' && level == 0:
			if to == 0 {
				to = i
			}
			return part{expr: true, from: at + 1, to: to}, i + 1
		case c == '}' || c == ']' || c == ')':
			level--
		case (c == ':' || c == '!' && i+1 < lx.end && lx.src[i+1] != '=') && level == 0 && to == 0:
			to = i
		}
	}
	return part{}, at
}

// braces finds the bracket that closes the one before from, over nested
// strings; 0 when there is none.
func (lx *lexer) braces(from, depth int, open, closer byte) int {
	level := 0
	for i := from; i < lx.end && lx.look(); i++ {
		switch c := lx.src[i]; {
		case c == open:
			level++
		case c == closer:
			if level == 0 {
				return i
			}
			level--
		case c == '"', c == '\'', c == '`' && lx.syn.Escape != '`':
			if depth >= maxNesting {
				continue
			}
			i = lx.skipString(i, c, depth+1)
		}
	}
	return 0
}

// skipString gives the place of the quote that closes the string at i.
func (lx *lexer) skipString(i int, quote byte, depth int) int {
	for j := i + 1; j < lx.end && lx.look(); j++ {
		switch c := lx.src[j]; {
		case c == lx.syn.escape():
			j++
		case c == quote:
			return j
		case c == '{' && (quote == '`' && lx.src[j-1] == '$' || quote == '"' && lx.src[j-1] == '#') && depth < maxNesting:
			if end := lx.braces(j+1, depth, '{', '}'); end > 0 {
				j = end
			}
		}
	}
	return lx.end
}

// variable reads $x, ${x}, {$x}, $x{key}, $x[0] and $x->y in a string.
func (lx *lexer) variable(at int) (part, int) {
	i := at
	if lx.src[i] == '{' && i+1 < lx.end && lx.src[i+1] == '$' && lx.syn.tags != "" {
		if end := lx.braces(i+1, lx.depth, '{', '}'); end > 0 {
			return part{expr: true, from: i + 1, to: end}, end + 1
		}
		return part{}, at
	}
	if lx.src[i] != '$' && (lx.src[i] != '@' || !lx.syn.qlike) || i+1 >= lx.end {
		return part{}, at
	}
	if lx.src[i+1] == '{' {
		if end := lx.braces(i+2, lx.depth, '{', '}'); end > 0 {
			return part{expr: true, from: i + 2, to: end, text: lx.src[i : i+1]}, end + 1
		}
		return part{}, at
	}
	i++
	for i < lx.end && IsWord(lx.src[i]) {
		i++
	}
	if i == at+1 || IsDigit(lx.src[at+1]) {
		return part{}, at
	}
	return part{expr: true, from: at, to: lx.subscript(i)}, lx.subscript(i)
}

// subscript gives the end of [..], {..} and ->.. behind a variable at i.
func (lx *lexer) subscript(i int) int {
	j := i
	if strings.HasPrefix(lx.src[j:lx.end], "->") {
		j += 2
		for lx.syn.tags != "" && j < lx.end && IsWord(lx.src[j]) {
			j++
		}
		if j > i+2 {
			return j
		}
	}
	if j >= lx.end || lx.src[j] != '[' && (lx.src[j] != '{' || !lx.syn.qlike) {
		return i
	}
	closer := byte(']')
	if lx.src[j] == '{' {
		closer = '}'
	}
	for k := j + 1; k < lx.end && k < j+64 && lx.src[k] != '\n' && lx.src[k] != '"'; k++ {
		if lx.src[k] == closer {
			return k + 1
		}
	}
	return i
}
