package redact

import "strings"

// This file tells texts that people typed for a password.

// shortestTyped is the least length of what a person chose for a password and put in a
// sentence or behind a blank.
const shortestTyped = 6

// marks are what people put into passwords beside letters and digits, and rarely into names.
const marks = "!#%^&*+~?$@"

// makeup counts the characters of a text.
type makeup struct {
	digits, letters, marks int
	inner                  int // capital letters behind the first character
	changes                int // between digits and other characters
	foreign                int // characters beyond ASCII
}

func makeupOf(s string) (m makeup) {
	for i := range len(s) {
		switch c := s[i]; {
		case isDigit(c):
			m.digits++
		case isAlpha(c):
			m.letters++
			if i > 0 && isUpper(c) {
				m.inner++
			}
		case c >= 0x80:
			m.foreign++
		case strings.IndexByte(marks, c) >= 0:
			m.marks++
		}
		if i > 0 && isDigit(s[i]) != isDigit(s[i-1]) {
			m.changes++
		}
	}
	return m
}

// isEligible reports whether a text can be a password: no words about one, no number,
// reference, address, call or pair.
func isEligible(s string) bool {
	if len(s) < shortestTyped || len(s) > longest || speaks(s) || isNumber(s) || isReference(s) || isMasked(s) {
		return false
	}
	if isVersion(s) {
		return false
	}
	return !strings.ContainsAny(s, "()[]{}<>`\"'\\ ,;|") && !strings.Contains(s, "://") && !isPair(s)
}

// isTyped reports whether a text looks like a password where none has to stand: letters
// with digits or marks in between, as no word, path, address, call or option has.
func isTyped(s string) bool {
	if !isEligible(s) || strings.HasPrefix(s, "--") || isFile(s) || isVersioned(s) {
		return false
	}
	m := makeupOf(s)
	switch {
	case m.foreign > 0 || m.letters < 3:
		return false
	case strings.IndexByte(s, '/') >= 0 && (m.digits < 2 || m.inner < 2):
		return false // a path
	case strings.IndexByte(s, '.') >= 0 && m.digits < 2 && m.marks == 0:
		return false // a name in code
	case m.digits > 1 && (m.inner > 1 || m.changes > 1 || len(s) >= 8 && m.letters >= 4), m.digits > 0 && m.inner > 1:
		return true
	}
	return m.marks > 0 && m.digits+m.inner > 0 && s[len(s)-1] != '?' && strings.IndexByte("&+!#", s[0]) < 0
}

// isChosen reports whether a text may be a password where one has to stand, as an operand
// of a login: no word, name, path or example.
func isChosen(s string) bool {
	if !isEligible(s) || isExample(s) || strings.IndexByte(s, '/') >= 0 && !isTyped(s) {
		return false
	}
	m := makeupOf(s)
	return m.letters > 2 && m.digits+m.marks > 0
}

// isMadeUp reports whether a text has capital and small letters, digits and marks, as
// passwords must have, and no name, file or version has.
func isMadeUp(s string) bool {
	if !isChosen(s) || isFile(s) || strings.IndexByte(s, '/') >= 0 || strings.HasPrefix(s, "-") || isNumbered(s) && !hasDigitInside(s) && isSelector(s) {
		return false // atomic.Int32
	}
	var upper, lower, digit, mark bool
	for i := range len(s) {
		switch c := s[i]; {
		case isDigit(c):
			digit = true
		case isUpper(c):
			upper = true
		case isAlpha(c):
			lower = true
		case c == '.' && i > 0 && isDigit(s[i-1]) && i+1 < len(s) && isDigit(s[i+1]):
			return false // 3.12
		case strings.IndexByte(marks+".-_", c) >= 0 && i+1 < len(s):
			mark = true
		}
	}
	return upper && lower && digit && mark
}

// isThree reports whether a text has capital and small letters and digits, and enough of
// them.
func isThree(s string) bool {
	return len(s) >= shortestValue && isChosen(s) && hasDigit(s) && strings.ToLower(s) != s && strings.ToUpper(s) != s && strings.IndexByte(s, '.') < 0
}

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

// isGroups reports whether a text is several groups of as many digits, as the key of a
// wireless network is printed.
func isGroups(s string) bool {
	const size, fewest = 4, 3
	if len(s) < fewest*(size+1)-1 {
		return false
	}
	for i := range len(s) {
		if dash := i%(size+1) == size; dash != (s[i] == '-') || !dash && !isDigit(s[i]) {
			return false
		}
	}
	return true
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
