package display

import (
	"strings"
	"unicode/utf8"
)

// Printed returns what a terminal shows of an output in the end: without
// escape sequences and characters that cannot be shown, and with only the last
// state of a line that was overwritten. Printed text stays the same byte for
// byte; bytes that are not UTF-8 become the replacement character.
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

// still returns the length of the start of s that is printed as it is, up to
// the first control character other than tab and newline. It reads eight bytes
// at a time, because an output is mostly letters.
func still(s string) int {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	i := 0
	for ; i+8 <= len(s); i += 8 {
		// Eight letters leave no high bit. A byte below the space borrows from
		// it, DEL carries into it, and a byte outside of ASCII has it set.
		x := eight(s, i)
		if ((x-' '*ones)|(x+ones)|x)&highs == 0 {
			continue
		}
		// Lines end, and that alone is no reason to look at each byte: with the
		// newline for a space, all may be letters.
		lines := x ^ '\n'*ones
		lines = ^(lines + 0x7f*ones) & highs >> 7 // 1 for each newline
		if y := x + lines*(' '-'\n'); x&highs == 0 && ((y-' '*ones)|(y+ones))&highs == 0 {
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

// moves reports whether a character is not printed: a control other than tab
// and newline.
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

// overwritten returns the last state of a line: a carriage return starts it
// again, a backspace removes a character.
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

// shorter drops the last character.
func shorter(b []byte) []byte {
	for len(b) > 0 {
		last := b[len(b)-1]
		if b = b[:len(b)-1]; last&0xc0 != 0x80 {
			break
		}
	}
	return b
}

// sequence returns the length of the escape sequence that a text begins with.
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

// parameters returns the length of a control sequence after its introducer.
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

// terminated returns the length of a string sequence after its introducer, up
// to a bell or ESC \. The end of the line ends it, too, so that one that is
// never closed does not hide the rest of the output.
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
