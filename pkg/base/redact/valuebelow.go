package redact

import "strings"

// below masks a value on the lines below its name:
//
//	password: |
//	  hunter2
//
// and also after > and ">-", between triple quotes, or indented below a name
// without a value. The name is in[start:], and i is after its separator.
func (sc *scanner) below(start, i int, c class, loose bool) bool {
	in := sc.in
	switch charAt(in, i) {
	case '"', '\'':
		return sc.tripled(i, c)
	case '|', '>':
		return sc.block(start, i, c)
	case '\r', '\n':
	default:
		return false
	}
	from := nextLine(in, i)
	line := lineStart(in, start)
	if from < 0 || indent(in, from) <= indent(in, line) || strings.HasPrefix(in[line+indent(in, line):], "case ") {
		return false
	}
	v := readValue(in, skipBlanks(in, from))
	if inner, ok := unwrap(in, v.from); ok {
		v = inner
	}
	text := in[v.from:v.to]
	switch {
	case !endsLine(in, v.fullEnd(in)) || isReference(text) || isSchema(text) || isMasked(text):
		return false
	case c < weak && !isTyped(text):
		return false
	case v.quoted, looksRandom(text) && !isCode(text):
	case c < strong || !loose || !startsLine(in, start) || !isPlain(text):
		return false // password =\n  next
	}
	sc.mask(v.from, v.fullEnd(in))
	return true
}

// block masks the lines of a block scalar.
func (sc *scanner) block(start, i int, c class) bool {
	in := sc.in
	for i++; i < len(in) && strings.IndexByte("+-0123456789", in[i]) >= 0; {
		i++
	}
	from := nextLine(in, skipBlanks(in, i))
	if from < 0 {
		return false
	}
	to, single := indented(in, from, indent(in, lineStart(in, start)))
	from = skipBlanks(in, from)
	if from >= to || isReference(in[from:to]) || isMasked(in[from:to]) {
		return false
	}
	if c < strong && !(single && isMixed(in[from:to]) && (c > ofKey || lookOf(in[from:to]) >= lookMixed)) {
		return false // a text about it
	}
	sc.mask(from, to)
	return true
}

// nextLine returns where the line after the line end at i begins, or -1 when
// no line ends there.
func nextLine(in string, i int) int {
	if at(in, i, '\r') {
		i++
	}
	if !at(in, i, '\n') {
		return -1
	}
	return i + 1
}

// isPlain reports whether a value is one word of letters, digits and marks
// that do not occur in code and lists.
func isPlain(s string) bool {
	return !strings.ContainsAny(s, ":={}[](),;#\\") && s[0] != '-' && !isCode(s)
}

// tripled masks text in triple quotes. It reports whether there are triple
// quotes, which then have no other meaning.
func (sc *scanner) tripled(i int, c class) bool {
	in := sc.in
	from := i + len(`"""`)
	if from > len(in) || in[i+1] != in[i] || in[i+2] != in[i] {
		return false
	}
	n := strings.Index(in[from:min(len(in), from+lookAhead)], in[i:from])
	if n < 0 {
		return false
	}
	from, to := trimmed(in, from, from+n)
	if text := in[from:to]; !isReference(text) && !isMasked(text) && (c == strong || looksRandom(text)) {
		sc.mask(from, to)
	}
	return true
}

// indented returns the end of the lines from i on that are indented further
// than depth, and whether it is only one.
func indented(in string, i, depth int) (end int, single bool) {
	end = i
	lines := 0
	for most := min(len(in), i+lookAhead); i < most; {
		next := len(in)
		if n := strings.IndexByte(in[i:], '\n'); n >= 0 {
			next = i + n + 1
		}
		from, to := trimmed(in, i, next)
		if from < to {
			if indent(in, i) <= depth {
				break
			}
			end = to
			lines++
		}
		i = next
	}
	return end, lines == 1
}

// trimmed returns in[from:to] without the space around it.
func trimmed(in string, from, to int) (int, int) {
	for from < to && isSpace(in[from]) {
		from++
	}
	for from < to && isSpace(in[to-1]) {
		to--
	}
	return from, to
}

// lineStart returns where the line of i begins, within a bound.
func lineStart(in string, i int) int {
	for least := max(0, i-lookAhead); i > least && in[i-1] != '\n'; {
		i--
	}
	return i
}

func indent(in string, i int) int { return skipBlanks(in, i) - i }
