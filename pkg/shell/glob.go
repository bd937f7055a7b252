package shell

import "strings"

// MatchGlob reports whether text matches a pattern of literals, * and ?.
func MatchGlob(pattern, text string) bool {
	if n := len(pattern); n > 0 && pattern[n-1] != '*' && (len(text) == 0 || pattern[n-1] != '?' && pattern[n-1] != text[len(text)-1]) {
		return false // most patterns of rules end in a letter
	}
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
