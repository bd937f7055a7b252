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
// in "src/app.ts", "src.zip", "mkdir src" and "'src/' + name" it does not.
func HasDir(text, name string) bool {
	for before, rest := range standings(text, name) {
		if !isFile(rest) && !makesDir(before) {
			return true
		}
	}
	return false
}

// isFile reports whether what follows the name of a directory makes it that of one file.
func isFile(rest string) bool {
	if ext, ok := strings.CutPrefix(rest, "."); ok {
		next, _ := utf8.DecodeRuneInString(ext)
		return inName(next)
	}
	below, in := strings.CutPrefix(rest, "/")
	next, size := utf8.DecodeRuneInString(below)
	switch {
	case !in || below == "":
		return false
	case next == '"' || next == '\'': // a part of a name, to which another is added
		return strings.HasPrefix(strings.TrimLeft(below[size:], " "), "+")
	}
	return inName(next) || strings.ContainsRune(".$*{", next)
}

// makesDir reports whether a directory that is named behind a text is only made: what is
// in it stays.
func makesDir(before string) bool {
	before = before[strings.LastIndexAny(before, "\n;&|")+1:]
	for _, word := range []string{"mkdir", "makedirs", "MkdirAll"} {
		if HasName(before, word) || strings.HasSuffix(strings.TrimRight(before, "(\"' "), word) {
			return true
		}
	}
	return false
}

// standings visits the places at which a name stands in a text: what is before and what
// follows each.
func standings(text, name string) iter.Seq2[string, string] {
	return func(yield func(before, rest string) bool) {
		for at := 0; name != ""; {
			i := strings.Index(text[at:], name)
			if i < 0 {
				return
			}
			before, rest := text[:at+i], text[at+i+len(name):]
			last, _ := utf8.DecodeLastRuneInString(before)
			next, _ := utf8.DecodeRuneInString(rest)
			if !inName(last) && last != '.' && !inName(next) && !yield(before, rest) {
				return
			}
			at += i + len(name)
		}
	}
}

func inName(r rune) bool { return r == '_' || r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r) }
