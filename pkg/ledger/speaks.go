package ledger

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// HasName reports whether the name of a file stands in a text, and not as a part of
// another name.
func HasName(text, name string) bool {
	for range standings(text, name) {
		return true
	}
	return false
}

// HasDir reports whether the name of a directory stands in a text for all that is in it:
// in "src/app.ts" it does not.
func HasDir(text, name string) bool {
	for rest := range standings(text, name) {
		below, in := strings.CutPrefix(rest, "/")
		next, _ := utf8.DecodeRuneInString(below)
		if !in || below == "" || !inName(next) && !strings.ContainsRune(".$*{", next) {
			return true
		}
	}
	return false
}

// standings visits the places at which a name stands in a text: what follows each.
func standings(text, name string) iter.Seq[string] {
	return func(yield func(rest string) bool) {
		for name != "" {
			i := strings.Index(text, name)
			if i < 0 {
				return
			}
			rest := text[i+len(name):]
			before, _ := utf8.DecodeLastRuneInString(text[:i])
			after, _ := utf8.DecodeRuneInString(rest)
			if !inName(before) && before != '.' && !inName(after) && !yield(rest) {
				return
			}
			text = rest
		}
	}
}

func inName(r rune) bool { return r == '_' || r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r) }
