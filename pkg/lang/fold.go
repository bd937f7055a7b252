package lang

import (
	"encoding/base64"
	"encoding/hex"
	"path"
	"strconv"
	"strings"
)

// property is the value of a member that is no method.
func (r *reader) property(v value, name string) (value, bool) {
	if v.typ == "pathlib.Path" && name == "parent" {
		return r.mapped(v, func(a Arg) (Arg, bool) { return Arg{Text: path.Dir(a.Text)}, len(a.Holes) == 0 }), true
	}
	return value{}, false
}

// mapped applies f to every alternative; where f has no answer the value is
// unknown.
func (r *reader) mapped(v value, f func(Arg) (Arg, bool)) value {
	var out []value
	for _, a := range v.alternatives() {
		x := r.arg(a)
		r.fuel -= len(x.Text)
		y, ok := f(x)
		w := value{shape: text, arg: y, typ: a.typ}
		if !ok || r.fuel < 0 {
			w = unknown(a.lhs)
		}
		out = append(out, w.stained(a))
	}
	return choose(out)
}

// onText applies f to every alternative that is wholly known.
func (r *reader) onText(v value, f func(string) (string, bool)) value {
	return r.mapped(v, func(a Arg) (Arg, bool) {
		if len(a.Holes) > 0 {
			return a, false
		}
		s, ok := f(a.Text)
		return Arg{Text: s, Glob: a.Glob}, ok
	})
}

func (r *reader) reversed(v value) value {
	return r.onText(v, func(s string) (string, bool) {
		b := []byte(s)
		for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
			b[i], b[j] = b[j], b[i]
		}
		return string(b), true
	})
}

func (r *reader) repeat(v, n value) value {
	k, err := strconv.Atoi(n.arg.Text)
	if err != nil || k < 0 || k > 64 {
		return unknown("repeated")
	}
	return r.onText(v, func(s string) (string, bool) {
		r.fuel -= k * len(s)
		if r.fuel < 0 {
			return "", false
		}
		return strings.Repeat(s, k), true
	})
}

// format is "%s/x" % v.
func (r *reader) format(f, v value) value {
	args := []value{v}
	if v.shape == list {
		args = v.items
	}
	out := lit("")
	rest := f.arg.Text
	if len(f.arg.Holes) > 0 {
		return unknown("format").stained(f, v)
	}
	for {
		i := strings.IndexByte(rest, '%')
		if i < 0 || i+1 >= len(rest) {
			return r.both(out, lit(rest), join)
		}
		out = r.both(out, lit(rest[:i]), join)
		verb := rest[i+1]
		rest = rest[i+2:]
		switch {
		case verb == '%':
			out = r.both(out, lit("%"), join)
		case (verb == 's' || verb == 'd' || verb == 'r') && len(args) > 0:
			out = r.both(out, args[0], join)
			args = args[1:]
		default:
			return unknown("format").stained(f, v)
		}
	}
}

// braceFormat is "{}/x".format(..).
func (r *reader) braceFormat(f value, c *call) value {
	if !f.known() {
		return unknown("format").stained(f).stained(c.args...)
	}
	out := lit("")
	rest := f.arg.Text
	next := 0
	for {
		i := strings.IndexByte(rest, '{')
		if i < 0 {
			return r.both(out, lit(rest), join)
		}
		out = r.both(out, lit(rest[:i]), join)
		j := strings.IndexByte(rest[i:], '}')
		if j < 0 {
			return unknown("format")
		}
		field, _, _ := strings.Cut(rest[i+1:i+j], ":")
		rest = rest[i+j+1:]
		v, ok := c.option(field)
		if field == "" {
			field = strconv.Itoa(next)
			next++
		}
		if n, err := strconv.Atoi(field); err == nil && n >= 0 && n < len(c.args) {
			v, ok = c.args[n], true
		}
		if !ok {
			v = unknown(field)
		}
		out = r.both(out, v, join)
	}
}

// method is a call of a method that has no row: what all languages have for
// strings and lists.
func (r *reader) method(c *call) value {
	self := *c.self
	name := c.name[strings.LastIndexByte(c.name, '.')+1:]
	if name == "then" && self.net && len(c.args) > 0 && c.args[0].shape == ref {
		return r.call(c.args[0], &call{from: c.from, to: c.to, args: []value{self}})
	}
	if self.shape == list {
		if v, ok := r.listMethod(self, name, c); ok {
			return v
		}
	} else if self.shape == text && self.typ == "" || self.shape == choice {
		if v, ok := r.stringMethod(self, name, c); ok {
			return v
		}
	}
	return r.result(c, "")
}

