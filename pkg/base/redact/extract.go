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
		if !isMadeUp(word) && lookOf(word) < lookMixed && !(isTyped(word) && !isSnakeOrKebab(word)) && !isGroupedCode(word) {
			return false
		}
	}
	return n > 0
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
