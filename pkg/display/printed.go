package display

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
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\ufffd")
	}
	if still(s) == len(s) {
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

// still is the length of what s begins with that is printed as it is: all of
// it up to the first control other than the tab and the end of a line. It
// reads eight bytes at a time, as an output is mostly letters.
func still(s string) int {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	i := 0
	for ; i+8 <= len(s); i += 8 {
		// Eight letters leave no high bit: one below the space borrows it,
		// DEL carries into it, and what is not ASCII has it.
		x := eight(s, i)
		if ((x-' '*ones)|(x+ones)|x)&highs == 0 {
			continue
		}
		for j := i; j < i+8; j++ {
			if moves(s, j) {
				return j
			}
		}
	}
	for ; i < len(s); i++ {
		if moves(s, i) {
			return i
		}
	}
	return i
}

// eight returns eight bytes of s as one number.
func eight(s string, i int) uint64 {
	s = s[i : i+8]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// moves tells the characters that are not printed: of the controls, all but
// the tab and the end of a line.
func moves(s string, i int) bool {
	switch c := s[i]; {
	case c < ' ':
		return c != '\t' && c != '\n'
	case c == 0x7f:
		return true
	case c == 0xc2: // two bytes for 0x80 to 0xbf
		return i+1 < len(s) && s[i+1] < 0xa0
	}
	return false
}

// overwritten is a line as it stands when all of it was written: a carriage
// return begins it anew, a backspace takes a character back.
func overwritten(line string) string {
	line = strings.TrimRight(line, "\r")
	if still(line) == len(line) {
		return line
	}
	out := make([]byte, 0, len(line))
	for i := 0; i < len(line); {
		if !moves(line, i) {
			n := still(line[i:])
			out = append(out, line[i:i+n]...)
			i += n
			continue
		}
		switch line[i] {
		case 0x1b:
			i += sequence(line[i:])
		case '\r':
			out = out[:0]
			i++
		case '\b':
			out = shorter(out)
			i++
		case 0xc2: // a control in two bytes
			if i += 2; line[i-1] == 0x9b { // the one-character form of ESC [
				i += parameters(line[i:])
			}
		default:
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
