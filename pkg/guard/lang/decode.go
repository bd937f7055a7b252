package lang

import "strings"

// The functions named eval work out the results that rows name as values: in
// this file, of what builds and decodes texts.

// evalArgument evaluates functions that return their argument, as far as a path
// or a command is concerned.
func evalArgument(_ *evaluator, c *Call) Value {
	v := c.first()
	if c.Self != nil && len(c.Args) == 0 {
		v = *c.Self
	}
	v.Var = ""
	return v
}

func evalObject(_ *evaluator, c *Call) Value {
	if c.Self != nil {
		return *c.Self
	}
	return c.first()
}

// evalEnv evaluates an environment variable.
func evalEnv(_ *evaluator, c *Call) Value {
	v := c.first()
	if !v.Known() {
		return Unknown("environment").Tainted(v)
	}
	env := Environ(v.Arg.Text)
	if len(c.Args) > 1 && env.Shape != TextShape {
		return choose([]Value{env, c.Args[1]})
	}
	return env
}

// evalCharacters evaluates a string of character codes.
func evalCharacters(_ *evaluator, c *Call) Value {
	if len(c.Args) == 1 {
		if a := c.Args[0]; a.Shape == ListShape {
			return characters(a.Items)
		}
	}
	return characters(c.Args)
}

// evalCodec evaluates codecs.decode(text, name).
func evalCodec(e *evaluator, c *Call) Value {
	if len(c.Args) < 2 {
		return evalArgument(e, c)
	}
	switch strings.ReplaceAll(Lower(c.Args[1].Arg.Text), "_", "") {
	case "rot13":
		return e.OnText(c.first(), rot13)
	case "hex":
		return e.OnText(c.first(), fromHex)
	case "base64":
		return e.OnText(c.first(), fromBase64)
	}
	return evalArgument(e, c)
}

// evalMap evaluates map(function, list), known for chr.
func evalMap(e *evaluator, c *Call) Value {
	if len(c.Args) != 2 {
		return e.Result(c, "")
	}
	if f := c.Args[0]; f.Name == "chr" && c.Args[1].Shape == ListShape {
		out := Value{Shape: ListShape}
		for _, n := range c.Args[1].Items {
			out.Items = append(out.Items, characters([]Value{n}))
		}
		return out
	}
	each := iterated(c.Args[1])
	return e.Call(c.Args[0], &Call{From: c.From, To: c.To, Args: []Value{each}})
}

// evalEnumerate pairs elements with unknown numbers.
func evalEnumerate(_ *evaluator, c *Call) Value {
	each := Value{Shape: ListShape, Items: []Value{Unknown("i"), iterated(c.first())}}
	return Value{Shape: ListShape, Items: []Value{each}}
}

// evalBuffer evaluates Buffer.from(text, encoding).
func evalBuffer(e *evaluator, c *Call) Value {
	if len(c.Args) > 1 {
		switch c.Args[1].Arg.Text {
		case "base64", "base64url":
			return e.OnText(c.first(), fromBase64)
		case "hex":
			return e.OnText(c.first(), fromHex)
		}
	}
	if v := c.first(); v.Shape == ListShape {
		return characters(v.Items)
	}
	return evalArgument(e, c)
}

// evalURI decodes %41.
func evalURI(e *evaluator, c *Call) Value {
	return e.OnText(c.first(), func(s string) (string, bool) {
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

// evalPack evaluates pack("H*", hex).
func evalPack(e *evaluator, c *Call) Value {
	if len(c.Args) > 1 && strings.HasPrefix(c.Args[0].Arg.Text, "H") {
		return e.OnText(c.Args[1], fromHex)
	}
	return e.Result(c, "")
}

// evalJoin evaluates join(separator, list).
func evalJoin(e *evaluator, c *Call) Value {
	if len(c.Args) < 2 {
		return e.Result(c, "")
	}
	if c.Args[1].Shape == ListShape {
		return e.joined(c.Args[1], c.Args[0])
	}
	return e.joined(Value{Shape: ListShape, Items: c.Args[1:]}, c.Args[0])
}

// evalPaste evaluates paste("rm", x), with what stands between the texts unless it is named.
func evalPaste(e *evaluator, c *Call, between string) Value {
	sep := Lit(between)
	if v, ok := c.Option("sep"); ok {
		sep = v
	}
	if v, ok := c.Option("collapse"); ok && len(c.Args) == 1 && c.Args[0].Shape == ListShape {
		return e.joined(c.Args[0], v)
	}
	return e.joined(Value{Shape: ListShape, Items: c.Args}, sep)
}

// evalFormat evaluates string.format("%s/x", v).
func evalFormat(e *evaluator, c *Call) Value {
	if len(c.Args) == 0 {
		return e.Result(c, "")
	}
	return e.format(c.Args[0], Value{Shape: ListShape, Items: c.Args[1:]})
}

// evalWords splits a command as shlex does, as far as it has no quotes.
func evalWords(e *evaluator, c *Call) Value {
	if v := c.first(); v.Known() && !strings.ContainsAny(v.Arg.Text, "'\"\\") {
		v, ok := e.StringMethod(v, "split", &Call{})
		if ok {
			return v
		}
	}
	return evalArgument(e, c)
}
