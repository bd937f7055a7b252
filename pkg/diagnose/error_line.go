package diagnose

import (
	"slices"
	"strings"
)

// errorLines returns the lines that look like errors, clear ones first, or
// else the last line of the text. If an error is already known, only clear
// ones count.
func errorLines(text string, among []span, most int, known bool) []span {
	var sure, maybe []span
	for _, at := range among {
		switch errorLikelihood(strings.TrimSpace(text[at.from:at.to])) {
		case 2:
			sure = append(sure, at)
		case 1:
			maybe = append(maybe, at)
		}
	}
	if !known {
		sure = append(sure, maybe...)
	}
	if len(sure) > 0 || known {
		return sure[:min(len(sure), most)]
	}
	if end := len(strings.TrimRight(text, " \t\r\n")); end > 0 {
		from, to := line(text, end-1)
		return []span{{max(from, to-maxLine), to}}
	}
	return nil
}

// errorLikelihood returns how much a line looks like an error: 2 for a clear
// error, 1 for a possible one, 0 for none.
func errorLikelihood(s string) int {
	if len(s) > maxLine {
		s = s[:maxLine]
	}
	low := strings.ToLower(s)
	for _, start := range [...]string{"npm warn", "warning", "note:", "hint:", "usage:", "try ", "see ", "for more ", "run ", "use ", "or: ", "=== ", "--- ", "fail\t", "ok \t", "{\""} {
		if strings.HasPrefix(low, start) {
			return 0
		}
	}
	for _, start := range [...]string{"error", "fatal", "panic:", "uncaught", "exception", "abort", "e: ", "!!! ", "err!"} {
		if strings.HasPrefix(low, start) {
			return 2
		}
	}
	if name, _, ok := strings.Cut(s, ": "); ok && isException(name) {
		return 2
	}
	for _, word := range [...]string{" error:", ": error", "error[", "[error]", "fatal:", " err! "} {
		if strings.Contains(low, word) {
			return 2
		}
	}
	if strings.Contains(low, "error") || slices.ContainsFunc(maybeErrorWords[:], func(w string) bool { return strings.Contains(low, w) }) {
		return 1
	}
	return 0
}

// maybeErrorWords occur in lines that may report an error.
var maybeErrorWords = [...]string{"failed", "failure", " is not a", "cannot ", "can't ", "could not", "unable to", "not found", "denied", "invalid", "undefined", "unexpected", "unknown", "no such", "refused", "missing"}

// isException reports whether a word is the name of an exception, as Python,
// JavaScript and Java write it.
func isException(name string) bool {
	return !strings.Contains(name, " ") && (strings.HasSuffix(name, "Error") || strings.HasSuffix(name, "Exception"))
}
