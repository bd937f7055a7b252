package excerpt

import (
	"strings"
	"unicode/utf8"
)

// Printed returns what a terminal would be left showing of an output: without
// the sequences that colour and move, of a line that was written over and
// over what came last, and without what cannot be shown. What was printed as
// text stays byte for byte; bytes that are no UTF-8 become the replacement
// character.
func Printed(s string) string {
	s = strings.ToValidUTF8(s, "\ufffd")
	if strings.IndexFunc(s, moves) < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for len(s) > 0 {
		line, rest, more := strings.Cut(s, "\n")
		b.WriteString(overwritten(line))
		if more {
			b.WriteByte('\n')
		}
		s = rest
	}
	return b.String()
}

// moves tells the characters that are not printed: of the controls, all but
// the tab and the end of a line.
func moves(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' || r == 0x7f || r >= 0x80 && r < 0xa0
}

// overwritten is a line as it stands when all of it was written: a carriage
// return begins it anew, a backspace takes a character back.
func overwritten(line string) string {
	line = strings.TrimRight(line, "\r")
	if strings.IndexFunc(line, moves) < 0 {
		return line
	}
	out := make([]byte, 0, len(line))
	for i := 0; i < len(line); {
		switch c := line[i]; {
		case c == 0x1b:
			i += sequence(line[i:])
		case c == '\r':
			out = out[:0]
			i++
		case c == '\b':
			out = shorter(out)
			i++
		case c < ' ' && c != '\t' || c == 0x7f:
			i++
		case c == 0xc2 && i+1 < len(line) && line[i+1] < 0xa0:
			if i += 2; line[i-1] == 0x9b { // the one-character form of ESC [
				i += parameters(line[i:])
			}
		default:
			out = append(out, c)
			i++
		}
	}
	return string(out)
}

// shorter takes the last character off.
func shorter(b []byte) []byte {
	for len(b) > 0 {
		last := b[len(b)-1]
		if b = b[:len(b)-1]; last&0xc0 != 0x80 {
			break
		}
	}
	return b
}

// sequence is the length of the escape sequence that a text begins with.
// https://ecma-international.org/publications-and-standards/standards/ecma-48/
func sequence(s string) int {
	if len(s) < 2 || s[1] >= utf8.RuneSelf {
		return 1
	}
	switch c := s[1]; {
	case c == '[':
		return 2 + parameters(s[2:])
	case c == ']' || c == 'P' || c == 'X' || c == '^' || c == '_':
		return 2 + terminated(s[2:])
	case c >= ' ' && c <= '/' && len(s) > 2 && s[2] < utf8.RuneSelf:
		return 3 // designates a character set
	}
	return 2
}

// parameters is the length of a control sequence behind its introducer.
func parameters(s string) int {
	for i := range len(s) {
		switch c := s[i]; {
		case c >= '@' && c <= '~':
			return i + 1
		case c < ' ' || c > '?':
			return i // broken off
		}
	}
	return len(s)
}

// terminated is the length of a string sequence behind its introducer, up to
// a bell or ESC \. A line ends it too: what was never closed must not
// swallow the output behind it.
func terminated(s string) int {
	for i := range len(s) {
		switch {
		case s[i] == 0x07:
			return i + 1
		case strings.HasPrefix(s[i:], "\x1b\\"):
			return i + 2
		case s[i] == 0x1b:
			return i // another one begins
		}
	}
	return len(s)
}
