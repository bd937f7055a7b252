package rulefile

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// class copies a set of characters.
func (d *dialect) class(b *strings.Builder) error {
	start := d.pos
	d.pos++
	if strings.HasPrefix(d.text[d.pos:], "^") {
		d.pos++
	}
	if strings.HasPrefix(d.text[d.pos:], "]") {
		d.pos++
	}
	b.WriteString(d.text[start:d.pos])
	for d.pos < len(d.text) {
		rest := d.text[d.pos:]
		switch {
		case rest[0] == ']':
			b.WriteByte(']')
			d.pos++
			return nil
		case strings.HasPrefix(rest, "-[") && !strings.HasPrefix(rest, "-[:"):
			return errors.New("a set of characters less another")
		case strings.HasPrefix(rest, `\b`):
			b.WriteString(`\x08`)
			d.pos += 2
		case rest[0] == '\\':
			d.letter(b)
		case strings.HasPrefix(rest, "[:") && strings.Contains(rest, ":]"):
			end := strings.Index(rest, ":]") + 2
			b.WriteString(rest[:end])
			d.pos += end
		default:
			b.WriteByte(rest[0])
			d.pos++
		}
	}
	return &syntax.Error{Code: syntax.ErrMissingBracket, Expr: d.text[start:]}
}

// escape reads a backslash outside of a set.
func (d *dialect) escape(b *strings.Builder, m modes) error {
	rest := d.text[d.pos+1:]
	switch {
	case strings.HasPrefix(rest, "Q"):
		text, _, ended := strings.Cut(rest[1:], `\E`)
		b.WriteString(regexp.QuoteMeta(text))
		if d.pos += len(`\Q`) + len(text); ended {
			d.pos += len(`\E`)
		}
	case strings.HasPrefix(rest, "G"):
		b.WriteString(`\A`)
		d.pos += 2
	case strings.HasPrefix(rest, "Z"):
		b.WriteString(`\z`)
		d.pos += 2
	case strings.HasPrefix(rest, "k<"), strings.HasPrefix(rest, "k'"):
		end := ">"
		if rest[1] == '\'' {
			end = "'"
		}
		name, _, ok := strings.Cut(rest[2:], end)
		if !ok {
			return &syntax.Error{Code: syntax.ErrInvalidEscape, Expr: rest}
		}
		d.special(b, special{kind: same, ref: name, either: m.has('i')})
		d.pos += len(`\k<>`) + len(name)
	case rest != "" && '1' <= rest[0] && rest[0] <= '9':
		n := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		if n >= 3 { // a character in octal
			d.letter(b)
			return nil
		}
		d.special(b, special{kind: same, ref: rest[:n], either: m.has('i')})
		d.pos += 1 + n
	default:
		d.letter(b)
	}
	return nil
}

// letter copies a backslash and what is behind it. A letter that means nothing is
// itself.
func (d *dialect) letter(b *strings.Builder) {
	rest := d.text[d.pos+1:]
	if rest == "" {
		b.WriteByte('\\')
		d.pos++
		return
	}
	_, size := utf8.DecodeRuneInString(rest)
	d.pos += 1 + size
	c := rest[0]
	switch {
	case c == 'e':
		b.WriteString(`\x1b`)
	case c == 'c' && len(rest) > 1:
		fmt.Fprintf(b, `\x%02x`, rest[1]&0x1f)
		d.pos++
	case c == 'u' && len(rest) > 4:
		b.WriteString(`\x{` + rest[1:5] + "}")
		d.pos += 4
	case isName(rest[:1]) && c != '_' && strings.IndexByte("pPxdwsDWSbBAzaftnrv", c) < 0:
		b.WriteByte(c)
	default:
		b.WriteString(`\` + rest[:size])
	}
}
