package redact

import "strings"

// This file tells texts that were made at random, and those that only look so.

// look is how a word looks.
type look uint8

const (
	lookPlain  look = iota // as a name
	lookHex                // as a hash, or a key
	lookMixed              // as no name and no hash
	lookRandom             // as nothing that anybody wrote
)

// lookOf says how a word looks, by its kinds of characters and how often they change.
func lookOf(s string) look {
	const (
		digit = 1 + iota
		capital
		small
	)
	var digits, upper, lower, hex, changes, other, runs int
	for i := range len(s) {
		if isDigit(s[i]) {
			digits++
		}
	}
	if digits < 2 {
		return lookPlain // most long words
	}
	digits = 0
	was := 0
	for i := range len(s) {
		c, kind := s[i], 0
		switch {
		case isDigit(c):
			digits++
			if kind = digit; was != digit {
				runs++ // a name has its digits in one place
			}
		case isUpper(c):
			upper++
			kind = capital
		case isAlpha(c):
			lower++
			kind = small
		default:
			other++
		}
		if kind == digit || kind != 0 && c|0x20 <= 'f' {
			hex++
		}
		if kind != 0 && was != 0 && kind != was {
			changes++
		}
		was = kind
	}
	const (
		shortestHash = 20
		mostly       = 42
		often        = 35 // changes in a hundred characters of a random text; a name has some 20
		oftenSingle  = 30 // without capitals, or only with them
	)
	n := len(s)
	switch {
	case digits < 2 || upper+lower < 2:
		return lookPlain
	case hex == n:
		if upper > 0 && lower > 0 || n < shortestHash || changes*5 < n {
			return lookPlain
		}
		return lookHex
	case other*6 > n: // words joined by dashes
	case upper > 1 && lower > 1 && runs > 1 && changes*100 >= n*mostly:
		return lookRandom
	case upper > 1 && lower > 1 && changes*100 >= n*often, (upper == 0 || lower == 0) && digits > 2 && changes*100 >= n*oftenSingle:
		return lookMixed
	}
	return lookPlain
}

// looksRandom reports whether a value is not a word of prose or code.
func looksRandom(s string) bool { return len(s) >= 6 && hasDigit(s) && strings.IndexByte(s, '(') < 0 }

// looksVaried reports whether text has capitals, small letters and digits, several of
// each, as no name has.
func looksVaried(body string) bool {
	digits, upper, lower := 0, 0, 0
	for i := range len(body) {
		switch {
		case isDigit(body[i]):
			digits++
		case isUpper(body[i]):
			upper++
		case isAlpha(body[i]):
			lower++
		}
	}
	return digits > 1 && upper > 1 && lower > 1
}

// looksMixed reports whether text is a token, and not a name such as
// sk-loading-indicator-2.
func looksMixed(body string) bool {
	digit, upper, dash := false, false, false
	for i := range len(body) {
		digit = digit || isDigit(body[i])
		upper = upper || isUpper(body[i])
		dash = dash || body[i] == '-'
	}
	return digit && (upper || !dash)
}

// isRandom reports whether a value is made of letters and digits as no word, path,
// address or expression is.
func isRandom(s string) bool {
	if strings.Contains(s, "://") || strings.IndexByte("#/.\\", s[0]) >= 0 || strings.ContainsAny(s, " ()[]{}<>$;,`%\n") {
		return false
	}
	digits, upper, lower := 0, 0, 0
	for i := range len(s) {
		switch {
		case isDigit(s[i]):
			digits++
		case isUpper(s[i]):
			upper++
		case isAlpha(s[i]):
			lower++
		}
	}
	return digits > 0 && upper > 1 && lower > 1 && (digits > 1 || upper > 3) || isMixed(s)
}

// isMixed reports whether letters and digits are mixed in a text as they are in
// no name, number, path or expression: sha256, OAuth2Token and oauth2_key are
// names.
func isMixed(s string) bool {
	if s == "" || strings.HasPrefix(s, "0x") || strings.Contains(s, "://") || strings.IndexByte("#/.\\", s[0]) >= 0 || strings.ContainsAny(s, " ()[]{}<>$;,`") {
		return false
	}
	digits, letters, inside := 0, 0, 0
	for i := range len(s) {
		switch {
		case isAlpha(s[i]):
			letters++
		case isDigit(s[i]):
			digits++
			if next := charAt(s, i+1); isAlpha(next) && (!isUpper(next) || !isAlpha(charAt(s, i+2)) || isUpper(s[i+2])) {
				inside++
			}
		}
	}
	return letters > 2 && (inside > 0 && digits > 1 || digits > 4)
}

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

// isWordy reports whether half of a text is made of words: StandardDS13v2, as names in code
// are.
func isWordy(s string) bool {
	const shortestPart = 4
	words, run := 0, 0
	for i := range len(s) + 1 {
		if i < len(s) && isAlpha(s[i]) && (run == 0 || !isUpper(s[i])) {
			run++
			continue
		}
		if run >= shortestPart {
			words += run
		}
		run = 0
		if i < len(s) && isAlpha(s[i]) {
			run = 1
		}
	}
	return words*2 >= len(s)
}

// isCamelName reports whether a text is words with a capital letter each, and few digits:
// AddInt64WithTag.
func isCamelName(s string) bool {
	const shortestPart, most = 3, 55 // of a hundred characters
	words, run, digits, groups := 0, 0, 0, 0
	for i := range len(s) + 1 {
		if i < len(s) && isAlpha(s[i]) && (run == 0 || !isUpper(s[i])) {
			run++
			continue
		}
		if run >= shortestPart {
			words += run
		}
		if run = 0; i == len(s) {
			break
		}
		switch c := s[i]; {
		case isAlpha(c):
			run = 1
		case isDigit(c):
			if digits++; i == 0 || !isDigit(s[i-1]) {
				groups++
			}
		case c != '_':
			return false
		}
	}
	return words*100 >= len(s)*most && digits <= 6 && groups <= 2
}

// isUUID reports whether a text has the form of a UUID, alone or in a longer name.
func isUUID(s string) bool {
	for i := 0; i+36 <= len(s); i++ {
		if s[i+8] == '-' && s[i+13] == '-' && s[i+18] == '-' && s[i+23] == '-' {
			return true
		}
	}
	return false
}

func isHex(s string) bool {
	for i := range len(s) {
		if !isDigit(s[i]) && (s[i]|0x20 < 'a' || s[i]|0x20 > 'f') {
			return false
		}
	}
	return true
}

// isAccount reports whether a text is the address of an account or a contract of a chain.
func isAccount(s string) bool {
	const hex = 40
	return len(s) == len("0x")+hex && strings.HasPrefix(s, "0x") && isHex(s[len("0x"):])
}

// isKeyID reports whether a text has the form of what names a key of GnuPG.
func isKeyID(s string) bool {
	if hex, ok := strings.CutPrefix(s, "0x"); ok {
		return len(hex) == 16 && isHex(hex)
	}
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

// isSealed reports whether a text has the form of what is encrypted for a cluster.
func isSealed(s string) bool { return len(s) >= shortestSealed && strings.HasPrefix(s, "Ag") }

// shortestSealed is the least length of what is encrypted with a key of a cluster.
const shortestSealed = 160
