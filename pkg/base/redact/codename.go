package redact

import "strings"

// This file finds values that are names in code.

// spellsName reports whether a value in code is another name that has the name in it, as
// a variable or a type has: a_key = a_key1, salt[to_salt:to_salt+SIZE].
func spellsName(name, value string) bool {
	const fewest = 2 // password: password1 is no name
	words := 1
	for i := 1; i < len(name); i++ {
		if name[i] == '_' || isUpper(name[i]) && !isUpper(name[i-1]) {
			words++
		}
	}
	return words >= fewest && (strings.Contains(value, name) || strings.EqualFold(value, name))
}

// isQualified reports whether a text is a name in code with its packages: a::B.
func isQualified(s string) bool {
	for i := range len(s) {
		if !isWord(s[i]) && s[i] != ':' {
			return false
		}
	}
	return strings.Contains(s, "::")
}

// isUnion reports whether a text whose closing quote is at i is one of several that a type
// allows: "a" | "b".
func isUnion(in string, i int) bool {
	i = skipBlanks(in, min(i+1, len(in)))
	if !at(in, i, '|') || at(in, i+1, '|') {
		return false
	}
	i = skipBlanks(in, i+1)
	return i < len(in) && isQuote(in[i])
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// isForeign reports whether a text has letters of another alphabet, as a translation has,
// and no password.
func isForeign(s string) bool {
	foreign := 0
	for i := range len(s) {
		foreign += int(s[i] >> 7)
	}
	return foreign > len(s)/2 && (!hasDigit(s) || strings.IndexByte(s, ' ') >= 0)
}

// isSnake reports whether a text is small words joined by underscores, as names in code are.
func isSnake(s string) bool {
	for i := range len(s) {
		if s[i] != '_' && (!isAlpha(s[i]) || isUpper(s[i])) {
			return false
		}
	}
	return strings.IndexByte(s, '_') > 0
}

// namesKey reports whether the value of a key or a token is words, which what is made at random
// is not: SESSION_KEY = "app_session", storageKey="ui-theme". A name that says what the value
// opens is no such name: SECRET_KEY.
func namesKey(name, value string) bool {
	if name == "token" && isSmallWord(value) { // of a highlighter
		return true
	}
	name = strings.ToLower(name)
	for _, opens := range [...]string{"secret", "api", "auth", "access", "encrypt", "private", "refresh", "bearer"} {
		if strings.Contains(name, opens) {
			return false
		}
	}
	switch {
	case strings.HasSuffix(name, "token"):
		return isSnake(value)
	case strings.HasSuffix(name, "key"):
		return isSnake(strings.ReplaceAll(value, "-", "_"))
	}
	return false
}

// isSmallWord reports whether a text is one short word in small letters.
func isSmallWord(s string) bool {
	const longest = 10
	for i := range len(s) {
		if !isAlpha(s[i]) || isUpper(s[i]) {
			return false
		}
	}
	return len(s) <= longest
}

// isAccount reports whether a text is the address of an account or a contract of a chain.
func isAccount(s string) bool {
	const hex = 40
	return len(s) == len("0x")+hex && strings.HasPrefix(s, "0x") && isHex(s[len("0x"):])
}

func isHex(s string) bool {
	for i := range len(s) {
		if !isDigit(s[i]) && (s[i]|0x20 < 'a' || s[i]|0x20 > 'f') {
			return false
		}
	}
	return true
}

// isKeyID reports whether a text has the form of what names a key of GnuPG.
func isKeyID(s string) bool {
	return (len(s) == 16 || len(s) == 40) && isHex(s) && strings.ToUpper(s) == s
}

// isID reports whether a text has the form in which services name their objects: pm_0QWgg..,
// of which no word near it says that it is a secret.
func isID(s string) bool {
	const longestKind = 8
	n := strings.IndexByte(s, '_')
	if n < 2 || n > longestKind {
		return false
	}
	for i := range len(s) {
		if i < n && (!isAlpha(s[i]) || isUpper(s[i])) || i > n && !isAlnum(s[i]) {
			return false
		}
	}
	return true
}
