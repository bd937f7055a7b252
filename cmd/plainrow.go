package cmd

import (
	"strings"
	"unicode/utf8"
)

const jsonBlanks = " \t\r\n"

// plain reads a row of nothing but texts in ASCII, which nearly all are, at a fifth
// of what encoding/json takes. It reports false for any other row.
func (r *row) plain(s string) bool {
	s, more := strings.CutPrefix(strings.Trim(s, jsonBlanks), "{")
	for more {
		name, rest, ok := plainText(s)
		rest, colon := strings.CutPrefix(strings.TrimLeft(rest, jsonBlanks), ":")
		value, rest, known := plainText(rest)
		if !ok || !colon || !known {
			return false
		}
		switch name {
		case "command":
			r.Command = &value
		case "cwd":
			r.Cwd = value
		case "home":
			r.Home = value
		case "surface":
			r.Surface = value
		default:
			return false
		}
		if rest = strings.TrimLeft(rest, jsonBlanks); rest == "}" {
			return true
		}
		s, more = strings.CutPrefix(rest, ",")
	}
	return false
}

// plainText cuts a JSON text off the beginning of s.
func plainText(s string) (text, rest string, ok bool) {
	s, ok = strings.CutPrefix(strings.TrimLeft(s, jsonBlanks), `"`)
	if !ok {
		return "", "", false
	}
	var b strings.Builder
	from := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' && from == 0:
			return s[:i], s[i+1:], true
		case c == '"':
			b.WriteString(s[from:i])
			return b.String(), s[i+1:], true
		case c == '\\' && i+1 < len(s):
			k := strings.IndexByte(`"\/bfnrt`, s[i+1])
			if k < 0 {
				return "", "", false
			}
			b.WriteString(s[from:i])
			b.WriteByte("\"\\/\b\f\n\r\t"[k])
			i++
			from = i + 1
		case c < ' ' || c >= utf8.RuneSelf:
			return "", "", false
		}
	}
	return "", "", false
}
