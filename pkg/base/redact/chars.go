package redact

import "strings"

func isDigit(c byte) bool { return c-'0' < 10 }
func isUpper(c byte) bool { return c-'A' < 26 }
func isAlpha(c byte) bool { return c|0x20-'a' < 26 }
func isAlnum(c byte) bool { return isAlpha(c) || isDigit(c) }
func isWord(c byte) bool  { return isAlpha(c) || isDigit(c) || c == '_' }
func isBlank(c byte) bool { return c == ' ' || c == '\t' }
func isSpace(c byte) bool { return isBlank(c) || c == '\n' || c == '\r' }
func isQuote(c byte) bool { return c == '"' || c == '\'' || c == '`' }

func isBase64(c byte) bool  { return isAlnum(c) || c == '+' || c == '/' || c == '=' }
func isToken68(c byte) bool { return isBase64(c) || c == '-' || c == '.' || c == '_' || c == '~' }

// opensWord reports whether a new word can begin after c.
func opensWord(c byte) bool {
	return isSpace(c) || isQuote(c) || c == '[' || c == '(' || c == ',' || c == '=' || c == '{'
}

// charAt returns the byte at i, or 0 past the end.
func charAt(s string, i int) byte {
	if i < len(s) {
		return s[i]
	}
	return 0
}

func at(s string, i int, c byte) bool { return i < len(s) && s[i] == c }

func skipBlanks(s string, i int) int {
	for i < len(s) && isBlank(s[i]) {
		i++
	}
	return i
}

func wordEnd(s string, i int) int {
	for i < len(s) && !isSpace(s[i]) {
		i++
	}
	return i
}

func hasDigit(s string) bool {
	for i := range len(s) {
		if isDigit(s[i]) {
			return true
		}
	}
	return false
}

// leading returns how many of the first characters are those of one word.
func leading(s string) int {
	for i := range len(s) {
		if traitsOf[s[i]]&goesOn == 0 {
			return i
		}
	}
	return len(s)
}

func hasAnyPrefix(s string, begins ...string) bool {
	for _, begin := range begins {
		if strings.HasPrefix(s, begin) {
			return true
		}
	}
	return false
}

func hasAlpha(s string) bool {
	for i := range len(s) {
		if isAlpha(s[i]) {
			return true
		}
	}
	return false
}
