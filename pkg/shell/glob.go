package shell

import "strings"

// MatchGlob reports whether text matches a pattern of literals, * and ?.
func MatchGlob(pattern, text string) bool {
	if n := len(pattern); n > 0 && pattern[n-1] != '*' && (len(text) == 0 || pattern[n-1] != '?' && pattern[n-1] != text[len(text)-1]) {
		return false // most patterns of rules end in a letter
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
	literal, _, wild := strings.Cut(piece, "?")
	for at := 0; at+len(piece) <= len(text); at++ {
		i := strings.Index(text[at:len(text)-len(piece)+len(literal)], literal)
		if i < 0 || !wild {
			return i
		}
		if at += i; matchesPiece(piece, text[at:]) {
			return at
		}
	}
	return -1
}
