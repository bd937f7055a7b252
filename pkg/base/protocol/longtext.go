package protocol

import (
	"encoding/binary"
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"

	"github.com/tidwall/gjson"
)

// longTexts are the long texts of a payload, such as an output, decoded once:
// gjson would read each four times, so it sees marks in their place.
type longTexts []longText

// longText is a JSON string as it was written, and what it says.
type longText struct{ raw, text string }

const (
	// long is from how many bytes on a text is worth it.
	long = 1 << 10
	// longMark begins the JSON string in the place of a long text; its number
	// follows.
	longMark = "\"\x7flong text "
	// rare is a byte of it. A payload with that byte is left as it is.
	rare = '\x7f'
)

// takeOut returns a JSON text without the long texts of members whose names say
// that they hold one. Texts that are no JSON strings stay, and so does their
// fault.
func takeOut(in string) (out string, texts longTexts) {
	if strings.IndexByte(in, rare) >= 0 {
		return in, nil
	}
	var b strings.Builder
	done := 0
	key, named := "", false // the last string, and whether it is the name of what comes next
	for i := 0; i < len(in); i++ {
		switch in[i] {
		case ' ', '\t', '\r', '\n':
		case ':':
			named = true
		case '"':
			from, to := i, endOfString(in, i)
			if to < 0 {
				return in, nil
			}
			i = to - 1
			if to-from >= long && named && holdsText(key) {
				if text, ok := unquote(in[from+1 : to-1]); ok {
					b.WriteString(in[done:from])
					b.WriteString(longMark)
					b.WriteString(strconv.Itoa(len(texts)))
					b.WriteByte('"')
					texts, done = append(texts, longText{in[from:to], text}), to
				}
			}
			key, named = in[from+1:to-1], false
		default:
			named = false
		}
	}
	if texts == nil {
		return in, nil
	}
	b.WriteString(in[done:])
	return b.String(), texts
}

// endOfString returns the offset behind the JSON string that begins at i, or -1
// if it has no end.
func endOfString(in string, i int) int {
	for i++; ; {
		n := strings.IndexByte(in[i:], '"')
		if n < 0 {
			return -1
		}
		escaped := false
		for j := i + n; j > i && in[j-1] == '\\'; j-- {
			escaped = !escaped
		}
		if i += n + 1; !escaped {
			return i
		}
	}
}

// holdsText reports whether the texts under a key may be long.
func holdsText(key string) bool { return key == "command" || boundOf([]byte(key)) != (bound{}) }

// unquote returns what a JSON string says, given what stands between its
// quotes, and whether it is one. Like gjson it replaces half a pair of
// surrogates.
func unquote(in string) (string, bool) {
	out := make([]byte, len(in)) // n of it are filled
	i, n := 0, 0
	for i < len(in) {
		if i+16 <= len(in) {
			// Sixteen bytes are copied, and those from the first mark on count for nothing.
			from, to := in[i:i+16], out[n:n+16]
			a, b := eight(from), eight(from[8:])
			binary.LittleEndian.PutUint64(to, a)
			binary.LittleEndian.PutUint64(to[8:], b)
			first, second := escaped(a), escaped(b)
			if first|second == 0 {
				i += 16
				n += 16
				continue
			}
			plain := bits.TrailingZeros64(first) / 8 // 8 of none
			if first == 0 {
				plain += bits.TrailingZeros64(second) / 8
			}
			i += plain
			n += plain
		}
		c := in[i]
		i++
		switch {
		case c < ' ':
			return "", false
		case c != '\\':
		case i == len(in):
			return "", false
		case in[i] == 'u':
			r, size, ok := codeUnits(in[i+1:])
			if !ok {
				return "", false
			}
			i += 1 + size
			n += utf8.EncodeRune(out[n:], r)
			continue
		default:
			if c = simpleEscape(in[i]); c == 0 {
				return "", false
			}
			i++
		}
		out[n] = c
		n++
	}
	return unsafe.String(unsafe.SliceData(out), n), true // a copy would touch as much memory again
}

// simpleEscape returns the character that a letter behind a backslash stands
// for, or 0.
func simpleEscape(c byte) byte {
	switch c {
	case '"', '\\', '/':
		return c
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return 0
}

// codeUnits returns the character of four hexadecimal digits behind \u, or of a
// pair of surrogates, and how many bytes it takes.
func codeUnits(in string) (r rune, size int, ok bool) {
	r, ok = hex4(in)
	if ok && utf16.IsSurrogate(r) && strings.HasPrefix(in[4:], `\u`) {
		second, ok := hex4(in[6:])
		return utf16.DecodeRune(r, second), 10, ok
	}
	return r, 4, ok
}

// escaped marks the high bits of the bytes that are a backslash or a control
// character. Borrows go upwards: only the lowest mark is right for sure.
func escaped(w uint64) uint64 {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	return ((w - ones*' ') | ((w ^ ones*'\\') - ones)) &^ w & tops
}

// hex4 returns the number that a text begins with, in four hexadecimal digits.
func hex4(s string) (n rune, ok bool) {
	if len(s) < 4 {
		return 0, false
	}
	for _, c := range []byte(s[:4]) {
		switch {
		case c-'0' <= 9:
			c -= '0'
		case c|0x20-'a' <= 5:
			c = c | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		n = n<<4 | rune(c)
	}
	return n, true
}

// each calls do with the members of an object or the elements of a list, and
// with the long texts that belong there.
func (l longTexts) each(v gjson.Result, do func(key, v gjson.Result) bool) {
	if l == nil {
		v.ForEach(do)
		return
	}
	v.ForEach(func(key, v gjson.Result) bool {
		if n, ok := l.marked(v.Raw); ok {
			v.Raw, v.Str = l[n].raw, l[n].text
		}
		return do(key, v)
	})
}

// marked returns the number of the long text in whose place a value stands.
func (l longTexts) marked(raw string) (n int, ok bool) {
	number, ok := strings.CutPrefix(raw, longMark)
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(strings.TrimSuffix(number, `"`))
	return n, err == nil && n < len(l)
}

// whole puts long texts into JSON again.
func (l longTexts) whole(in string) string {
	if l == nil || !strings.Contains(in, longMark) {
		return in
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(in, longMark)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		number, after, _ := strings.Cut(rest, `"`)
		if n, err := strconv.Atoi(number); err == nil && n < len(l) {
			b.WriteString(l[n].raw)
		}
		in = after
	}
}
