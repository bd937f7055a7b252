package redact

import "strings"

// isInvented reports whether a text is a password as people invent them, where one may stand:
// words with digits behind or between them, which are no name that has a number.
func isInvented(s string) bool {
	if len(s) < shortestTyped || len(s) > longest || !isAlpha(s[0]) || speaks(s) || isFile(s) || isVersioned(s) || isMasked(s) {
		return false
	}
	letters, digits, run := 0, 0, 0
	for i := range len(s) {
		switch c := s[i]; {
		case isDigit(c):
			digits++
			run = 0
		case isAlpha(c):
			letters++
			run++
		case strings.IndexByte("!#%^&*+~$.-_;", c) >= 0:
			run = 0
		default:
			return false
		}
	}
	const fewest = 5
	if letters < fewest || digits == 0 || isUUID(s) {
		return false
	}
	return !isNumbered(s)
}

// isNumbered reports whether a text is the name of something that has a number: sha256,
// OAuth2Client.
func isNumbered(s string) bool {
	n := strings.IndexAny(s, "0123456789")
	if n <= 0 {
		return false
	}
	low := strings.TrimRight(strings.ToLower(s[:n]), "-_.")
	return isNumberedWord(low[1+strings.LastIndexAny(low, "-_."):])
}

// hasDigitInside reports whether a text has a digit before its last letters: maple7Leaf.
func hasDigitInside(s string) bool {
	return hasDigit(strings.TrimRight(s, "0123456789"))
}

// endsClause reports whether a clause ends at i, or goes on with another word.
func endsClause(in string, i int) bool {
	return endsLine(in, i) || strings.IndexByte(".,;:)", in[i]) >= 0 || in[i] == ' ' && hasAnyPrefix(in[i+1:], "and ", "but ", "to ", "for ", "on ", "in ", "then ", "und ", "et ", "y ", "e ")
}

func hasAnyPrefix(s string, begins ...string) bool {
	for _, begin := range begins {
		if strings.HasPrefix(s, begin) {
			return true
		}
	}
	return false
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

// isProductKey reports whether a text has the form of a key that unlocks a program: as many
// capital letters and digits in each of its groups.
func isProductKey(s string) bool {
	const fewest, shortest, longest = 4, 4, 6
	if len(s) < fewest || s[len(s)-1] == '-' {
		return false
	}
	size := len(s) - 1 - strings.LastIndexByte(s, '-')
	if size < shortest || size > longest {
		return false
	}
	groups, run, digits, letters, beyond := 1, 0, 0, 0, 0
	for i := range len(s) {
		switch c := s[i]; {
		case isDigit(c):
			digits++
			run++
		case isUpper(c):
			letters++
			run++
			if c > 'F' {
				beyond++
			}
		case c == '-' && (run == size || groups == 1 && run > 1):
			groups++
			run = 0
		default:
			return false
		}
	}
	return groups >= fewest && run == size && digits > 2 && letters > 4 && beyond > 1
}

// isJumbled reports whether a text is letters in an order that no words have.
func isJumbled(s string) bool {
	const shortest, fewest = 10, 5
	changes := 0
	for i := range len(s) {
		if !isAlpha(s[i]) {
			return false
		}
		if i > 0 && isUpper(s[i]) != isUpper(s[i-1]) {
			changes++
		}
	}
	return len(s) >= shortest && changes >= fewest && changes*2 >= len(s)-1
}

// isJoined reports whether a text is two words with a digit between them, or one with several
// behind it: maple7Leaf, Kestrel42.
func isJoined(s string) bool {
	const fewest = 3
	word := strings.TrimRight(s, "0123456789")
	if len(s)-len(word) > 1 {
		return true
	}
	n := strings.LastIndexAny(word, "0123456789")
	return n >= fewest && len(word)-n > fewest
}
