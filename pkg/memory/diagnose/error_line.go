package diagnose

import (
	"slices"
	"strings"
	"unicode"
)

// errorLines returns the lines that look like errors, clear ones first, or
// else the last line of the text. If an error is already known, only clear
// ones count. A line that says how long something took sums up, and is taken
// where there is no other.
func errorLines(text string, among []span, most int, known bool) []span {
	sure, maybe, timed := byLikelihood(text, among)
	if !known {
		if sure = append(sure, maybe...); len(sure) == 0 {
			sure = timed
		}
	}
	if len(sure) > 0 || known {
		return sure[:min(len(sure), most)]
	}
	return lastLine(text)
}

// likelyLines returns the lines of some that look like errors, clear ones first.
func likelyLines(text string, among []span) []span {
	sure, maybe, timed := byLikelihood(text, among)
	if sure = append(sure, maybe...); len(sure) == 0 {
		return timed
	}
	return sure
}

// byLikelihood divides the lines that look like errors into clear ones, possible ones,
// and those that say how long something took.
func byLikelihood(text string, among []span) (sure, maybe, timed []span) {
	for _, at := range among {
		said := strings.TrimSpace(text[at.from:at.to])
		likely := errorLikelihood(said)
		switch {
		case likely == 0:
		case isTimed(said):
			timed = append(timed, at)
		case likely == 2:
			sure = append(sure, at)
		default:
			maybe = append(maybe, at)
		}
	}
	return sure, maybe, timed
}

// isLogged reports whether a line begins with a date: a failing test logs much
// that is not why it failed.
func isLogged(s string) bool {
	s = strings.TrimLeft(s, " \t[")
	return len(s) > 10 && digits(s[:4]) && (s[4] == '-' || s[4] == '/') && digits(s[5:7]) && s[7] == s[4] && digits(s[8:10])
}

// lastLine returns the last line of a text that neither rules off nor says how
// long something took, or else the last that only does not rule off.
func lastLine(text string) []span {
	var last, ruled []span
	for end := len(strings.TrimRight(text, " \t\r\n")); end > 0; {
		from, to := line(text, end-1)
		at := span{max(from, to-maxLine), to}
		said := strings.TrimSpace(text[at.from:at.to])
		switch {
		case isHeading(said):
			ruled = append(ruled, at)
		case !isTimed(said):
			return []span{at}
		case last == nil:
			last = []span{at}
		}
		end = len(strings.TrimRight(text[:from], " \t\r\n"))
	}
	if last == nil {
		last = ruled[:min(1, len(ruled))]
	}
	return last
}

// isHeading reports whether a line is ruled off, as ===== FAILURES =====, or a
// bare verdict.
func isHeading(s string) bool {
	const rule = 4
	return s == "FAIL" || s == "FAILED" || len(s) >= rule && strings.IndexByte("=-_*~#+", s[0]) >= 0 && strings.Count(s[:rule], s[:1]) == rule
}

// isGeneral reports whether a line says that something failed, or how many, and not what: a
// heading as "The following tests FAILED:" or a total as "Test Suites: 1 failed, 1 total".
// One that consists of ordinary words before a colon heads what it is about.
func isGeneral(s string) bool {
	if len(s) > maxGeneral {
		return false
	}
	heads, words := strings.HasSuffix(s, ":"), 0
	for field := range strings.FieldsSeq(s) {
		word := strings.ToLower(strings.TrimFunc(field, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }))
		word = strings.TrimSuffix(word, "(s") // error(s)
		if word == "" || isNumber(word) {
			continue
		}
		words++
		if !tellsNoFailureWord(word) && !(heads && isPlain(field)) {
			return false
		}
	}
	return words > 0
}

// maxGeneral is the length of a line that may be one of general words.
const maxGeneral = 120

// isPlain reports whether a word of a heading is an ordinary one, and no name of a program,
// a test or an exception.
func isPlain(field string) bool {
	word := strings.TrimSuffix(strings.TrimSuffix(field, ":"), "(s)")
	return word != "" && !isException(word) && strings.IndexFunc(word[1:], func(c rune) bool { return c < 'a' || c > 'z' }) < 0
}

// isTimed reports whether a line says how long something took. That something
// ended because it took too long is an error.
func isTimed(s string) bool {
	if strings.Contains(s, "imed out") || strings.Contains(s, "imeout") || strings.Contains(s, ": Connection") {
		return false
	}
	number := false
	for field := range strings.FieldsSeq(s) {
		field = strings.Trim(field, "()[],;.")
		if isDuration(field) || number && isUnit(field) {
			return true
		}
		number = strings.Trim(field, "0123456789.") == "" && field != ""
	}
	return false
}

// isDuration reports whether a word is a time as 20ms, 0.03s and 1m2.5s.
func isDuration(s string) bool {
	return len(s) > 1 && isDigit(s[0]) && s[len(s)-1] == 's' && strings.Trim(s, "0123456789.hmsµnu") == ""
}

// withoutTimes leaves out of a line how long things took.
func withoutTimes(s string) string {
	var kept []string
	for field := range strings.FieldsSeq(s) {
		word := strings.Trim(field, "()[],;.")
		if n := len(kept); isUnit(word) && n > 0 && strings.Trim(kept[n-1], "0123456789.(") == "" {
			kept = kept[:n-1]
			continue
		}
		if !isDuration(word) {
			kept = append(kept, field)
		}
	}
	return strings.Join(kept, " ")
}

func isUnit(s string) bool {
	switch s {
	case "ms", "s", "sec", "secs", "second", "seconds", "min", "minutes":
		return true
	}
	return false
}

// errorLikelihood returns how much a line looks like an error: 2 for a clear
// error, 1 for a possible one, 0 for none.
func errorLikelihood(s string) int {
	if len(s) > maxLine {
		s = s[:maxLine]
	}
	switch {
	case isHeading(s), strings.HasPrefix(s, "FAIL "): // a file, whose tests say why
		return 0
	case strings.HasPrefix(s, "E   ") && !strings.HasSuffix(s, "%]"): // pytest marks it; a test that could not run is one, too
		return 2
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
