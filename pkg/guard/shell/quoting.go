package shell

import (
	"strconv"
	"strings"
)

// Unescape appends unquoted literal text: backslashes quote, pattern
// characters become globs.
func (w *Word) Unescape(text string, quoted bool) {
	if Plain(text) {
		if text != "" {
			w.Add(Part{Kind: Lit, Text: text})
		}
		return
	}
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			w.Add(Part{Kind: Lit, Text: b.String()})
			b.Reset()
		}
	}
	open := 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\' && i+1 < len(text):
			i++
			if text[i] != '\n' {
				b.WriteByte(text[i])
			}
		case !quoted && (c == '*' || c == '?' || c == '[' && i >= open):
			n, unclosed := globLen(text[i:])
			if n == 0 {
				open = i + unclosed
				b.WriteByte(c)
				continue
			}
			flush()
			w.Parts = append(w.Parts, Part{Kind: Glob, Text: text[i : i+n]})
			i += n - 1
		default:
			b.WriteByte(c)
		}
	}
	flush()
}

// Plain reports whether text is what it stands for.
func Plain(text string) bool {
	for i := range len(text) {
		switch text[i] {
		case '\\', '*', '?', '[':
			return false
		}
	}
	return true
}

// DblUnescape removes the backslashes that count inside double quotes.
func DblUnescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && strings.IndexByte("$`\"\\\n", s[i+1]) >= 0 {
			i++
			if s[i] == '\n' {
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// AnsiC decodes the body of $'..'.
func AnsiC(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 >= len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		if s[i] == 'c' && i+1 < len(s) { // a control character
			i++
			b.WriteByte(s[i] & 0x1f)
			continue
		}
		i += Escape(&b, s[i:]) - 1
	}
	return b.String()
}

// Escape decodes one escape sequence after its backslash and returns how many
// bytes it took.
func Escape(b *strings.Builder, s string) int {
	switch c := s[0]; c {
	case 'n':
		b.WriteByte('\n')
	case 't':
		b.WriteByte('\t')
	case 'r':
		b.WriteByte('\r')
	case 'a':
		b.WriteByte('\a')
	case 'b':
		b.WriteByte('\b')
	case 'e', 'E':
		b.WriteByte(0x1b)
	case 'f':
		b.WriteByte('\f')
	case 'v':
		b.WriteByte('\v')
	case 'x':
		return 1 + number(b, s[1:], 16, 2, false)
	case 'u':
		return 1 + number(b, s[1:], 16, 4, true)
	case 'U':
		return 1 + number(b, s[1:], 16, 8, true)
	case '0', '1', '2', '3', '4', '5', '6', '7':
		return number(b, s, 8, 3, false)
	case '\\', '\'', '"', '?':
		b.WriteByte(c)
	default:
		b.WriteByte('\\')
		b.WriteByte(c)
	}
	return 1
}

// number decodes up to width digits and returns how many it took.
func number(b *strings.Builder, s string, base, width int, wide bool) int {
	n := 0
	for n < len(s) && n < width && strings.IndexByte("0123456789abcdefABCDEF"[:digits(base)], s[n]) >= 0 {
		n++
	}
	v, err := strconv.ParseUint(s[:n], base, 32)
	switch {
	case err != nil:
	case wide:
		b.WriteRune(rune(v))
	default:
		b.WriteByte(byte(v))
	}
	return n
}

func digits(base int) int {
	if base == 8 {
		return 8
	}
	return 22
}
