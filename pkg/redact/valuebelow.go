package redact

import "strings"

// below masks a value that stands on the lines under its name:
//
//	password: |
//	  hunter2
//
// and likewise behind > and ">-", between triple quotes, or indented under a
// name that nothing follows. The name is in[start:], and behind its separator
// the line goes on at i.
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
	if from < 0 || indent(in, from) <= indent(in, lineStart(in, start)) {
		return false
	}
	v := readValue(in, skipBlanks(in, from))
	text := in[v.from:v.to]
	switch {
	case !endsLine(in, v.end(in)) || isReference(text) || isTypeWord(text) || isMasked(text):
		return false
	case v.quoted, looksRandom(text) && !isCode(text):
	case c == weak || !loose || !startsLine(in, start) || !isPlain(text):
		return false // password =\n  next
	}
	sc.mask(v.from, v.end(in))
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
	if c == weak && !(single && looksRandom(in[from:to])) {
		return false // a text about it
	}
	sc.mask(from, to)
	return true
}

// nextLine returns where the line behind the end of one at i begins, or -1
// where no line ends.
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
// that code and lists do not have.
func isPlain(s string) bool {
	return !strings.ContainsAny(s, ":={}[](),;#\\") && s[0] != '-' && !isCode(s)
}

// tripled masks what stands between three quotes and three. It reports
// whether there are any: then nothing else is to be made of them.
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

// lineStart returns where the line that i is on begins, as far as one looks
// for it.
func lineStart(in string, i int) int {
	for least := max(0, i-lookAhead); i > least && in[i-1] != '\n'; {
		i--
	}
	return i
}

func indent(in string, i int) int { return skipBlanks(in, i) - i }
