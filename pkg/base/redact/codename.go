package redact

import "strings"

// This file finds values that are names in code.

// isIdentifier reports whether a text is a name in code, or several with dots or colons between
// them: a:b.c, x2.
func isIdentifier(s string) bool {
	for i := range len(s) {
		if !isWord(s[i]) && s[i] != '.' && s[i] != ':' {
			return false
		}
	}
	return s != "" && !isDigit(s[0])
}

// spellsName reports whether a value in code is another name that has the name in it, as
// a variable or a type has: a_key = a_key1, salt[to_salt:to_salt+SIZE], SecretKey: secretKey32,
// private_key: x.PrivateKey.
func spellsName(name, value string) bool {
	const fewest = 2 // password: password1 is no name
	words := 1
	for i := 1; i < len(name); i++ {
		if name[i] == '_' || isUpper(name[i]) && !isUpper(name[i-1]) {
			words++
		}
	}
	if words < fewest {
		return false
	}
	return strings.Contains(value, name) || isIdentifier(value) && strings.Contains(joinedName(value), joinedName(name))
}

// joinedName returns a name in small letters without what joins its words.
func joinedName(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

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
	if name == "token" && (isSmallWord(value) || isCode(value) || isSnake(strings.NewReplacer("-", "_", ".", "_").Replace(value))) { // of a highlighter
		return true
	}
	capitals := inCapitals(name)
	name = strings.ToLower(name)
	for _, opens := range [...]string{"secret", "api", "auth", "access", "encrypt", "private", "refresh", "bearer"} {
		if strings.Contains(name, opens) {
			return false
		}
	}
	switch {
	case strings.HasSuffix(name, "token"):
		return isSnake(value) || !capitals && (isSmallWord(value) || isCamel(value))
	case strings.HasSuffix(name, "key") && strings.ContainsAny(value, ".:"):
		return isWordy(value) && strings.ToLower(value) == value && lookOf(value) == lookPlain
	case strings.HasSuffix(name, "key"):
		return isSmallWord(value) || isCamel(value) || isSnake(strings.ReplaceAll(value, "-", "_")) || isSnakeOrKebab(value) && strings.IndexByte(value, '_') > 0 && lookOf(value) < lookMixed && isWordy(value)
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

// isCode reports whether a value reads as an expression: user.password,
// getToken(.
func isCode(s string) bool {
	for i := range len(s) {
		if !isWord(s[i]) && s[i] != '.' || isDigit(s[i]) {
			return false
		}
	}
	return strings.IndexByte(s, '.') > 0
}

// isSelector reports whether a value is a name in code: ed25519.PrivateKey.
func isSelector(s string) bool {
	first, rest, dotted := strings.Cut(s, ".")
	if !dotted || first == "" || rest == "" || !isAlpha(rest[0]) && rest[0] != '_' {
		return false
	}
	for i := range len(s) {
		if !isWord(s[i]) && s[i] != '.' {
			return false
		}
	}
	return isAlpha(s[0])
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

// isSnakeOrKebab reports whether a text is small words with digits, joined by marks, as names
// are.
func isSnakeOrKebab(s string) bool {
	for i := range len(s) {
		if !isDigit(s[i]) && (!isAlpha(s[i]) || isUpper(s[i])) && strings.IndexByte("-_./", s[i]) < 0 {
			return false
		}
	}
	return true
}

// isFile reports whether a value ends as the name of a file does: ca-key.pem.
func isFile(s string) bool {
	dot := strings.LastIndexByte(s, '.')
	if n := len(s) - dot - 1; dot < 1 || n < 2 || n > 5 {
		return false
	}
	for i := dot + 1; i < len(s); i++ {
		if !isAlpha(s[i]) || isUpper(s[i]) {
			return false
		}
	}
	return true
}

// isNumber reports whether a value is a number, a version or a range of them: 1.1, ^4.9.0.
func isNumber(s string) bool {
	const longestHex = 10
	if strings.HasPrefix(s, "0x") && len(s) <= longestHex {
		return true
	}
	s = strings.TrimLeft(s, "^~>=v")
	for i := range len(s) {
		if !isDigit(s[i]) && s[i] != '.' && !(s[i] == 'x' && i == 1) {
			return false
		}
	}
	return true
}

// isVersioned reports whether a text is a word with a version or a number, or the port of a
// host: Reset2.0, HTTP/1.1, ESA/390, localhost:22.
func isVersioned(s string) bool {
	rest := strings.TrimLeft(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_/")
	if len(rest) == len(s) {
		return false
	}
	if number, ok := strings.CutPrefix(rest, ":"); ok || s[len(s)-len(rest)-1] == '/' {
		return isNumber(number) && len(number) <= longestPort
	}
	return strings.IndexByte(rest, '.') > 0 && isNumber(rest)
}

// isVersion reports whether a text is the version of a package: 1:4.13-1, 2.10.1-2+deb13u1.
func isVersion(s string) bool {
	if isDigit(s[0]) && at(s, 1, ':') {
		return isDigit(charAt(s, 2))
	}
	n := 0
	for n < len(s) && (isDigit(s[n]) || s[n] == '.') {
		n++
	}
	return strings.Count(s[:n], ".") > 1 && n < len(s) && strings.IndexByte("-+~", s[n]) >= 0
}

// isPair reports whether a text is NAME=value.
func isPair(s string) bool {
	name, value, ok := strings.Cut(s, "=")
	for i := range len(name) {
		if !isWord(name[i]) && name[i] != '-' && name[i] != '.' {
			return false
		}
	}
	return ok && name != "" && strings.Trim(value, "=") != ""
}

// isHandler reports whether a text is the name of what is called back: on_Save_2.
func isHandler(s string) bool { return strings.HasPrefix(strings.TrimLeft(s, "_"), "on") }
