package redact

import "strings"

// This file tells the looks of texts that no person typed, or that are words.

// isScrambled reports whether a long text is made of letters, digits and marks of all kinds,
// as a salt is.
func isScrambled(s string) bool {
	const shortest, fewest = 24, 4
	if len(s) < shortest || s[0] == '`' || strings.ContainsAny(s, "\n") {
		return false
	}
	marks, digits, upper, words := 0, 0, 0, 0
	for i := range len(s) {
		switch c := s[i]; {
		case strings.IndexByte("!#%^&*+~?$@|<>{}[]()`;,=", c) >= 0:
			marks++
		case isDigit(c):
			digits++
		case isUpper(c):
			upper++
		case c == ' ' && i > 2 && isAlpha(s[i-1]) && isAlpha(s[i-2]) && isAlpha(s[i-3]):
			words++
		}
	}
	return marks >= fewest && marks*12 >= len(s) && digits > 1 && upper > 2 && words == 0
}

// isSealed reports whether a text has the form of what is encrypted for a cluster.
func isSealed(s string) bool { return len(s) >= shortestSealed && strings.HasPrefix(s, "Ag") }

// shortestSealed is the least length of what is encrypted with a key of a cluster.
const shortestSealed = 160

// looksWordy reports whether a value is words joined by dashes, as of a phrase that is easy
// to say.
func looksWordy(s string) bool {
	dashes := 0
	for i := range len(s) {
		switch {
		case s[i] == '-' && i > 0:
			dashes++
		case !isAlpha(s[i]) || isUpper(s[i]) && i > 0:
			return false
		}
	}
	return dashes >= 2
}

// isKey reports whether the value of some key is a secret: only its look can tell.
func isKey(in string, start, end int, text string) bool {
	if name := in[start:end]; name == "auth" {
		option := start > 1 && in[start-1] == '-' && in[start-2] == '-'
		return isLogin(text) || option && isMadeUp(text) && !isNumbered(text) // of a registry of container images
	}
	if isMadeUp(text) && ofWireless(in, start) {
		return true
	}
	const leastInQuery, least = 16, 24
	if start > 0 && (in[start-1] == '?' || in[start-1] == '&') {
		return len(text) >= leastInQuery && isMixed(text)
	}
	return len(text) >= least && looksVaried(text) && isRandom(text) && !isWordy(text)
}

// isCamel reports whether a text is words that are joined by capitals.
func isCamel(s string) bool {
	upper := 0
	for i := range len(s) {
		if !isAlpha(s[i]) {
			return false
		}
		if i > 0 && isUpper(s[i]) {
			upper++
		}
	}
	return upper > 0 && strings.ToUpper(s) != s
}
