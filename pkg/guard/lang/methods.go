package lang

import (
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"
)

// mapped applies f to every alternative; where f has no answer the value is
// unknown.
func (calc *calculator) mapped(v Value, f func(Arg) (Arg, bool)) Value {
	var out []Value
	for _, a := range v.alternatives() {
		x := calc.Arg(a)
		calc.fuel -= len(x.Text)
		y, ok := f(x)
		w := Value{Shape: TextShape, Arg: y, Type: a.Type}
		if !ok || calc.fuel < 0 {
			w = Unknown(a.Var)
		}
		out = append(out, w.Tainted(a))
	}
	return choose(out)
}

// OnText applies f to every alternative that is wholly known.
func (calc *calculator) OnText(v Value, f func(string) (string, bool)) Value {
	return calc.mapped(v, func(a Arg) (Arg, bool) {
		if len(a.Holes) > 0 {
			return a, false
		}
		s, ok := f(a.Text)
		return Arg{Text: s, Glob: a.Glob}, ok
	})
}

func (calc *calculator) reversed(v Value) Value {
	return calc.OnText(v, func(s string) (string, bool) {
		b := []byte(s)
		for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
			b[i], b[j] = b[j], b[i]
		}
		return string(b), true
	})
}

func (calc *calculator) repeat(v, n Value) Value {
	k, err := strconv.Atoi(n.Arg.Text)
	if err != nil || k < 0 || k > 64 {
		return Unknown("repeated")
	}
	return calc.OnText(v, func(s string) (string, bool) {
		calc.fuel -= k * len(s)
		if calc.fuel < 0 {
			return "", false
		}
		return strings.Repeat(s, k), true
	})
}

// format returns "%s/x" % v.
func (calc *calculator) format(f, v Value) Value {
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
			return calc.Both(out, Lit(rest), Join)
		}
		out = calc.Both(out, Lit(rest[:i]), Join)
		verb := rest[i+1]
		rest = rest[i+2:]
		switch {
		case verb == '%':
			out = calc.Both(out, Lit("%"), Join)
		case (verb == 's' || verb == 'd' || verb == 'r') && len(args) > 0:
			out = calc.Both(out, args[0], Join)
			args = args[1:]
		default:
			return Unknown("format").Tainted(f, v)
		}
	}
}

// braceFormat returns "{}/x".format(..).
func (calc *calculator) braceFormat(f Value, c *Call) Value {
	if !f.Known() {
		return Unknown("format").Tainted(f).Tainted(c.Args...)
	}
	out := Lit("")
	rest := f.Arg.Text
	next := 0
	for {
		i := strings.IndexByte(rest, '{')
		if i < 0 {
			return calc.Both(out, Lit(rest), Join)
		}
		out = calc.Both(out, Lit(rest[:i]), Join)
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
		out = calc.Both(out, v, Join)
	}
}

// method calls a method that has no row: what all languages have for
// strings and lists.
func (e *evaluator) method(c *Call) Value {
	self := *c.Self
	name := c.Name[strings.LastIndexByte(c.Name, '.')+1:]
	if name == "then" && self.Net && len(c.Args) > 0 && c.Args[0].Shape == NameShape {
		return e.Call(c.Args[0], &Call{From: c.From, To: c.To, Args: []Value{self}})
	}
	if self.Shape == ListShape {
		if v, ok := e.listMethod(self, name, c); ok {
			return v
		}
	} else if self.Shape == TextShape && self.Type == "" || self.Shape == ChoiceShape {
		if v, ok := e.StringMethod(self, name, c); ok {
			return v
		}
	} else if self.Shape == OpaqueShape && sameData(name) {
		return self
	}
	return e.Result(c, "")
}

// sameData reports whether a method gives what its object holds in another
// form: str(os.environ).encode().
func sameData(method string) bool {
	switch method {
	case "encode", "decode", "toString", "to_s", "to_h", "to_a", "copy", "items", "strip", "trim":
		return true
	}
	return false
}

// StringMethod calls a method that strings have in many languages. It reports
// whether it knows the name.
func (e *evaluator) StringMethod(self Value, name string, c *Call) (Value, bool) {
	switch name {
	case "encode", "decode", "toString", "to_s", "to_str", "strip", "trim", "chomp", "rstrip", "read", "String", "freeze", "dup", "toLowerCase", "lower", "downcase":
		return e.mapped(self, func(a Arg) (Arg, bool) {
			if strings.HasPrefix(name, "to") && strings.HasSuffix(name, "Case") || name == "lower" || name == "downcase" {
				a.Text = Lower(a.Text)
			}
			return a, true
		}), true
	case "format":
		return e.braceFormat(self, c), true
	case "join":
		if e.syn.Lang == "python" && len(c.Args) == 1 {
			return e.joined(c.Args[0], self), true
		}
	case "concat":
		for _, a := range c.Args {
			self = e.Concat(self, a)
		}
		return self, true
	case "reverse":
		return e.reversed(self), true
	case "replace", "gsub", "sub", "replaceAll":
		if len(c.Args) == 2 && c.Args[0].Known() && c.Args[1].Known() && c.Args[0].Arg.Text != "" {
			return e.OnText(self, func(s string) (string, bool) {
				grown := strings.Count(s, c.Args[0].Arg.Text) * len(c.Args[1].Arg.Text)
				e.fuel -= grown
				return strings.ReplaceAll(s, c.Args[0].Arg.Text, c.Args[1].Arg.Text), e.fuel > 0
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
			e.fuel -= 64 * len(words)
			for _, w := range words[:min(len(words), MaxWords)] {
				v.Items = append(v.Items, Lit(w))
			}
			return v, e.fuel > 0
		}
	case "unpack1", "unpack":
		if len(c.Args) == 1 && strings.HasPrefix(c.Args[0].Arg.Text, "m") {
			return e.OnText(self, fromBase64), true
		}
	}
	return Value{}, false
}

func (e *evaluator) listMethod(self Value, name string, c *Call) (Value, bool) {
	switch name {
	case "join":
		sep := Lit("")
		if e.syn.Lang == "javascript" {
			sep = Lit(",")
		}
		if len(c.Args) > 0 {
			sep = c.Args[0]
		}
		return e.joined(self, sep), true
	case "reverse":
		out := self
		out.Items = nil
		for i := len(self.Items) - 1; i >= 0; i-- {
			out.Items = append(out.Items, self.Items[i])
		}
		e.fuel -= 64 * len(self.Items)
		return out, e.fuel > 0
	case "map", "filter", "flat", "to_a", "each", "forEach", "sort", "uniq":
		if len(c.Args) == 1 && c.Args[0].Shape == NameShape && (name == "forEach" || name == "each" || name == "map") {
			each := iterated(self)
			return e.Call(c.Args[0], &Call{From: c.From, To: c.To, Args: []Value{each}}), true
		}
		return self, name != "map"
	}
	return Value{}, false
}

// joined returns the elements of a list with sep between them.
func (calc *calculator) joined(v, sep Value) Value {
	if v.Shape != ListShape {
		return Unknown("joined").Tainted(v)
	}
	out := Lit("")
	for i, item := range v.Items {
		if i > 0 {
			out = calc.Both(out, sep, Join)
		}
		out = calc.Both(out, item, Join)
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
