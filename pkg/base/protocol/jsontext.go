package protocol

import (
	"math/bits"
	"slices"
	"unicode/utf8"
)

// AppendKey appends the key of a member of an object, after a comma unless it
// is the first.
func AppendKey(b []byte, name string) []byte {
	if n := len(b); n > 0 && b[n-1] != '{' {
		b = append(b, ',')
	}
	return append(append(append(b, '"'), name...), '"', ':')
}

// AppendList appends an array of values, each with add.
func AppendList[T any](b []byte, values []T, add func([]byte, T) []byte) []byte {
	b = append(b, '[')
	for i, v := range values {
		if i > 0 {
			b = append(b, ',')
		}
		b = add(b, v)
	}
	return append(b, ']')
}

// AppendString appends a string. Like encoding/json it replaces invalid UTF-8,
// and escapes characters that would end a line of JavaScript.
func AppendString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(slices.Grow(b, len(s)+len(s)/16+2), '"')
	done := 0
	for i := plainUntil(s, 0); i < len(s); i = plainUntil(s, i) {
		c := s[i]
		if c >= utf8.RuneSelf {
			for i < len(s) && s[i] >= utf8.RuneSelf {
				r, size := utf8.DecodeRuneInString(s[i:])
				switch {
				case r == utf8.RuneError && size == 1:
					b = append(append(b, s[done:i]...), "\ufffd"...)
					done = i + size
				case r == '\u2028' || r == '\u2029':
					b = append(append(append(b, s[done:i]...), `\u202`...), hex[r&15])
					done = i + size
				}
				i += size
			}
			continue
		}
		b = append(b, s[done:i]...)
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, `\n`...)
		case '\t':
			b = append(b, `\t`...)
		default:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
		i++
		done = i
	}
	return append(append(b, s[done:]...), '"')
}

// plainUntil returns the offset, from i on, of the next character that must be
// escaped in a JSON string or is not ASCII, or len(s). It reads sixteen bytes at
// a time.
func plainUntil(s string, i int) int {
	for ; i+16 <= len(s); i += 16 {
		x := s[i : i+16]
		if marks := unplain(eight(x)); marks|unplain(eight(x[8:])) != 0 {
			if marks != 0 {
				return i + bits.TrailingZeros64(marks)/8
			}
			return i + 8 + bits.TrailingZeros64(unplain(eight(x[8:])))/8
		}
	}
	for ; i < len(s); i++ {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= 0x7f {
			break
		}
	}
	return i
}

// unplain marks the high bits of the bytes that are not plain in a JSON string.
// Borrows and carries go upwards: only the lowest mark is right for sure.
func unplain(w uint64) uint64 {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	below := (w ^ ones*('"'^' ')) - ones*(' '+1) // or a quote, which trades places with the blank
	slash, deleted := (w^ones*'\\')-ones, w+ones
	return (w | below | slash | deleted) & tops
}

// eight returns the first eight bytes of a text as one number.
func eight(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}
