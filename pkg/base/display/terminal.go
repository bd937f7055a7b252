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
// the first control character other than tab and newline. It reads sixteen bytes
// at a time, because an output is mostly letters.
func still(s string) int {
	rest := s
	for ; len(rest) >= 16; rest = rest[16:] {
		x, y := eight(rest), eight(rest[8:])
		if unlettered(x)|unlettered(y) == 0 || unlettered(joinLines(x))|unlettered(joinLines(y)) == 0 {
			continue
		}
		if (x|y)&highs != 0 && mayMove(x)|mayMove(y) == 0 {
			continue
		}
		for i := range 16 {
			if moves(rest, i) {
				return len(s) - len(rest) + i
			}
		}
	}
	for i := range len(rest) {
		if moves(rest, i) {
			return len(s) - len(rest) + i
		}
	}
	return len(s)
}

const ones, highs, lows = 0x0101010101010101, 0x8080808080808080, 0x7f7f7f7f7f7f7f7f

// unlettered returns 0 if eight bytes are letters and other signs of ASCII: those
// leave no high bit. A byte below the space borrows from it, DEL carries into it,
// and a byte outside of ASCII has it set.
func unlettered(x uint64) uint64 { return ((x - ' '*ones) | (x + ones) | x) & highs }

// joinLines puts a space in place of each newline, if all bytes are of ASCII: that
// a line ends is no reason to look at each byte.
func joinLines(x uint64) uint64 {
	ends := ^(x ^ '\n'*ones + 0x7f*ones) & highs >> 7 // 1 for each
	return x + ends*(' '-'\n')
}

// mayMove returns 0 if none of eight bytes begins what moves reports, in whichever
// script they are.
func mayMove(x uint64) uint64 {
	controls := ^((x&lows + (0x80-' ')*ones) | x) & highs
	return controls&^are(x, '\n') | are(x, 0x7f) | are(x, 0xc2)
}

// are marks the high bits of the bytes that are equal to one.
func are(x, c uint64) uint64 {
	x ^= c * ones
	return ^((x&lows + lows) | x) & highs
}

// eight returns the first eight bytes of a text as one number.
func eight(s string) uint64 {
	_ = s[7]
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
