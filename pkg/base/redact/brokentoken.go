package redact

import (
	"strings"
	"unicode/utf8"
)

// This file finds tokens that are broken: over two lines, where text was
// folded or wrapped, or by invisible characters.

// mayBreak reports whether the word in[start:end] ends its line and begins
// as tokens of a known length do.
func mayBreak(in string, start, end int) bool {
	if end-start < 2 || in[end] != '\n' && in[end] != '\r' && in[end] != '\\' {
		return false
	}
	switch in[start : start+2] {
	case "AK", "AS", "AI", "gh", "gi", "gl", "np", "hf", "do":
		return true
	}
	return false
}

// joined returns the end of a token in[from:to] that was broken at the end of
// its line: for a token of a known length, the next line begins with a word of
// the missing length.
func joined(in string, from, to, whole int) (end int, ok bool) {
	next, end := lineBelow(in, to)
	return end, next < end && from < to && to-from+end-next == whole && looksMixed(in[from:to]+in[next:end])
}

// withTail returns the end of a token that ends at i and may continue on the
// next line, when that line is one word and looks like part of a token.
func withTail(in string, i int) int {
	for {
		next, end := lineBelow(in, i)
		rest := in[next:end]
		if len(rest) < 10 || !endsLine(in, end) || !hasDigit(rest) || strings.ToLower(rest) == rest || strings.ToUpper(rest) == rest {
			return i
		}
		i = end
	}
}

// lineBelow returns the word at the start of the next line, when i is the end
// of a line.
func lineBelow(in string, i int) (from, to int) {
	if at(in, i, '\\') {
		i++ // of a command
	}
	next := nextLine(in, i)
	if next < 0 {
		return i, i
	}
	from = skipBlanks(in, next)
	to = from
	for most := min(len(in), from+lookAhead); to < most && (isWord(in[to]) || in[to] == '-' || in[to] == '.'); {
		to++
	}
	return from, to
}

// bare returns a text without characters of zero width if they hide a secret
// in it, and else the text itself.
func bare(s string) string {
	if !hidesAny(s) {
		return s // the common case
	}
	seen := strings.Map(func(r rune) rune {
		if isHidden(r) {
			return -1
		}
		return r
	}, s)
	if pass(seen) == seen {
		return s
	}
	return seen
}

// isHidden reports whether a character has no width.
func isHidden(r rune) bool {
	return r >= '\u200b' && r <= '\u200f' || r >= '\u202a' && r <= '\u202e' || r >= '\u2060' && r <= '\u206f' || r == '\ufeff'
}

// hidesAny reports whether a text has a character of zero width. It looks only
// behind the first bytes of one: other texts than English have many
// characters, and none of those.
func hidesAny(s string) bool {
	for _, start := range [...]string{"\xe2\x80", "\xe2\x81", "\ufeff"} {
		for rest := s; ; {
			i := strings.Index(rest, start)
			if i < 0 {
				break
			}
			rest = rest[i:]
			if r, n := utf8.DecodeRuneInString(rest); isHidden(r) {
				return true
			} else {
				rest = rest[n:]
			}
		}
	}
	return false
}
