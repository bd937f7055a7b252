package accident

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

// source is the text of a file, for what is asked about its lines.
type source struct {
	text  string
	empty map[string]string // variables that may be empty, whatever the text says
	given string            // the file around the text, where that sets variables for it
	known *known            // what was found out already; nil where nothing is kept
}

// known is what was found out about a text.
type known struct {
	read             int        // how many bytes were looked through again
	errexit, nounset *firstLine // nil before they were asked for
	mounted          *bool      // whether the text asks what is mounted
}

// firstLine is the first line of a text for which something holds.
type firstLine struct{ from, to int }

// find returns the first line of a text for which something holds; its offsets are beyond the
// text if there is none.
func (s source) find(holds func(line string) bool) *firstLine {
	at := 0
	for line := range strings.Lines(s.text) {
		if holds(line) {
			return &firstLine{at, at + len(line)}
		}
		at += len(line)
	}
	return &firstLine{len(s.text) + 1, len(s.text) + 1}
}

// since reports whether the line ends before an offset, or holds up to there.
func (l *firstLine) since(s source, at int, holds func(line string) bool) bool {
	return at >= l.to || at > l.from && holds(s.text[l.from:min(at, len(s.text))])
}

// before returns the lines that begin before an offset.
func (s source) before(at int) string {
	if s.known != nil {
		s.known.read += at
	}
	return s.text[:min(at, len(s.text))]
}

// lineAt returns the line in which an offset lies.
func (s source) lineAt(at int) string {
	at = min(at, len(s.text))
	from := strings.LastIndexByte(s.text[:at], '\n') + 1
	line, _, _ := strings.Cut(s.text[from:], "\n")
	return line
}

// errexit reports whether the shell stops at a failed command before an offset.
func (s source) errexit(at int) bool {
	var found *firstLine
	kept := &found
	if s.known != nil {
		kept = &s.known.errexit
	}
	return s.holdsBefore(at, setsErrexit, kept)
}

// holdsBefore reports whether something holds for a line before an offset; the first line for
// which it does is kept.
func (s source) holdsBefore(at int, holds func(line string) bool, kept **firstLine) bool {
	if *kept == nil {
		*kept = s.find(holds)
	}
	return (*kept).since(s, at, holds)
}

func setsErrexit(line string) bool {
	words := strings.Fields(line)
	if len(words) < 2 {
		return false
	}
	if words[0] == "set" && (words[1] == "-o" && len(words) > 2 && words[2] == "errexit" || isFlag(words[1], 'e')) {
		return true
	}
	return strings.HasPrefix(words[0], "#!") && isFlag(words[len(words)-1], 'e')
}

// isFlag reports whether a word is a group of short options with a letter in it.
func isFlag(word string, letter byte) bool {
	return len(word) > 1 && word[0] == '-' && word[1] != '-' && strings.IndexByte(word, letter) > 0
}

// variables returns the names of the variables that a piece of text expands.
func variables(text string) []string {
	var out []string
	for rest := text; ; {
		i := strings.IndexByte(rest, '$')
		if i < 0 || i+1 == len(rest) {
			return out
		}
		rest = strings.TrimPrefix(rest[i+1:], "{#") // its length
		rest = strings.TrimPrefix(rest, "{")
		n := 0
		for n < len(rest) && isName(rest[n]) {
			n++
		}
		if n > 0 {
			out = append(out, rest[:n])
		}
		rest = rest[n:]
	}
}

func isName(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

// expands reports whether a line expands a variable.
func expands(line, name string) bool {
	for _, v := range variables(line) {
		if v == name {
			return true
		}
	}
	return false
}

// assigned returns what a variable is set to in the last line before an offset that sets
// it.
func (s source) assigned(name string, at int) (value string, ok bool) {
	text := s.before(at)
	for from := len(text); from > 0; {
		i := strings.LastIndex(text[:from], name+"=")
		if i < 0 {
			return "", false
		}
		line := strings.TrimLeft(text[strings.LastIndexByte(text[:i], '\n')+1:i], " \t")
		if i == 0 || strings.IndexByte(" \t\n;(&|`\"'", text[i-1]) >= 0 && !strings.HasPrefix(line, "#") {
			value, _, _ = strings.Cut(text[i+len(name)+1:], "\n")
			return value, true
		}
		from = i
	}
	return "", false
}

// sets reports whether a text gives a variable its value itself.
func (s source) sets(name string, at int) bool {
	if _, ok := s.assigned(name, at); ok {
		return true
	}
	for line := range strings.Lines(s.before(at)) {
		words := strings.Fields(line)
		for i, w := range words {
			if (w == "read" || w == "for" || w == "getopts" || w == "mapfile") && strings.Contains(strings.Join(words[i+1:], " ")+" ", name) {
				return true
			}
		}
	}
	return false
}

// tested reports whether a line before an offset tests a variable.
func (s source) tested(name string, at int) bool {
	for line := range strings.Lines(s.before(at)) {
		if (expands(line, name) || strings.Contains(line, "(( ") && slices.Contains(strings.Fields(line), name)) && isTest(line) {
			return true
		}
	}
	return false
}

func isTest(line string) bool {
	line = strings.TrimSpace(line)
	for _, mark := range [...]string{"[ ", "[[ ", "test ", ":?", "(( "} {
		if strings.Contains(line, mark) {
			return true
		}
	}
	first, _, _ := strings.Cut(line, " ")
	return first == "case" || first == "if" || first == "elif"
}

// checked reports whether what a command expands was tested before, or what that was made
// of.
func (s source) checked(text string, at int) bool { return s.checkedFrom(text, at, 4) }

func (s source) checkedFrom(text string, at, depth int) bool {
	for _, name := range variables(text) {
		if s.tested(name, at) {
			return true
		}
		if value, ok := s.assigned(name, at); ok && depth > 0 && s.checkedFrom(value, at, depth-1) {
			return true
		}
	}
	return false
}

// confirmed reports whether a user was asked before an offset.
func (s source) confirmed(at int) bool {
	for line := range strings.Lines(s.before(at)) {
		words := strings.Fields(line)
		for i, w := range words {
			if w == "read" && (i == 0 || words[i-1] != "while") && !strings.Contains(line, "<") && !strings.Contains(line, "while") ||
				w == "dialog" || w == "whiptail" || w == "select" && i == 0 {
				return true
			}
		}
	}
	return false
}

// isSecret reports whether the name of a variable says that its value is secret.
func isSecret(name string) bool {
	if strings.HasSuffix(strings.ToLower(name), "_pin") {
		return false // in scripts it is the version that something is pinned to
	}
	const value = "k3Zp9QxW7vLr2"
	return !strings.Contains(redact.Clean(strings.ToUpper(name)+"="+value).String(), value)
}

// startsWithAny reports whether a text begins with one of the words.
func startsWithAny(text string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(text, w) })
}

// contains reports whether one of the words stands in a text.
func contains(text string, words []string) bool {
	text = strings.ToLower(text)
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// headLine returns the first line of a text.
func headLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
