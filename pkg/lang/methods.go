package lang

import (
	"encoding/base64"
	"encoding/hex"
	"path"
	"strconv"
	"strings"
)

// property returns the value of a member that is not a method.
func (r *Reader) property(v Value, name string) (Value, bool) {
	if v.Type == "pathlib.Path" && name == "parent" {
		return r.mapped(v, func(a Arg) (Arg, bool) { return Arg{Text: path.Dir(a.Text)}, len(a.Holes) == 0 }), true
	}
	return Value{}, false
}

// mapped applies f to every alternative; where f has no answer the value is
// unknown.
func (r *Reader) mapped(v Value, f func(Arg) (Arg, bool)) Value {
	var out []Value
	for _, a := range v.Alternatives() {
		x := r.Arg(a)
		r.fuel -= len(x.Text)
		y, ok := f(x)
		w := Value{Shape: TextShape, Arg: y, Type: a.Type}
		if !ok || r.fuel < 0 {
			w = Unknown(a.Var)
		}
		out = append(out, w.Tainted(a))
	}
	return Choose(out)
}

// OnText applies f to every alternative that is wholly known.
func (r *Reader) OnText(v Value, f func(string) (string, bool)) Value {
	return r.mapped(v, func(a Arg) (Arg, bool) {
		if len(a.Holes) > 0 {
			return a, false
		}
		s, ok := f(a.Text)
		return Arg{Text: s, Glob: a.Glob}, ok
	})
}

func (r *Reader) reversed(v Value) Value {
	return r.OnText(v, func(s string) (string, bool) {
		b := []byte(s)
		for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
			b[i], b[j] = b[j], b[i]
		}
		return string(b), true
	})
}

func (r *Reader) repeat(v, n Value) Value {
	k, err := strconv.Atoi(n.Arg.Text)
	if err != nil || k < 0 || k > 64 {
		return Unknown("repeated")
	}
	return r.OnText(v, func(s string) (string, bool) {
		r.fuel -= k * len(s)
		if r.fuel < 0 {
			return "", false
		}
		return strings.Repeat(s, k), true
	})
}

// format returns "%s/x" % v.
func (r *Reader) format(f, v Value) Value {
	args := []Value{v}
	if v.Shape == ListShape {
		args = v.Items
	}
	out := Lit("")
	rest := f.Arg.Text
	if len(f.Arg.Holes) > 0 {
		return Unknown("format").Tainted(f, v)
	}
	for {
		i := strings.IndexByte(rest, '%')
		if i < 0 || i+1 >= len(rest) {
			return r.Both(out, Lit(rest), Join)
		}
		out = r.Both(out, Lit(rest[:i]), Join)
		verb := rest[i+1]
		rest = rest[i+2:]
		switch {
		case verb == '%':
			out = r.Both(out, Lit("%"), Join)
		case (verb == 's' || verb == 'd' || verb == 'r') && len(args) > 0:
			out = r.Both(out, args[0], Join)
			args = args[1:]
		default:
			return Unknown("format").Tainted(f, v)
		}
	}
}

// braceFormat returns "{}/x".format(..).
func (r *Reader) braceFormat(f Value, c *Call) Value {
	if !f.Known() {
		return Unknown("format").Tainted(f).Tainted(c.Args...)
	}
	out := Lit("")
	rest := f.Arg.Text
	next := 0
	for {
		i := strings.IndexByte(rest, '{')
		if i < 0 {
			return r.Both(out, Lit(rest), Join)
		}
		out = r.Both(out, Lit(rest[:i]), Join)
		j := strings.IndexByte(rest[i:], '}')
		if j < 0 {
			return Unknown("format")
		}
		field, _, _ := strings.Cut(rest[i+1:i+j], ":")
		rest = rest[i+j+1:]
		v, ok := c.Option(field)
		if field == "" {
			field = strconv.Itoa(next)
			next++
		}
		if n, err := strconv.Atoi(field); err == nil && n >= 0 && n < len(c.Args) {
			v, ok = c.Args[n], true
		}
		if !ok {
			v = Unknown(field)
		}
		out = r.Both(out, v, Join)
	}
}

// method calls a method that has no row: what all languages have for
// strings and lists.
func (r *Reader) method(c *Call) Value {
	self := *c.Self
	name := c.Name[strings.LastIndexByte(c.Name, '.')+1:]
	if name == "then" && self.Net && len(c.Args) > 0 && c.Args[0].Shape == NameShape {
		return r.Call(c.Args[0], &Call{From: c.From, To: c.To, Args: []Value{self}})
	}
	if self.Shape == ListShape {
		if v, ok := r.listMethod(self, name, c); ok {
			return v
		}
	} else if self.Shape == TextShape && self.Type == "" || self.Shape == ChoiceShape {
		if v, ok := r.StringMethod(self, name, c); ok {
			return v
		}
	}
	return r.Result(c, "")
}

