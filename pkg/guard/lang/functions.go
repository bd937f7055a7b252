package lang

// named reads what starts with a name: a variable, or one of the few
// statements that bind names.
func (r *Reader) named(t *Token) Value {
	if _, bound := r.env[t.Text]; !bound {
		switch t.Text {
		case "import", "from":
			if r.imports() {
				return Unknown("import")
			}
		case "for", "foreach":
			if r.clause() {
				return Unknown("for")
			}
		case "lambda":
			if r.syn.Lang == "python" {
				return r.lambda()
			}
		case "function", "fn", "def", "sub":
			if r.function() {
				return Unknown("function")
			}
		case "use", "no", "require":
			if r.syn.qlike {
				r.skipTo(";")
				return Unknown("use")
			}
		}
		if has(r.syn.declare, t.Text) && r.Peek(1).Kind == NameToken {
			r.pos += 2
			return Unknown(t.Text)
		}
	}
	r.pos++
	if r.Is("=>") && r.syn.Lang == "javascript" { // x => body
		r.parameter(t.Text)
		r.pos++
		return r.body(t.From)
	}
	name := t.Text
	if r.syn.Lang == "perl" && name[0] == '&' {
		name = name[1:]
	}
	return r.variable(name)
}

func (r *Reader) skipTo(sign string) {
	for !r.Done() && !r.Is(sign) {
		r.pos++
	}
}

// parameter binds the first parameter of a function literal to what its
// caller will hand it; when that is not known the name means nothing any more.
func (r *Reader) parameter(name string) {
	if r.callback != nil {
		r.Bind(name, *r.callback)
		return
	}
	if _, bound := r.env[name]; bound {
		r.Bind(name, Unknown(name))
	}
}

// parameters steps over ( .. ) of a function.
func (r *Reader) parameters() {
	end := r.closing[r.pos]
	first := true
	for r.pos++; r.pos < end; r.pos++ {
		t := r.Token()
		if t.Kind != NameToken || r.toks[r.pos-1].Text == "=" || r.toks[r.pos-1].Text == ":" && r.syn.Lang == "python" {
			continue
		}
		if first || r.callback == nil {
			r.parameter(t.Text)
		} else {
			r.Bind(t.Text, Unknown(t.Text))
		}
		first = false
	}
	r.Accept(")")
}

// function reads the head of a function: its body is read as statements.
func (r *Reader) function() bool {
	start := r.pos
	r.pos++
	for r.Token().Kind == NameToken || r.Is("*") || has(r.syn.Member, r.Token().Text) {
		r.pos++
	}
	if r.Is("(") {
		r.parameters()
		if r.Accept("=>") {
			r.Expr()
		}
		return true
	}
	if r.Is("{") || r.pos > start+1 {
		return true
	}
	r.pos = start
	return false
}

// lambda reads python's lambda x: body.
func (r *Reader) lambda() Value {
	from := r.Token().From
	r.pos++
	for !r.Done() && !r.Is(":") && r.Token().Kind != LineToken {
		if t := r.Token(); t.Kind == NameToken {
			r.parameter(t.Text)
		}
		r.pos++
	}
	r.Accept(":")
	return r.body(from)
}

// body reads the body of a function literal.
func (r *Reader) body(from int) Value {
	saved := r.callback
	r.callback = nil
	v := r.Expr()
	r.callback = saved
	return r.Opaque(from, v)
}

// arrow reads (a, b) => body, if that is what stands here.
func (r *Reader) arrow() (Value, bool) {
	if r.syn.Lang != "javascript" {
		return Value{}, false
	}
	end := r.closing[r.pos]
	if end-r.pos > 40 || end+1 >= len(r.toks) || r.toks[end+1].Text != "=>" {
		return Value{}, false
	}
	from := r.Token().From
	r.parameters()
	r.pos = end + 1
	r.Accept("=>")
	return r.body(from), true
}

// blockParameters reads |x, y| of a ruby block.
func (r *Reader) blockParameters() {
	if r.syn.Lang != "ruby" || !r.Is("|") {
		return
	}
	first := true
	for r.pos++; !r.Done() && !r.Is("|") && r.Token().Kind != LineToken; r.pos++ {
		if t := r.Token(); t.Kind == NameToken {
			if first || r.callback == nil {
				r.parameter(t.Text)
			} else {
				r.Bind(t.Text, Unknown(t.Text))
			}
			first = false
		}
	}
	r.Accept("|")
}

// block reads the block behind a call, which is handed what the call gives.
func (r *Reader) block(v Value) {
	given := iterated(v)
	if v.Self != nil {
		given = iterated(*v.Self)
	}
	saved := r.callback
	r.callback = &given
	if r.IsName("do") {
		r.pos++
		r.blockParameters()
	} else if r.depth < maxDepth {
		r.depth++
		r.braced()
		r.depth--
	} else {
		r.pos++
	}
	r.callback = saved
}
