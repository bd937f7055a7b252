package shell

import "strings"

// MatchGlob reports whether text matches a pattern of literals, * and ?.
func MatchGlob(pattern, text string) bool {
	return endsAlike(pattern, text) && matchGlob(pattern, text)
}

// MatchAny reports whether text matches one of some patterns.
func MatchAny(patterns []string, text string) bool {
	for _, p := range patterns {
		if endsAlike(p, text) && matchGlob(p, text) {
			return true
		}
	}
	return false
}

// endsAlike reports whether a text may end as a pattern does. Most patterns of rules
// end in a letter, and most texts in another.
func endsAlike(pattern, text string) bool {
	if len(pattern) == 0 {
		return true
	}
	last := pattern[len(pattern)-1]
	return last == '*' || len(text) > 0 && (last == text[len(text)-1] || last == '?')
}

func matchGlob(pattern, text string) bool {
	if len(pattern) > 0 && len(text) > 0 && pattern[0] != text[0] && pattern[0] != '*' && pattern[0] != '?' {
		return false // and many begin with one
	}
	star := strings.IndexByte(pattern, '*')
	if star < 0 {
		return len(text) == len(pattern) && matchesPiece(pattern, text)
	}
	if len(text) < star || !matchesPiece(pattern[:star], text) {
		return false
	}
	for {
		pattern, text = pattern[star+1:], text[star:]
		if star = strings.IndexByte(pattern, '*'); star < 0 {
			return len(text) >= len(pattern) && matchesPiece(pattern, text[len(text)-len(pattern):])
		}
		at := indexPiece(text, pattern[:star])
		if at < 0 {
			return false
		}
		text = text[at:]
	}
}

// matchesPiece reports whether a text, which is no shorter, begins with a piece
// of literals and ?.
func matchesPiece(piece, text string) bool {
	for i := range len(piece) {
		if piece[i] != text[i] && piece[i] != '?' {
			return false
		}
	}
	return true
}

// indexPiece returns where a piece of literals and ? first is in a text, or -1.
func indexPiece(text, piece string) int {
	rest := strings.TrimLeft(piece, "?")
	literal, _, _ := strings.Cut(rest, "?")
	from := len(piece) - len(rest) // where the literal is in the piece
	for at := 0; at+len(piece) <= len(text); at++ {
		i := strings.Index(text[at+from:], literal)
		if at += i; i < 0 || at+len(piece) > len(text) {
			return -1
		}
		if matchesPiece(piece, text[at:]) {
			return at
		}
	}
	return -1
}
