package lang

import "strings"

// The functions named fold are what rows give beyond a word: in this file,
// values.

func foldBase64(r *Reader, c *Call) Value { return r.onText(c.first(), fromBase64) }

func foldHex(r *Reader, c *Call) Value { return r.onText(c.first(), fromHex) }

// foldSame is a function that gives its argument back as far as we care.
func foldSame(_ *Reader, c *Call) Value {
	v := c.first()
	if c.Self != nil && len(c.Args) == 0 {
		v = *c.Self
	}
	v.Var = ""
	return v
}

func foldSelf(_ *Reader, c *Call) Value {
	if c.Self != nil {
		return *c.Self
	}
	return c.first()
}

// foldEnv is an environment variable.
func foldEnv(r *Reader, c *Call) Value {
	v := c.first()
	if !v.Known() {
		return Unknown("environment").Tainted(v)
	}
	e := Environ(v.Arg.Text)
	if len(c.Args) > 1 && e.Shape != TextShape {
		return Choose([]Value{e, c.Args[1]})
	}
	return e
}

// foldChr is a string of character codes.
func foldChr(_ *Reader, c *Call) Value {
	if len(c.Args) == 1 {
		if a := c.Args[0]; a.Shape == ListShape {
			return characters(a.Items)
		}
	}
	return characters(c.Args)
}

// foldCodec is codecs.decode(text, name).
func foldCodec(r *Reader, c *Call) Value {
	if len(c.Args) < 2 {
		return foldSame(r, c)
	}
	switch strings.ReplaceAll(Lower(c.Args[1].Arg.Text), "_", "") {
	case "rot13":
		return r.onText(c.first(), rot13)
	case "hex":
		return r.onText(c.first(), fromHex)
	case "base64":
		return r.onText(c.first(), fromBase64)
	}
	return foldSame(r, c)
}

func foldRot13(r *Reader, c *Call) Value { return r.onText(c.first(), rot13) }

func foldReverse(r *Reader, c *Call) Value { return r.reversed(c.first()) }

// foldMap is map(function, list), known for chr.
func foldMap(r *Reader, c *Call) Value {
	if len(c.Args) != 2 {
		return r.Result(c, "")
	}
	if f := c.Args[0]; f.Name == "chr" && c.Args[1].Shape == ListShape {
		out := Value{Shape: ListShape}
		for _, n := range c.Args[1].Items {
			out.Items = append(out.Items, characters([]Value{n}))
		}
		return out
	}
	each := iterated(c.Args[1])
	return r.Call(c.Args[0], &Call{From: c.From, To: c.To, Args: []Value{each}})
}

// foldEnumerate pairs elements with unknown numbers.
func foldEnumerate(_ *Reader, c *Call) Value {
	each := Value{Shape: ListShape, Items: []Value{Unknown("i"), iterated(c.first())}}
	return Value{Shape: ListShape, Items: []Value{each}}
}

// foldBuffer is Buffer.from(text, encoding).
func foldBuffer(r *Reader, c *Call) Value {
	if len(c.Args) > 1 {
		switch c.Args[1].Arg.Text {
		case "base64", "base64url":
			return r.onText(c.first(), fromBase64)
		case "hex":
			return r.onText(c.first(), fromHex)
		}
	}
	if v := c.first(); v.Shape == ListShape {
		return characters(v.Items)
	}
	return foldSame(r, c)
}

// foldURI decodes %41.
func foldURI(r *Reader, c *Call) Value {
	return r.onText(c.first(), func(s string) (string, bool) {
		var b strings.Builder
		for i := 0; i < len(s); i++ {
			if s[i] == '%' && i+2 < len(s) {
				if x, ok := fromHex(s[i+1 : i+3]); ok {
					b.WriteString(x)
					i += 2
					continue
				}
			}
			b.WriteByte(s[i])
		}
		return b.String(), true
	})
}

// foldPack is pack("H*", hex).
func foldPack(r *Reader, c *Call) Value {
	if len(c.Args) > 1 && strings.HasPrefix(c.Args[0].Arg.Text, "H") {
		return r.onText(c.Args[1], fromHex)
	}
	return r.Result(c, "")
}

// foldJoinWith is join(separator, list).
func foldJoinWith(r *Reader, c *Call) Value {
	if len(c.Args) < 2 {
		return r.Result(c, "")
	}
	if c.Args[1].Shape == ListShape {
		return r.joined(c.Args[1], c.Args[0])
	}
	return r.joined(Value{Shape: ListShape, Items: c.Args[1:]}, c.Args[0])
}

// foldFormat is string.format("%s/x", v).
func foldFormat(r *Reader, c *Call) Value {
	if len(c.Args) == 0 {
		return r.Result(c, "")
	}
	return r.format(c.Args[0], Value{Shape: ListShape, Items: c.Args[1:]})
}

// foldWords splits a command as shlex does, as far as it has no quotes.
func foldWords(r *Reader, c *Call) Value {
	if v := c.first(); v.Known() && !strings.ContainsAny(v.Arg.Text, "'\"\\") {
		v, ok := r.stringMethod(v, "split", &Call{})
		if ok {
			return v
		}
	}
	return foldSame(r, c)
}
