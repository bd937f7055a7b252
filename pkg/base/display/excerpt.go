// Package display shows a part of a text to the user, with a span of it
// marked. Characters that would move the cursor, set colours or turn the text
// around are shown as codes, because what is shown must be what runs. It does
// not write to a terminal: callers that want colour pass a function that
// paints.
package display

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Span is a range of byte offsets [From, To).
type Span struct{ From, To int }

const (
	markedWidth = 100 // columns of a line that are shown
	markedLines = 5   // lines of a span that are shown
)

// Marked shows the lines of a text that a span touches, the span underlined,
// with numbers unless the text is one line:
//
//	2 | cd /tmp && rm -rf ~/
//	  |            ^^^^^^^^^
//
// It shows the first lines and the last of a long span, and the part around
// the mark of a long line. paint colours what is marked.
func Marked(text string, span Span, paint func(string) string) []string {
	first := 0
	if n := strings.IndexByte(text, '\n'); n >= 0 && n < len(text)-1 {
		first = 1
	}
	return Numbered(text, span, first, paint)
}

// Numbered is Marked for a text whose first line has the given number; with
// 0 lines have none.
func Numbered(text string, span Span, number int, paint func(string) string) []string {
	span.From = min(max(span.From, 0), len(text))
	span.To = min(max(span.To, span.From), len(text))
	lines := linesOf(text)
	first, last := touched(lines, span)
	gutter := ""
	if number > 0 {
		gutter = strings.Repeat(" ", len(strconv.Itoa(last+number))) + " | "
	}
	var out []string
	for i := first; i <= last; i++ {
		if left := last - i; i-first == markedLines-2 && left > 1 {
			out = append(out, gutter+".. "+strconv.Itoa(left)+" lines ..")
			i = last
		}
		l := lines[i]
		from := min(max(span.From, l.From), l.To) - l.From
		to := min(span.To, l.To) - l.From
		shown, under := markLine(text[l.From:l.To], from, max(to, from), paint)
		label := gutter
		if number > 0 {
			n := strconv.Itoa(i + number)
			label = strings.Repeat(" ", len(gutter)-len(" | ")-len(n)) + n + " | "
		}
		out = append(out, strings.TrimRight(label+shown, " "))
		if under != "" {
			out = append(out, gutter+under)
		}
	}
	return out
}

// linesOf returns the spans of the lines of a text, without their ends.
func linesOf(text string) []Span {
	var lines []Span
	from := 0
	for {
		n := strings.IndexByte(text[from:], '\n')
		if n < 0 {
			if from < len(text) || from == 0 {
				lines = append(lines, Span{From: from, To: len(text)})
			}
			return lines
		}
		lines = append(lines, Span{From: from, To: from + n})
		from += n + 1
	}
}

// touched returns the first and the last line a span is on.
func touched(lines []Span, span Span) (first, last int) {
	for i, l := range lines {
		if l.From <= span.From {
			first, last = i, i
		}
		if l.From < span.To && i > first {
			last = i
		}
	}
	return first, last
}

// markLine renders a line and the carets under the bytes [from, to).
func markLine(line string, from, to int, paint func(string) string) (shown, under string) {
	cut := windowFrom(line, from)
	var before, inside, after strings.Builder
	column, start, end := 0, -1, -1
	if cut > 0 {
		before.WriteString("..")
		column = len("..")
	}
	i := cut
	for i < len(line) && column < markedWidth {
		r, n := utf8.DecodeRuneInString(line[i:])
		text, width := visible(r, n)
		part := &before
		switch {
		case i >= to:
			part = &after
		case i >= from:
			part = &inside
			if start < 0 {
				start = column
			}
			end = column + width
		}
		part.WriteString(text)
		column += width
		i += n
	}
	if i < len(line) {
		after.WriteString("..")
	}
	if start >= 0 && end > start {
		under = strings.Repeat(" ", start) + paint(strings.Repeat("^", end-start))
	}
	return before.String() + paint(inside.String()) + after.String(), under
}

// windowFrom returns the offset at which the shown part of a line begins, so
// that from is in it.
func windowFrom(line string, from int) int {
	const lead = 30
	if from <= markedWidth-lead {
		return 0
	}
	cut := from - lead
	for cut > 0 && !utf8.RuneStart(line[cut]) {
		cut--
	}
	return cut
}

// visible returns how a character is shown on a terminal, and its width.
func visible(r rune, size int) (text string, width int) {
	switch {
	case r == '\t':
		return "    ", 4
	case r == utf8.RuneError && size == 1:
		return "\uFFFD", 1
	case unicode.In(r, unicode.Mn, unicode.Me):
		return string(r), 0
	case !unicode.IsPrint(r):
		text = strconv.QuoteRuneToASCII(r)
		text = text[1 : len(text)-1]
		return text, len(text)
	case wide(r):
		return string(r), 2
	}
	return string(r), 1
}

// wide reports whether a terminal gives a character two columns.
func wide(r rune) bool {
	return r >= 0x1100 && (r <= 0x115f || r >= 0x2e80 && r <= 0xa4cf || r >= 0xac00 && r <= 0xd7a3 ||
		r >= 0xf900 && r <= 0xfaff || r >= 0xfe30 && r <= 0xfe6f || r >= 0xff00 && r <= 0xff60 ||
		r >= 0xffe0 && r <= 0xffe6 || r >= 0x1f300 && r <= 0x1faff || r >= 0x20000 && r <= 0x3fffd)
}

// Plain makes a text safe to print: control and direction characters are
// shown as codes, line ends stay.
func Plain(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == '\n' || r == ' ' {
			b.WriteByte(s[i])
		} else {
			text, _ := visible(r, n)
			b.WriteString(text)
		}
		i += n
	}
	return b.String()
}

// Quote shows a word of a file in a message: short, in one line and without
// control characters, because a project's file may have been written for a
// model to read.
func Quote(s string) string {
	const most = 40
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return strconv.Quote(s)
}

// Inline shows a text from outside as data in a sentence: in one line, and in
// quotes that it cannot close. The caller bounds its length.
func Inline(s string) string {
	s = strings.Join(strings.Fields(Plain(s)), " ")
	return "`" + strings.ReplaceAll(s, "`", "'") + "`"
}

// maxName bounds a name in a sentence, in bytes.
const maxName = 80

// Name writes a name from outside, or a text of others such as a message of git, into a
// sentence. One plain word, as most names of files and branches are, stays as it is; any
// other text is marked as data and cut.
func Name(s string) string {
	if len(s) <= maxName && isPlainName(s) {
		return s
	}
	if len(s) > maxName {
		s = strings.ToValidUTF8(s[:maxName], "") + ".."
	}
	return Inline(s)
}

func isPlainName(s string) bool {
	for i := range len(s) {
		if c := s[i]; c-'0' >= 10 && c|0x20-'a' >= 26 && strings.IndexByte("._-/@+=:,~{}#%", c) < 0 {
			return false
		}
	}
	return s != ""
}

// Names lists names from outside.
func Names(list []string, between string) string {
	shown := make([]string, len(list))
	for i, s := range list {
		shown[i] = Name(s)
	}
	return strings.Join(shown, between)
}
