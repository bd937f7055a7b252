package protocol

import (
	"strconv"
	"strings"
	"unicode/utf16"

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
	if hasControl(in) {
		return "", false
	}
	i := strings.IndexByte(in, '\\')
	if i < 0 {
		return strings.Clone(in), true
	}
	var out strings.Builder
	out.Grow(len(in))
	for ; i >= 0; i = strings.IndexByte(in, '\\') {
		out.WriteString(in[:i])
		in = in[i+1:]
		if in == "" {
			return "", false
		}
		c := in[0]
		switch in = in[1:]; c {
		case '"', '\\', '/':
		case 'b':
			c = '\b'
		case 'f':
			c = '\f'
		case 'n':
			c = '\n'
		case 'r':
			c = '\r'
		case 't':
			c = '\t'
		case 'u':
			r, ok := hex4(in)
			if !ok {
				return "", false
			}
			in = in[4:]
			if utf16.IsSurrogate(r) && strings.HasPrefix(in, `\u`) {
				second, ok := hex4(in[2:])
				if !ok {
					return "", false
				}
				r, in = utf16.DecodeRune(r, second), in[6:]
			}
			out.WriteRune(r)
			continue
		default:
			return "", false
		}
		out.WriteByte(c)
	}
	out.WriteString(in)
	return out.String(), true
}

// hasControl reports whether a text has a control character of ASCII, which a
// JSON string may not hold as it is. It looks at sixteen bytes at a time.
func hasControl(s string) bool {
	const blanks, tops = ' ' * 0x0101010101010101, 0x8080808080808080
	for ; len(s) >= 16; s = s[16:] {
		a, b := eight(s), eight(s[8:])
		if ((a-blanks)&^a|(b-blanks)&^b)&tops != 0 {
			return true
		}
	}
	for i := range len(s) {
		if s[i] < ' ' {
			return true
		}
	}
	return false
}

// hex4 returns the number that a text begins with, in four hexadecimal digits.
func hex4(s string) (rune, bool) {
	if len(s) < 4 {
		return 0, false
	}
	n, err := strconv.ParseUint(s[:4], 16, 16)
	return rune(n), err == nil
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
