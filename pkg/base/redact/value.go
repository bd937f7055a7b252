package redact

import "strings"

// This file reads values: where one begins, ends, and what stands around it.

// lookAhead bounds how much of a value is read before it is masked: a value
// that is not masked is read again for the next name.
const lookAhead = 1024

// value is a range of the text, without its quotes. A long one is cut.
type value struct {
	from, to int
	quoted   bool
	cut      bool
}

// fullEnd returns where the whole value ends.
func (v value) fullEnd(in string) int {
	if v.cut {
		return wordTail(in, v.to, len(in))
	}
	return v.to
}

// readValue reads the value at i: a quoted string, or a word that ends as in a
// shell, a query or a connection string.
func readValue(in string, i int) value {
	if i+1 < len(in) && strings.IndexByte("NbruLf$", in[i]) >= 0 && (in[i+1] == '"' || in[i+1] == '\'') && (i == 0 || !isWord(in[i-1])) {
		i++ // N'x' of a query, b"x" of a program, $'x' of a shell
	}
	q := i
	if at(in, q, '\\') {
		q++
	}
	if q < len(in) && isQuote(in[q]) {
		to := closing(in, q, q > i)
		next := to + 1 + (q - i)
		if q > i || !at(in, to, in[q]) || !continues(in, next) {
			return value{from: q + 1, to: to, quoted: true}
		}
		for continues(in, next) && next-i < lookAhead { // 'abc'"def": one word of a shell in pieces
			if isQuote(in[next]) {
				next = closing(in, next, false) + 1
			} else {
				next = wordTail(in, next, len(in))
			}
		}
		return value{from: i, to: min(next, len(in))}
	}
	limit := min(i+lookAhead, len(in))
	to := wordTail(in, i, limit)
	if to == limit && limit < len(in) {
		return value{from: i, to: to, cut: true}
	}
	for to > i && (in[to-1] == ',' || in[to-1] == ')' || in[to-1] == '}' || in[to-1] == ']' || in[to-1] == '\\') {
		to--
	}
	if isMasked(in[i:to]) {
		to = min(i+len(Mask), len(in))
	}
	return value{from: i, to: to}
}

// continues reports whether a word in pieces goes on at i. A quote that nothing closes, or
// behind which the command goes on, ends the text around the word: "PASSWORD 'x'".
func continues(in string, i int) bool {
	switch {
	case i >= len(in):
		return false
	case in[i] != '"' && in[i] != '\'':
		return isAlnum(in[i])
	}
	end := closing(in, i, false)
	return end < len(in) && in[end] == in[i] && strings.IndexByte(" \t\n;|&),", in[i+1]) < 0
}

// closing finds the quote that ends the string opened at q, or the end of the
// line. Strings within strings have a backslash before each quote.
func closing(in string, q int, escaped bool) int {
	for i := q + 1; i < len(in); i++ {
		switch in[i] {
		case in[q]:
			return i
		case '\n':
			return i
		case '\\':
			if escaped && at(in, i+1, in[q]) {
				return i
			}
			i++
		}
	}
	return len(in)
}

// wordTail returns the end of an unquoted value, or the limit.
func wordTail(in string, i, limit int) int {
	for i < limit && !endsValue(in[i]) {
		if in[i] == '\\' && (at(in, i+1, 'n') || at(in, i+1, '"') || strings.HasPrefix(in[i+1:], `r\n`)) {
			return i
		}
		i++
	}
	return i
}

func endsValue(c byte) bool {
	return isSpace(c) || isQuote(c) || c == ';' || c == '&' || c == '|' || c == '<' || c == '>' || c == '(' || c == ')'
}

// startsLine reports whether only indentation and list marks precede i. A line
// that is indented further than most counts as prose.
func startsLine(in string, i int) bool {
	for least := i - 80; i > 0; {
		if i--; i < least {
			return false
		}
		switch c := in[i]; {
		case c == '\n' || isQuote(c) || c == '{' || c == ',' || c == '?' || c == '&':
			return true
		case !isBlank(c) && c != '-' && c != '+' && c != '.' && !isWord(c):
			return false
		case isWord(c) && i+1 < len(in) && isBlank(in[i+1]):
			return false
		}
	}
	return true
}

func endsLine(in string, i int) bool {
	for i < len(in) && (in[i] == ',' || in[i] == '}' || in[i] == '"' || in[i] == '\'' || isBlank(in[i]) || in[i] == '\r') {
		i++
	}
	return i >= len(in) || in[i] == '\n'
}

// endsClause reports whether a clause ends at i, or goes on with another word.
func endsClause(in string, i int) bool {
	return endsLine(in, i) || strings.IndexByte(".,;:)", in[i]) >= 0 || in[i] == ' ' && hasAnyPrefix(in[i+1:], "and ", "but ", "to ", "for ", "on ", "in ", "then ", "und ", "et ", "y ", "e ")
}
