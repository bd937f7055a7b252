package protocol

import (
	"strings"

	"github.com/tidwall/gjson"
)

// strs returns the strings of an array.
func strs(v gjson.Result) []string {
	if !v.IsArray() {
		return nil
	}
	var list []string
	v.ForEach(func(_, v gjson.Result) bool {
		list = append(list, v.String())
		return true
	})
	return list
}

// shellJoin writes an argument vector as shell text.
func shellJoin(argv []string) string {
	var b strings.Builder
	for i, a := range argv {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(shellQuote(a))
	}
	return b.String()
}

// shellQuote writes a word for a shell. It does not use pkg/guard/shell, which this
// package may not import.
func shellQuote(s string) string {
	for i := 0; i < len(s); i++ {
		c := s[i]
		plain := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-_./=:,@%+", c) >= 0
		if !plain {
			return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
		}
	}
	if s == "" {
		return "''"
	}
	return s
}