func (r *reader) stringMethod(self value, name string, c *call) (value, bool) {
	switch name {
	case "encode", "decode", "toString", "to_s", "to_str", "strip", "trim", "chomp", "rstrip", "read", "String", "freeze", "dup", "toLowerCase", "lower", "downcase":
		return r.mapped(self, func(a Arg) (Arg, bool) {
			if strings.HasPrefix(name, "to") && strings.HasSuffix(name, "Case") || name == "lower" || name == "downcase" {
				a.Text = lower(a.Text)
			}
			return a, true
		}), true
	case "format":
		return r.braceFormat(self, c), true
	case "join":
		if r.syn.lang == "python" && len(c.args) == 1 {
			return r.joined(c.args[0], self), true
		}
	case "concat":
		for _, a := range c.args {
			self = r.concat(self, a)
		}
		return self, true
	case "reverse":
		return r.reversed(self), true
	case "replace", "gsub", "sub", "replaceAll":
		if len(c.args) == 2 && c.args[0].known() && c.args[1].known() && c.args[0].arg.Text != "" {
			return r.onText(self, func(s string) (string, bool) {
				grown := strings.Count(s, c.args[0].arg.Text) * len(c.args[1].arg.Text)
				r.fuel -= grown
				return strings.ReplaceAll(s, c.args[0].arg.Text, c.args[1].arg.Text), r.fuel > 0
			}), true
		}
	case "split":
		if self.known() && (len(c.args) == 0 || c.args[0].known()) {
			words := strings.Fields(self.arg.Text)
			if len(c.args) > 0 && strings.TrimSpace(c.args[0].arg.Text) != "" {
				words = strings.Split(self.arg.Text, c.args[0].arg.Text)
			} else if len(c.args) > 0 && c.args[0].arg.Text == "" {
				words = strings.Split(self.arg.Text, "")
			}
			v := value{shape: list}
			r.fuel -= 64 * len(words)
			for _, w := range words[:min(len(words), maxWords)] {
				v.items = append(v.items, lit(w))
			}
			return v, r.fuel > 0
		}
	case "unpack1", "unpack":
		if len(c.args) == 1 && strings.HasPrefix(c.args[0].arg.Text, "m") {
			return r.onText(self, fromBase64), true
		}
	}
	return value{}, false
}

func (r *reader) listMethod(self value, name string, c *call) (value, bool) {
	switch name {
	case "join":
		sep := lit("")
		if r.syn.lang == "javascript" {
			sep = lit(",")
		}
		if len(c.args) > 0 {
			sep = c.args[0]
		}
		return r.joined(self, sep), true
	case "reverse":
		out := self
		out.items = nil
		for i := len(self.items) - 1; i >= 0; i-- {
			out.items = append(out.items, self.items[i])
		}
		r.fuel -= 64 * len(self.items)
		return out, r.fuel > 0
	case "map", "filter", "flat", "to_a", "each", "forEach", "sort", "uniq":
		if len(c.args) == 1 && c.args[0].shape == ref && (name == "forEach" || name == "each" || name == "map") {
			each := iterated(self)
			return r.call(c.args[0], &call{from: c.from, to: c.to, args: []value{each}}), true
		}
		return self, name != "map"
	}
	return value{}, false
}

// joined is the elements of a list with sep between them.
func (r *reader) joined(v, sep value) value {
	if v.shape != list {
		return unknown("joined").stained(v)
	}
	out := lit("")
	for i, item := range v.items {
		if i > 0 {
			out = r.both(out, sep, join)
		}
		out = r.both(out, item, join)
	}
	return out
}

func fromBase64(s string) (string, bool) {
	clean := strings.NewReplacer("\n", "", "\r", "", " ", "", "-", "+", "_", "/").Replace(s)
	b, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(clean, "="))
	return string(b), err == nil
}

func fromHex(s string) (string, bool) {
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	return string(b), err == nil
}

func rot13(s string) (string, bool) {
	b := []byte(s)
	for i, c := range b {
		switch {
		case c >= 'a' && c <= 'z':
			b[i] = 'a' + (c-'a'+13)%26
		case c >= 'A' && c <= 'Z':
			b[i] = 'A' + (c-'A'+13)%26
		}
	}
	return string(b), true
}

// first is the first argument, or nothing.
func (c *call) first() value {
	if len(c.args) == 0 {
		return unknown("nothing")
	}
	return c.args[0]
}

// characters is a string of character codes.
func characters(vs []value) value {
	var b strings.Builder
	for _, v := range vs {
		n, err := strconv.ParseUint(v.arg.Text, 0, 21)
		if v.shape != number || err != nil {
			return unknown("characters")
		}
		b.WriteRune(rune(n))
	}
	return lit(b.String())
}
