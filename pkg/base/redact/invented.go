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
	low := strings.ToLower(s[:n])
	low = strings.TrimRight(low[1+strings.LastIndexAny(low, "-_."):], "-_.")
	return isNumberedWord(low)
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
