package redact

import "strings"

// This file tells texts that are words: of a label, a sentence, a phrase.

// speaks reports whether a text without digits is about secrets, as a translation, a
// placeholder or a name in code is: Mot de passe, ask_password, your-token.
func speaks(s string) bool {
	if s = strings.Trim(s, "[]()<>{}"); s == "pass" {
		return true
	}
	if hasDigit(s) || len(s) > lookBehind {
		return false
	}
	return hasAny(strings.ToLower(s), saysWords[:])
}

// isProse reports whether a text in quotes is a label and not a passphrase: it begins with
// a capital letter, or has letters that are not typed in passwords.
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
	return (isUpper(s[0]) || s[len(s)-1] == '.' && spaces > 2) && (!hasDigit(s) || spaces > 2) || strings.ContainsAny(s, "=()") || spaces > 7
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

// isForeign reports whether a text has letters of another alphabet, as a translation has,
// and no password.
func isForeign(s string) bool {
	foreign := 0
	for i := range len(s) {
		foreign += int(s[i] >> 7)
	}
	return foreign > len(s)/2 && (!hasDigit(s) || strings.IndexByte(s, ' ') >= 0)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

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

// isPhrase reports whether a text is words joined by marks, where a password has to stand:
// Crab-under-Rock, Fern-Hollow.
func isPhrase(s string) bool {
	if len(s) < shortestValue || len(s) > longest || speaks(s) || isFile(s) || isExample(s) {
		return false
	}
	parts, capitals, size := 1, 0, 0
	for i := range len(s) {
		switch c := s[i]; {
		case isAlpha(c):
			if size++; size > 1 && isUpper(c) {
				return false
			}
			if isUpper(c) {
				capitals++
			}
		case strings.IndexByte("-._&+", c) >= 0 && size > 1:
			parts++
			size = 0
		default:
			return false
		}
	}
	if strings.ContainsAny(s, "._") && capitals < parts {
		return false // a name in code
	}
	return size > 1 && (parts > 2 || parts == 2 && capitals == 2)
}

// isOneWord reports whether a text is a word that may be the password of a user.
func isOneWord(s string) bool {
	const shortest = 5
	if len(s) < shortest || isTypeWord(s) || isPlainWord(s) || speaks(s) || isFile(s) || isNumber(s) || isReference(s) || isMasked(s) {
		return false
	}
	for i := range len(s) {
		if !isAlnum(s[i]) && strings.IndexByte("!#%^&*+~$.-_@", s[i]) < 0 {
			return false
		}
	}
	return isAlpha(s[0])
}
