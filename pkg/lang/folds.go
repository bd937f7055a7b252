package lang

import "strings"

// The functions named fold are what rows give beyond a word: in this file,
// values.

func foldBase64(r *reader, c *call) value { return r.onText(c.first(), fromBase64) }

func foldHex(r *reader, c *call) value { return r.onText(c.first(), fromHex) }

// foldSame is a function that gives its argument back as far as we care.
func foldSame(_ *reader, c *call) value {
	v := c.first()
	if c.self != nil && len(c.args) == 0 {
		v = *c.self
	}
	v.lhs = ""
	return v
}

func foldSelf(_ *reader, c *call) value {
	if c.self != nil {
		return *c.self
	}
	return c.first()
}

// foldEnv is an environment variable.
func foldEnv(r *reader, c *call) value {
	v := c.first()
	if !v.known() {
		return unknown("environment").stained(v)
	}
	e := environ(v.arg.Text)
	if len(c.args) > 1 && e.shape != text {
		return choose([]value{e, c.args[1]})
	}
	return e
}

// foldChr is a string of character codes.
func foldChr(_ *reader, c *call) value {
	if len(c.args) == 1 {
		if a := c.args[0]; a.shape == list {
			return characters(a.items)
		}
	}
	return characters(c.args)
}

// foldCodec is codecs.decode(text, name).
func foldCodec(r *reader, c *call) value {
	if len(c.args) < 2 {
		return foldSame(r, c)
	}
	switch strings.ReplaceAll(lower(c.args[1].arg.Text), "_", "") {
	case "rot13":
		return r.onText(c.first(), rot13)
	case "hex":
		return r.onText(c.first(), fromHex)
	case "base64":
		return r.onText(c.first(), fromBase64)
	}
	return foldSame(r, c)
}

func foldRot13(r *reader, c *call) value { return r.onText(c.first(), rot13) }

func foldReverse(r *reader, c *call) value { return r.reversed(c.first()) }

// foldMap is map(function, list), known for chr.
func foldMap(r *reader, c *call) value {
	if len(c.args) != 2 {
		return r.result(c, "")
	}
	if f := c.args[0]; f.name == "chr" && c.args[1].shape == list {
		out := value{shape: list}
		for _, n := range c.args[1].items {
			out.items = append(out.items, characters([]value{n}))
		}
		return out
	}
	each := iterated(c.args[1])
	return r.call(c.args[0], &call{from: c.from, to: c.to, args: []value{each}})
}

// foldEnumerate pairs elements with unknown numbers.
func foldEnumerate(_ *reader, c *call) value {
	each := value{shape: list, items: []value{unknown("i"), iterated(c.first())}}
	return value{shape: list, items: []value{each}}
}

// foldBuffer is Buffer.from(text, encoding).
func foldBuffer(r *reader, c *call) value {
	if len(c.args) > 1 {
		switch c.args[1].arg.Text {
		case "base64", "base64url":
			return r.onText(c.first(), fromBase64)
		case "hex":
			return r.onText(c.first(), fromHex)
		}
	}
	if v := c.first(); v.shape == list {
		return characters(v.items)
	}
	return foldSame(r, c)
}

// foldURI decodes %41.
func foldURI(r *reader, c *call) value {
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
func foldPack(r *reader, c *call) value {
	if len(c.args) > 1 && strings.HasPrefix(c.args[0].arg.Text, "H") {
		return r.onText(c.args[1], fromHex)
	}
	return r.result(c, "")
}

// foldJoinWith is join(separator, list).
func foldJoinWith(r *reader, c *call) value {
	if len(c.args) < 2 {
		return r.result(c, "")
	}
	if c.args[1].shape == list {
		return r.joined(c.args[1], c.args[0])
	}
	return r.joined(value{shape: list, items: c.args[1:]}, c.args[0])
}

// foldFormat is string.format("%s/x", v).
func foldFormat(r *reader, c *call) value {
	if len(c.args) == 0 {
		return r.result(c, "")
	}
	return r.format(c.args[0], value{shape: list, items: c.args[1:]})
}

// foldWords splits a command as shlex does, as far as it has no quotes.
func foldWords(r *reader, c *call) value {
	if v := c.first(); v.known() && !strings.ContainsAny(v.arg.Text, "'\"\\") {
		v, ok := r.stringMethod(v, "split", &call{})
		if ok {
			return v
		}
	}
	return foldSame(r, c)
}
