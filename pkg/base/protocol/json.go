package protocol

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// object writes one JSON object, with its texts made safe to show.
type object struct{ b []byte }

// open begins an object: the whole answer, or the value of a key.
func (o *object) open() *object { o.b = append(o.b, '{'); return o }

func (o *object) close() *object { o.b = append(o.b, '}'); return o }

func (o *object) key(name string) *object {
	o.b = AppendKey(o.b, name)
	return o
}

func (o *object) str(name, value string) *object {
	o.key(name)
	o.b = appendString(o.b, value)
	return o
}

func (o *object) num(name string, value float64) *object {
	o.key(name)
	o.b = strconv.AppendFloat(o.b, value, 'f', -1, 64)
	return o
}

func (o *object) flag(name string, value bool) *object {
	o.key(name)
	o.b = strconv.AppendBool(o.b, value)
	return o
}

// id writes a name, and null where there is none.
func (o *object) id(name, value string) *object {
	if value != "" {
		return o.str(name, value)
	}
	o.key(name)
	o.b = append(o.b, "null"...)
	return o
}

func (o *object) list(name string, values []string) *object {
	o.key(name)
	o.b = AppendList(o.b, values, appendString)
	return o
}

// maxText is how long a string of an answer may be. Claude Code replaces one
// of 10,000 characters by a path to a file.
const maxText = 9000

// appendString appends s as a JSON string that is safe to show.
func appendString(b []byte, s string) []byte { return AppendString(b, tame(s)) }

// tame makes text safe to show: valid, of bounded length, and without
// characters that move a terminal's cursor or change the direction of reading.
// The text may quote a command.
func tame(s string) string {
	if len(s) > maxText {
		cut := maxText
		for cut > 0 && !utf8.RuneStart(s[cut]) {
			cut--
		}
		s = s[:cut] + "…"
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r < ' ', 0x7f <= r && r < 0xa0, 0x202a <= r && r <= 0x202e, 0x2066 <= r && r <= 0x2069:
			return utf8.RuneError
		}
		return r
	}, s)
}

// line returns text as one line, for standard error.
func line(s string) []byte {
	return append([]byte(strings.Join(strings.Fields(tame(s)), " ")), '\n')
}
