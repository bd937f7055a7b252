package redact

import "strings"

// This file says whether a text is the value of a secret, or only what stands there.

// isReference reports whether a value only names where the secret is, or is a pattern.
func isReference(s string) bool {
	if s == "" {
		return true
	}
	switch s[0] {
	case '/':
		return lookOf(s[1+strings.LastIndexByte(s, '/'):]) < lookMixed && lookOf(strings.Map(slashless, s)) < lookMixed
	case '*':
		return len(s) == 1 || !isDigit(s[1])
	case '$', '%', '{', '<', '(', '@', '^', '[':
		return true
	case '.', '~':
		return len(s) == 1 || s[1] == '/' || s[1] == '\\' || s[1] == '*' || s[1] == '+' || s[1] == '.'
	}
	for i := range len(s) {
		if strings.IndexByte("*.xX-_/…", s[i]) < 0 {
			return strings.HasPrefix(s, "process.env") || strings.HasPrefix(s, "os.") || strings.HasPrefix(s, "env.") || strings.Contains(s, "****") ||
				strings.Contains(s, "{{") || strings.Contains(s, "${") || endsInVariable(s) || isAddress(s) || namesStore(s)
		}
	}
	return true // ****, xxxx, ...
}

// endsInVariable reports whether a value ends with a variable of the environment: x$A_B.
func endsInVariable(s string) bool {
	_, name, ok := strings.Cut(s, "$")
	return ok && len(name) > 2 && strings.IndexByte(name, '_') > 0 && inCapitals(name) && isUser(name)
}

// slashless drops what parts the random words of base64.
func slashless(r rune) rune {
	if r == '/' || r == '+' || r == '=' {
		return -1
	}
	return r
}

// isAddress reports whether a value is an address without a login or a query.
func isAddress(s string) bool {
	return (strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://")) && !strings.ContainsAny(s, "@?")
}

// namesStore reports whether a value says in which store the secret is.
func namesStore(s string) bool {
	for _, begin := range storeWords {
		if strings.HasPrefix(s, begin) {
			return true
		}
	}
	return false
}

// isMasked reports whether a value begins with the mask; its bracket may have
// been read as part of the text.
func isMasked(s string) bool {
	return strings.HasPrefix(s, Mask[:len(Mask)-1]) || strings.HasPrefix(s, Mask[1:len(Mask)-1])
}

// isSchema reports whether a value is a word of a schema or of code.
func isSchema(s string) bool {
	s = strings.TrimRight(s, ",;?!)}]|")
	return s == "" || isTypeWord(s)
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

// speaks reports whether a text without digits is about secrets, as a translation, a
// placeholder or a name in code is: Mot de passe, ask_password, your-token.
func speaks(s string) bool {
	if s = strings.Trim(s, "[]()<>{}"); s == "pass" {
		return true
	}
	if hasDigit(s) || len(s) > lookBehind {
		return false
	}
	low := strings.ToLower(s)
	for _, word := range saysWords {
		if strings.Contains(low, word) {
			return true
		}
	}
	return false
}

// isProse reports whether a text in quotes is made of words as a label is, and no phrase:
// it begins with a capital letter, or has letters that nobody types for a password.
func isProse(s string) bool {
	spaces, foreign := 0, 0
	for i := range len(s) {
		if s[i] == ' ' {
			spaces++
		}
		if s[i] >= 0x80 {
			foreign++
		}
	}
	switch {
	case s == "":
		return false
	case foreign > len(s)/3:
		return true
	case spaces == 0:
		return false
	case s[0] == ' ' || isQuote(s[0]) || s[0] == '>' || s[0] >= 0x80:
		return true
	}
	return isUpper(s[0]) && (!hasDigit(s) || spaces > 2) || strings.ContainsAny(s, "=()") || spaces > 7
}

// isProseLine reports whether what stands from i to the end of its line are words.
func isProseLine(in string, i int) bool {
	line, _, _ := strings.Cut(in[i:min(len(in), i+lookAhead)], "\n")
	line = strings.TrimRight(line, "\r ")
	return strings.IndexByte(line, ' ') > 0 && !strings.Contains(line, " -") && !strings.ContainsAny(line, "0123456789=;{}()<>|&\"")
}

// isTitle reports whether a text is one capitalised word, as of a translation.
func isTitle(s string) bool {
	if s == "" || !isUpper(s[0]) {
		return false
	}
	for i := 1; i < len(s); i++ {
		if s[i] < 0x80 && (!isAlpha(s[i]) || isUpper(s[i])) {
			return false
		}
	}
	return true
}

// looksRandom reports whether a value is not a word of prose or code.
func looksRandom(s string) bool { return len(s) >= 6 && hasDigit(s) && strings.IndexByte(s, '(') < 0 }

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

// shortestTyped is the least length of what a person chose for a password and put in a
// sentence or behind a blank.
const shortestTyped = 6

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

// isVersioned reports whether a text is a word with a version: Reset2.0.
func isVersioned(s string) bool {
	rest := strings.TrimLeft(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_")
	return len(rest) < len(s) && strings.IndexByte(rest, '.') > 0 && isNumber(rest)
}

// isTyped reports whether a text looks like a password where none has to stand: letters
// with digits or marks in between, as no word, path, address, call or option has.
func isTyped(s string) bool {
	if len(s) < shortestTyped || len(s) > longest || speaks(s) || isNumber(s) || strings.HasPrefix(s, "--") || isReference(s) || isMasked(s) {
		return false
	}
	if strings.ContainsAny(s, "()[]{}<>`\"'\\ ,;|") || strings.Contains(s, "://") || isFile(s) || isPair(s) {
		return false
	}
	if isVersioned(s) {
		return false
	}
	digits, letters, marks, upper, changes := 0, 0, 0, 0, 0
	for i := range len(s) {
		switch c := s[i]; {
		case isDigit(c):
			digits++
		case isAlpha(c):
			letters++
			if i > 0 && isUpper(c) {
				upper++
			}
		case c >= 0x80:
			return false
		case strings.IndexByte("!#%^&*+~?$@", c) >= 0:
			marks++
		}
		if i > 0 && isDigit(s[i]) != isDigit(s[i-1]) {
			changes++
		}
	}
	if strings.IndexByte(s, '/') >= 0 && (digits < 2 || upper < 2) || strings.IndexByte(s, '.') >= 0 && digits < 2 && marks == 0 {
		return false
	}
	return letters > 2 && (digits > 0 && upper > 1 || digits > 1 && changes > 1 || marks > 0 && s[len(s)-1] != '?' && s[0] != '&' && s[0] != '+' && s[0] != '!' && s[0] != '#' && digits+upper > 0 || digits > 1 && len(s) >= 8 && letters >= 4)
}
