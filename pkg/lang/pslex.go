package lang

import (
	"encoding/base64"
	"strings"
	"unicode/utf16"
)

// fromUTF16 reads little-endian UTF-16, as -EncodedCommand and .NET write it.
func fromUTF16(b string) string {
	u := make([]uint16, len(b)/2)
	for i := range u {
		u[i] = uint16(b[2*i]) | uint16(b[2*i+1])<<8
	}
	return string(utf16.Decode(u))
}

func fromPlainBase64(s string) (string, bool) {
	b, err := base64.StdEncoding.DecodeString(s)
	return string(b), err == nil
}

// psWord is a word of a PowerShell command.
type psWord struct {
	value
	bare bool // not quoted, so that it may be an option or hold wildcards
	list bool // a comma follows, so that the next word goes with it
	from int
	to   int
}

// psReader reads PowerShell by its own rules: commands of words in pipelines.
type psReader struct {
	*reader
	at  int
	end int
}

// blank moves over blanks, comments and continued lines, not over line ends.
func (p *psReader) blank() {
	for p.at < p.end {
		rest := p.src[p.at:p.end]
		switch {
		case rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\r':
			p.at++
		case strings.HasPrefix(rest, "`\n"), strings.HasPrefix(rest, "`\r\n"):
			p.at += 2
		case rest[0] == '#':
			if i := strings.IndexByte(rest, '\n'); i >= 0 {
				p.at += i
			} else {
				p.at = p.end
			}
		case strings.HasPrefix(rest, "<#"):
			if i := strings.Index(rest, "#>"); i >= 0 {
				p.at += i + 2
			} else {
				p.at = p.end
			}
		default:
			return
		}
	}
}

// word reads one word: pieces without blanks between them.
func (p *psReader) word() (psWord, bool) {
	w := psWord{value: lit(""), bare: true, from: p.at}
	start := p.at
	for p.at < p.end {
		c := p.src[p.at]
		if c <= ' ' || strings.IndexByte(";|)}],", c) >= 0 || c == '&' && p.at > start || (c == '>' || c == '<') {
			break
		}
		w.value = p.piece(w.value, &w)
	}
	if p.at == start {
		return w, false
	}
	w.to = p.at
	p.blank()
	if p.at < p.end && p.src[p.at] == ',' {
		p.at++
		w.list = true
	}
	return w, true
}

// piece reads a quoted string, a variable, a group or plain characters.
func (p *psReader) piece(before value, w *psWord) value {
	c := p.src[p.at]
	switch {
	case c == '\'':
		w.bare = false
		return p.both(before, lit(p.single()), join)
	case c == '"':
		w.bare = false
		return p.both(before, p.double(), join)
	case c == '@' && p.at+1 < p.end && strings.IndexByte(`'"`, p.src[p.at+1]) >= 0:
		w.bare = false
		return p.both(before, lit(p.hereString()), join)
	case c == '$' && p.at+1 < p.end && p.src[p.at+1] == '(', c == '@' && p.at+1 < p.end && (p.src[p.at+1] == '(' || p.src[p.at+1] == '{'):
		p.at++
		return p.after(before, p.group(), w)
	case c == '(' || c == '{':
		return p.after(before, p.group(), w)
	case c == '$':
		return p.after(before, p.variable(), w)
	case c == '[':
		return p.after(before, p.bracket(), w)
	case c == '`' && p.at+1 < p.end:
		p.at += 2
		return p.both(before, lit(p.src[p.at-1:p.at]), join)
	}
	from := p.at
	for p.at < p.end && strings.IndexByte("'\"`$(){}[];|,<>& \t\r\n", p.src[p.at]) < 0 {
		p.at++
	}
	if p.at == from {
		p.at++
	}
	return p.both(before, lit(p.src[from:p.at]), join)
}

// after joins a value to what stands before it; alone it stays what it is.
func (p *psReader) after(before, v value, w *psWord) value {
	v = p.methods(v)
	if before.known() && before.arg.Text == "" {
		w.bare = false
		return v
	}
	return p.both(before, v, join).stained(before, v)
}

// single reads '..', in which ” is a quote.
func (p *psReader) single() string {
	var b strings.Builder
	for p.at++; p.at < p.end; p.at++ {
		if p.src[p.at] == '\'' {
			if p.at+1 >= p.end || p.src[p.at+1] != '\'' {
				p.at++
				break
			}
			p.at++
		}
		b.WriteByte(p.src[p.at])
	}
	p.at = min(p.at, p.end)
	return b.String()
}

// double reads "..", with variables and $(..) in it.
func (p *psReader) double() value {
	out := lit("")
	p.at++
	from := p.at
	flush := func() {
		if p.at > from {
			out = p.both(out, lit(p.src[from:p.at]), join)
		}
	}
	for p.at < p.end {
		c := p.src[p.at]
		switch {
		case c == '"' && p.at+1 < p.end && p.src[p.at+1] == '"', c == '`' && p.at+1 < p.end:
			flush()
			p.at++
			from = p.at
			p.at++
		case c == '"':
			flush()
			p.at++
			return out
		case c == '$' && p.at+1 < p.end && (isWord(p.src[p.at+1]) || p.src[p.at+1] == '{' || p.src[p.at+1] == '('):
			flush()
			var v value
			if p.src[p.at+1] == '(' {
				p.at++
				v = p.group()
			} else {
				v = p.variable()
			}
			out = p.both(out, v, join).stained(v)
			from = p.at
		default:
			p.at++
		}
	}
	flush()
	return out
}

// hereString reads @' .. '@.
func (p *psReader) hereString() string {
	closer := "\n" + p.src[p.at+1:p.at+2] + "@"
	p.at += 2
	from := p.at
	if i := strings.Index(p.src[p.at:p.end], closer); i >= 0 {
		p.at += i + len(closer)
		return strings.TrimPrefix(p.src[from:from+i], "\n")
	}
	p.at = p.end
	return p.src[from:p.end]
}

// variable reads $name, $env:NAME or ${name}.
func (p *psReader) variable() value {
	from := p.at
	p.at++
	if p.at < p.end && p.src[p.at] == '{' {
		p.at++
	}
	start := p.at
	for p.at < p.end && (isWord(p.src[p.at]) || p.src[p.at] == ':' && p.at+1 < p.end && isWord(p.src[p.at+1])) {
		p.at++
	}
	name := lower(p.src[start:p.at])
	if start > from+1 && p.at < p.end && p.src[p.at] == '}' {
		p.at++
	}
	if p.at == from+1 && p.at < p.end && strings.IndexByte("?$^", p.src[p.at]) >= 0 {
		p.at++
	}
	if v, bound := p.env[name]; bound {
		v.lhs = name
		return v
	}
	switch name {
	case "home", "env:userprofile", "env:home", "env:homepath":
		return home()
	case "env:temp", "env:tmp":
		return temp("$" + name)
	case "pwd", "psscriptroot":
		return lit(".")
	case "true", "false", "null":
		return value{shape: ref, name: name}
	}
	if env, ok := strings.CutPrefix(name, "env:"); ok {
		return environ(strings.ToUpper(env))
	}
	v := unknown("$" + name)
	v.lhs = name
	return v
}
