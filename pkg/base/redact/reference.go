package redact

import "strings"

// This file tells texts that only name where a secret is, or stand for one.

// isReference reports whether a value only names where the secret is, or is a pattern.
func isReference(s string) bool {
	if s == "" {
		return true
	}
	switch s[0] {
	case '/':
		return lookOf(s[1+strings.LastIndexByte(s, '/'):]) < lookMixed && lookOf(strings.Map(slashless, s)) < lookMixed
	case '#':
		return len(s) > 1 && s[1] == '{' // of Ruby
	case '*':
		return len(s) == 1 || !isDigit(s[1])
	case '$', '%', '{', '<', '(', '@', '^', '[':
		return true
	case '.', '~':
		return len(s) == 1 || s[1] == '/' || s[1] == '\\' || s[1] == '*' || s[1] == '+' || s[1] == '.'
	}
	if strings.HasPrefix(s, `\u`) && len(s)%len(`\u0000`) == 0 && strings.Count(s, `\u`)*len(`\u0000`) == len(s) || isFormat(s) {
		return true // a character
	}
	for i := range len(s) {
		if strings.IndexByte("*.xX-_/…", s[i]) < 0 {
			return strings.HasPrefix(s, "process.env") || strings.HasPrefix(s, "os.") || strings.HasPrefix(s, "env.") || strings.Contains(s, "****") ||
				strings.Contains(s, "{{") || strings.Contains(s, "${") || endsInVariable(s) || isAddress(s) || namesStore(s)
		}
	}
	return true // ****, xxxx, ...
}

// isFormat reports whether a value is a short format: '%c', 1.%d.
func isFormat(s string) bool {
	const longest = 6
	n := strings.IndexByte(s, '%')
	return n >= 0 && len(s) <= longest && strings.IndexByte("cdsvqx", charAt(s, n+1)|0x20) >= 0 && alnums(s) <= 2
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
	return hasAnyPrefix(s, storeWords[:]...)
}

// isMasked reports whether a value begins with the mask; its bracket may have
// been read as part of the text.
func isMasked(s string) bool {
	return strings.HasPrefix(s, Mask[:len(Mask)-1]) || strings.HasPrefix(s, Mask[1:len(Mask)-1])
}

// isSchema reports whether a value is a word of a schema or of code.
func isSchema(s string) bool {
	s = strings.Trim(strings.TrimRight(s, ",;?!)}]|{"), "'\"")
	return s == "" || isTypeWord(s) || isColor(s)
}

// isColor reports whether a value is a color: #f8f8f2.
func isColor(s string) bool {
	return s[0] == '#' && (len(s) == len("#fff") || len(s) == len("#f8f8f2")) && isHex(s[1:])
}