// StringMethod calls a method that strings have in many languages. It reports
// whether it knows the name.
func (r *Reader) StringMethod(self Value, name string, c *Call) (Value, bool) {
	switch name {
	case "encode", "decode", "toString", "to_s", "to_str", "strip", "trim", "chomp", "rstrip", "read", "String", "freeze", "dup", "toLowerCase", "lower", "downcase":
		return r.mapped(self, func(a Arg) (Arg, bool) {
			if strings.HasPrefix(name, "to") && strings.HasSuffix(name, "Case") || name == "lower" || name == "downcase" {
				a.Text = Lower(a.Text)
			}
			return a, true
		}), true
	case "format":
		return r.braceFormat(self, c), true
	case "join":
		if r.syn.Lang == "python" && len(c.Args) == 1 {
			return r.joined(c.Args[0], self), true
		}
	case "concat":
		for _, a := range c.Args {
			self = r.Concat(self, a)
		}
		return self, true
	case "reverse":
		return r.reversed(self), true
	case "replace", "gsub", "sub", "replaceAll":
		if len(c.Args) == 2 && c.Args[0].Known() && c.Args[1].Known() && c.Args[0].Arg.Text != "" {
			return r.OnText(self, func(s string) (string, bool) {
				grown := strings.Count(s, c.Args[0].Arg.Text) * len(c.Args[1].Arg.Text)
				r.fuel -= grown
				return strings.ReplaceAll(s, c.Args[0].Arg.Text, c.Args[1].Arg.Text), r.fuel > 0
			}), true
		}
	case "split":
		if self.Known() && (len(c.Args) == 0 || c.Args[0].Known()) {
			words := strings.Fields(self.Arg.Text)
			if len(c.Args) > 0 && strings.TrimSpace(c.Args[0].Arg.Text) != "" {
				words = strings.Split(self.Arg.Text, c.Args[0].Arg.Text)
			} else if len(c.Args) > 0 && c.Args[0].Arg.Text == "" {
				words = strings.Split(self.Arg.Text, "")
			}
			v := Value{Shape: ListShape}
			r.fuel -= 64 * len(words)
			for _, w := range words[:min(len(words), MaxWords)] {
				v.Items = append(v.Items, Lit(w))
			}
			return v, r.fuel > 0
		}
	case "unpack1", "unpack":
		if len(c.Args) == 1 && strings.HasPrefix(c.Args[0].Arg.Text, "m") {
			return r.OnText(self, fromBase64), true
		}
	}
	return Value{}, false
}

func (r *Reader) listMethod(self Value, name string, c *Call) (Value, bool) {
	switch name {
	case "join":
		sep := Lit("")
		if r.syn.Lang == "javascript" {
			sep = Lit(",")
		}
		if len(c.Args) > 0 {
			sep = c.Args[0]
		}
		return r.joined(self, sep), true
	case "reverse":
		out := self
		out.Items = nil
		for i := len(self.Items) - 1; i >= 0; i-- {
			out.Items = append(out.Items, self.Items[i])
		}
		r.fuel -= 64 * len(self.Items)
		return out, r.fuel > 0
	case "map", "filter", "flat", "to_a", "each", "forEach", "sort", "uniq":
		if len(c.Args) == 1 && c.Args[0].Shape == NameShape && (name == "forEach" || name == "each" || name == "map") {
			each := iterated(self)
			return r.Call(c.Args[0], &Call{From: c.From, To: c.To, Args: []Value{each}}), true
		}
		return self, name != "map"
	}
	return Value{}, false
}

// joined returns the elements of a list with sep between them.
func (r *Reader) joined(v, sep Value) Value {
	if v.Shape != ListShape {
		return Unknown("joined").Tainted(v)
	}
	out := Lit("")
	for i, item := range v.Items {
		if i > 0 {
			out = r.Both(out, sep, Join)
		}
		out = r.Both(out, item, Join)
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

// first returns the first argument, or nothing.
func (c *Call) first() Value {
	if len(c.Args) == 0 {
		return Unknown("nothing")
	}
	return c.Args[0]
}

// characters returns a string of character codes.
func characters(vs []Value) Value {
	var b strings.Builder
	for _, v := range vs {
		n, err := strconv.ParseUint(v.Arg.Text, 0, 21)
		if v.Shape != NumberShape || err != nil {
			return Unknown("characters")
		}
		b.WriteRune(rune(n))
	}
	return Lit(b.String())
}
