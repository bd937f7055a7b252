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
	Value
	bare bool // not quoted, so that it may be an option or hold wildcards
	list bool // a comma follows, so that the next word goes with it
	from int
	to   int
}

// psReader reads PowerShell by its own rules: commands of words in pipelines.
type psReader struct {
	*Reader
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
	w := psWord{Value: Lit(""), bare: true, from: p.at}
	start := p.at
	for p.at < p.end {
		c := p.src[p.at]
		if c <= ' ' || strings.IndexByte(";|)}],", c) >= 0 || c == '&' && p.at > start || (c == '>' || c == '<') {
			break
		}
		w.Value = p.piece(w.Value, &w)
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
func (p *psReader) piece(before Value, w *psWord) Value {
	c := p.src[p.at]
	switch {
	case c == '\'':
		w.bare = false
		return p.Both(before, Lit(p.single()), Join)
	case c == '"':
		w.bare = false
		return p.Both(before, p.double(), Join)
	case c == '@' && p.at+1 < p.end && strings.IndexByte(`'"`, p.src[p.at+1]) >= 0:
		w.bare = false
		return p.Both(before, Lit(p.hereString()), Join)
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
		return p.Both(before, Lit(p.src[p.at-1:p.at]), Join)
	}
	from := p.at
	for p.at < p.end && strings.IndexByte("'\"`$(){}[];|,<>& \t\r\n", p.src[p.at]) < 0 {
		p.at++
	}
	if p.at == from {
		p.at++
	}
	return p.Both(before, Lit(p.src[from:p.at]), Join)
}

// after joins a value to what stands before it; alone it stays what it is.
func (p *psReader) after(before, v Value, w *psWord) Value {
	v = p.methods(v)
	if before.Known() && before.Arg.Text == "" {
		w.bare = false
		return v
	}
	return p.Both(before, v, Join).Tainted(before, v)
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
func (p *psReader) double() Value {
	out := Lit("")
	p.at++
	from := p.at
	flush := func() {
		if p.at > from {
			out = p.Both(out, Lit(p.src[from:p.at]), Join)
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
		case c == '$' && p.at+1 < p.end && (IsWord(p.src[p.at+1]) || p.src[p.at+1] == '{' || p.src[p.at+1] == '('):
			flush()
			var v Value
			if p.src[p.at+1] == '(' {
				p.at++
				v = p.group()
			} else {
				v = p.variable()
			}
			out = p.Both(out, v, Join).Tainted(v)
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
func (p *psReader) variable() Value {
	from := p.at
	p.at++
	if p.at < p.end && p.src[p.at] == '{' {
		p.at++
	}
	start := p.at
	for p.at < p.end && (IsWord(p.src[p.at]) || p.src[p.at] == ':' && p.at+1 < p.end && IsWord(p.src[p.at+1])) {
		p.at++
	}
	name := Lower(p.src[start:p.at])
	if start > from+1 && p.at < p.end && p.src[p.at] == '}' {
		p.at++
	}
	if p.at == from+1 && p.at < p.end && strings.IndexByte("?$^", p.src[p.at]) >= 0 {
		p.at++
	}
	if v, bound := p.env[name]; bound {
		v.Var = name
		return v
	}
	switch name {
	case "home", "env:userprofile", "env:home", "env:homepath":
		return Home()
	case "env:temp", "env:tmp":
		return Temp("$" + name)
	case "pwd", "psscriptroot":
		return Lit(".")
	case "true", "false", "null":
		return Value{Shape: NameShape, Name: name}
	}
	if env, ok := strings.CutPrefix(name, "env:"); ok {
		return Environ(strings.ToUpper(env))
	}
	v := Unknown("$" + name)
	v.Var = name
	return v
}
