package interpret

import (
	"encoding/base64"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/wide"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Unbase64 decodes base64 of either alphabet, with or without its padding.
func Unbase64(s string) (string, bool) {
	s = strings.Join(strings.Fields(s), "")
	s = strings.TrimRight(s, "=")
	for _, enc := range [...]*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		if b, err := enc.DecodeString(s); err == nil {
			return string(b), true
		}
	}
	return "", false
}

// UnUTF16 reads UTF-16, its low bytes first, in base64.
func UnUTF16(s string) (string, bool) {
	b, ok := Unbase64(s)
	if !ok || len(b) == 0 || len(b)%2 != 0 || len(b) > maxOutput {
		return "", false
	}
	return wide.String(b), true
}

// ReverseLines writes each line backwards, as rev does.
func ReverseLines(s string) string {
	ls := strings.Split(s, "\n")
	for i, l := range ls {
		b := []byte(l)
		for x, y := 0, len(b)-1; x < y; x, y = x+1, y-1 {
			b[x], b[y] = b[y], b[x]
		}
		ls[i] = string(b)
	}
	return strings.Join(ls, "\n")
}

// Translate does what tr does with literal sets and ranges.
func Translate(a shell.Args, text string) (string, bool) {
	if len(a.Operands) == 0 {
		return "", false
	}
	from, ok := a.Operands[0].Literal()
	if !ok || strings.Contains(from, "[:") || a.Has("-c", "-C", "-s") {
		return "", false
	}
	from = ranges(shell.AnsiC(from))
	if a.Has("-d") {
		return strings.Map(func(r rune) rune {
			if strings.ContainsRune(from, r) {
				return -1
			}
			return r
		}, text), true
	}
	if len(a.Operands) < 2 {
		return "", false
	}
	to, ok := a.Operands[1].Literal()
	to = ranges(shell.AnsiC(to))
	if !ok || to == "" {
		return "", false
	}
	b := []byte(text)
	for i := range b {
		if k := strings.LastIndexByte(from, b[i]); k >= 0 {
			b[i] = to[min(k, len(to)-1)]
		}
	}
	return string(b), true
}

func ranges(set string) string {
	var b strings.Builder
	for i := 0; i < len(set); i++ {
		if i+2 < len(set) && set[i+1] == '-' && set[i] <= set[i+2] {
			for c := int(set[i]); c <= int(set[i+2]); c++ {
				b.WriteByte(byte(c))
			}
			i += 2
			continue
		}
		b.WriteByte(set[i])
	}
	return b.String()
}
