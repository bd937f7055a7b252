package redact

import "strings"

// This file finds outputs that are nothing but a secret, whatever program printed them: its
// command names one, as a filter, a query or a line of code does.

// namesExtracted reports whether a word of a command ends with the name of a secret: jq
// .access_token, --backup-codes, print(settings.API_KEY).
func namesExtracted(command string) bool {
	if len(command) > longestSaid {
		return false
	}
	for i := 0; i < len(command); {
		if !isAlpha(command[i]) {
			i++
			continue
		}
		start := i
		for i < len(command) && (isWord(command[i]) || command[i] == '-') {
			i++
		}
		if at(command, i, '/') || at(command, i, '.') && isAlpha(charAt(command, i+1)) || start > 0 && command[start-1] == '/' {
			continue // of a path
		}
		if c := classify(strings.TrimRight(command[start:i], "-")); c > ofKey && c < header && c != inWords {
			first, _, _ := strings.Cut(strings.TrimSpace(command), " ")
			return !isNamesWord(first)
		}
	}
	return false
}

// isExtracted reports whether an output is some words, each alone on its line, that look like
// secrets.
func isExtracted(output string) bool {
	const most = 16
	n := 0
	for line := range strings.Lines(output) {
		word := strings.Trim(strings.TrimSpace(line), "\"',")
		if word == "" {
			continue
		}
		if n++; n > most || len(word) > maxSpread || strings.ContainsAny(word, " \t:") || isMasked(word) || isReference(word) || isFile(word) || isNumber(word) || isUUID(word) || isPublicForm(word, 0, len(word)) {
			return false
		}
		if !isGarbled(word) && !isMadeUp(word) && lookOf(word) < lookMixed && !(isTyped(word) && !isSnakeOrKebab(word)) && !isGroupedCode(word) {
			return false
		}
	}
	return n > 0
}

// longestMade bounds the outputs in which a key may stand among other words.
const longestMade = 1 << 10

// withoutLone masks the words of a short output that stand alone on their lines and look like a
// key that was made.
func withoutLone(output string) string {
	if len(output) > longestMade {
		return output
	}
	if word := strings.TrimSpace(output); isHexKey(word) && len(word) != sizeOfHash {
		return strings.Replace(output, word, Mask, 1)
	}
	var b strings.Builder
	for line := range strings.Lines(output) {
		if word := strings.TrimSpace(line); len(word) >= shortestLive && word == strings.Trim(word, "\"',") && isExtracted(word) && (isMixed(word) || isGarbled(word)) {
			line = strings.Replace(line, word, Mask, 1)
		}
		b.WriteString(line)
	}
	return b.String()
}

// makesKey reports whether a command makes a key, a token or a password, by its words: keygen,
// keyring generate, create-token.
func makesKey(command string) bool {
	if len(command) > longestSaid || strings.Contains(command, "pub") {
		return false
	}
	if strings.Contains(command, "/dev/urandom") || strings.Contains(command, "/dev/random") {
		return true
	}
	makes, names := -2, -2 // the words that say so
	n := 0
	var room [2 * longestName]byte
	for i := 0; i < len(command); {
		if !isAlpha(command[i]) {
			if i++; strings.IndexByte("|;&\n", command[i-1]) >= 0 {
				n += 2
			}
			continue
		}
		start := i
		for i < len(command) && (isWord(command[i]) || command[i] == '-' || command[i] == '.' || command[i] == ':') {
			i++
		}
		if i-start > longestName || at(command, i, '/') || start > 0 && command[start-1] == '/' && start > 1 && command[start-2] != ' ' {
			continue // of a path
		}
		n++
		parts := strings.Fields(string(lowerWords(room[:0], command[start:i])))
		for k, part := range parts {
			verb, noun := cutKey(part)
			switch {
			case part == "keygen":
				return true
			case isMakesWord(part):
				makes = n
			case noun && (k == len(parts)-1 || isMakesWord(parts[k+1])):
				if names = n; isMakesWord(verb) {
					makes = n
				}
			}
		}
		if makes > 0 && names > 0 && makes-names <= 1 && names-makes <= 1 {
			return true
		}
	}
	return false
}

// cutKey cuts the name of a key from the end of a word: genkey, token.
func cutKey(word string) (before string, ok bool) {
	for _, noun := range [...]string{"key", "keys", "keyring", "psk", "token", "tokens", "secret", "password", "passphrase", "credential", "credentials"} {
		if before, ok = strings.CutSuffix(word, noun); ok {
			return before, true
		}
	}
	return "", false
}

// isGroupedCode reports whether a text is two groups of as many letters and digits, as codes
// for recovery are.
func isGroupedCode(s string) bool {
	a, b, ok := strings.Cut(s, "-")
	return ok && len(a) == len(b) && len(a) >= 4 && hasDigit(a) && hasDigit(b) && hasAlpha(s) && isCodeText(s)
}

// asksForCodes reports whether a command speaks of codes for recovery.
func asksForCodes(command string) bool {
	if len(command) > longestSaid {
		return false
	}
	low := strings.ToLower(command)
	return strings.Contains(low, "recovery") || strings.Contains(low, "backup") && strings.Contains(low, "code")
}

// isCodes reports whether an output is several codes, each alone on its line.
func isCodes(output string) bool {
	n := 0
	for line := range strings.Lines(output) {
		if line = strings.TrimSpace(line); line != "" {
			if n++; !isGroupedCode(line) {
				return false
			}
		}
	}
	return n > 1
}
