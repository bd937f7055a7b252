package git

import "strings"

// configText reads the syntax of git's settings from the front.
type configText struct{ rest string }

// next takes a byte; 0 at the end.
func (p *configText) next() byte {
	if p.rest == "" {
		return 0
	}
	c := p.rest[0]
	p.rest = p.rest[1:]
	if c == '\r' && strings.HasPrefix(p.rest, "\n") {
		return p.next()
	}
	return c
}

func (p *configText) blank() { p.rest = strings.TrimLeft(p.rest, " \t\r\n\v\f") }

func (p *configText) line() { _, p.rest, _ = strings.Cut(p.rest, "\n") }

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func nameByte(c byte) bool { return letter(c) || '0' <= c && c <= '9' || c == '-' }

// name takes the rest of a name.
func (p *configText) name() string {
	n := 0
	for n < len(p.rest) && nameByte(p.rest[n]) {
		n++
	}
	name := p.rest[:n]
	p.rest = p.rest[n:]
	return name
}

// section takes what follows an opening bracket.
func (p *configText) section() (string, bool) {
	n := 0
	for n < len(p.rest) && (nameByte(p.rest[n]) || p.rest[n] == '.') {
		n++
	}
	name := strings.ToLower(p.rest[:n])
	p.rest = p.rest[n:]
	if strings.HasPrefix(p.rest, "]") {
		p.rest = p.rest[1:]
		return name, name != ""
	}
	p.rest = strings.TrimLeft(p.rest, " \t")
	if p.next() != '"' {
		return "", false
	}
	var sub strings.Builder
	for {
		c := p.next()
		switch c {
		case 0, '\n':
			return "", false
		case '"':
			return name + "." + sub.String(), p.next() == ']'
		case '\\':
			if c = p.next(); c == 0 || c == '\n' {
				return "", false
			}
		}
		sub.WriteByte(c)
	}
}

// value takes what follows a name, to the end of the line.
func (p *configText) value() (string, bool) {
	p.rest = strings.TrimLeft(p.rest, " \t")
	switch p.next() {
	case 0, '\n':
		return "true", true
	case '=':
	default:
		return "", false
	}
	p.rest = strings.TrimLeft(p.rest, " \t")
	var value []byte
	quoted := false
	kept := 0 // the length without blanks at the end
	for {
		c := p.next()
		switch {
		case c == 0 && p.rest == "" || c == '\n':
			return string(value[:kept]), !quoted
		case c == '"':
			quoted = !quoted
			kept = len(value)
			continue
		case (c == '#' || c == ';') && !quoted:
			p.line()
			return string(value[:kept]), true
		case c == '\\':
			switch c = p.next(); c {
			case '\n':
				continue
			case 'n':
				c = '\n'
			case 't':
				c = '\t'
			case 'b':
				c = '\b'
			case '\\', '"':
			default:
				return "", false
			}
			value = append(value, c)
			kept = len(value)
			continue
		}
		value = append(value, c)
		if quoted || c != ' ' && c != '\t' {
			kept = len(value)
		}
	}
}
