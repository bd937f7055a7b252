package lang

import "strings"

// named reads what starts with a name: a variable, or one of the few
// statements that bind names.
func (r *reader) named(t *token) value {
	if _, bound := r.env[t.text]; !bound {
		switch t.text {
		case "import", "from":
			if r.imports() {
				return unknown("import")
			}
		case "for", "foreach":
			if r.clause() {
				return unknown("for")
			}
		case "lambda":
			if r.syn.lang == "python" {
				return r.lambda()
			}
		case "function", "fn", "def", "sub":
			if r.function() {
				return unknown("function")
			}
		case "use", "no", "require":
			if r.syn.qlike {
				r.skipTo(";")
				return unknown("use")
			}
		}
		if has(r.syn.declare, t.text) && r.peek(1).kind == nameToken {
			r.pos += 2
			return unknown(t.text)
		}
	}
	r.pos++
	if r.is("=>") && r.syn.lang == "javascript" { // x => body
		r.parameter(t.text)
		r.pos++
		return r.body(t.from)
	}
	name := t.text
	if r.syn.lang == "perl" && name[0] == '&' {
		name = name[1:]
	}
	return r.variable(name)
}

func (r *reader) skipTo(sign string) {
	for !r.done() && !r.is(sign) {
		r.pos++
	}
}

// parameter binds the first parameter of a function literal to what its
// caller will hand it; when that is not known the name means nothing any more.
func (r *reader) parameter(name string) {
	if r.callback != nil {
		r.bind(name, *r.callback)
		return
	}
	if _, bound := r.env[name]; bound {
		r.bind(name, unknown(name))
	}
}

// parameters steps over ( .. ) of a function.
func (r *reader) parameters() {
	end := r.closing[r.pos]
	first := true
	for r.pos++; r.pos < end; r.pos++ {
		t := r.tok()
		if t.kind != nameToken || r.toks[r.pos-1].text == "=" || r.toks[r.pos-1].text == ":" && r.syn.lang == "python" {
			continue
		}
		if first || r.callback == nil {
			r.parameter(t.text)
		} else {
			r.bind(t.text, unknown(t.text))
		}
		first = false
	}
	r.accept(")")
}

// function reads the head of a function: its body is read as statements.
func (r *reader) function() bool {
	start := r.pos
	r.pos++
	for r.tok().kind == nameToken || r.is("*") || has(r.syn.member, r.tok().text) {
		r.pos++
	}
	if r.is("(") {
		r.parameters()
		if r.accept("=>") {
			r.expr()
		}
		return true
	}
	if r.is("{") || r.pos > start+1 {
		return true
	}
	r.pos = start
	return false
}

// lambda reads python's lambda x: body.
func (r *reader) lambda() value {
	from := r.tok().from
	r.pos++
	for !r.done() && !r.is(":") && r.tok().kind != lineToken {
		if t := r.tok(); t.kind == nameToken {
			r.parameter(t.text)
		}
		r.pos++
	}
	r.accept(":")
	return r.body(from)
}

// body reads the body of a function literal.
func (r *reader) body(from int) value {
	saved := r.callback
	r.callback = nil
	v := r.expr()
	r.callback = saved
	return r.opaque(from, v)
}

// arrow reads (a, b) => body, if that is what stands here.
func (r *reader) arrow() (value, bool) {
	if r.syn.lang != "javascript" {
		return value{}, false
	}
	end := r.closing[r.pos]
	if end-r.pos > 40 || end+1 >= len(r.toks) || r.toks[end+1].text != "=>" {
		return value{}, false
	}
	from := r.tok().from
	r.parameters()
	r.pos = end + 1
	r.accept("=>")
	return r.body(from), true
}

// blockParameters reads |x, y| of a ruby block.
func (r *reader) blockParameters() {
	if r.syn.lang != "ruby" || !r.is("|") {
		return
	}
	first := true
	for r.pos++; !r.done() && !r.is("|") && r.tok().kind != lineToken; r.pos++ {
		if t := r.tok(); t.kind == nameToken {
			if first || r.callback == nil {
				r.parameter(t.text)
			} else {
				r.bind(t.text, unknown(t.text))
			}
			first = false
		}
	}
	r.accept("|")
}

// block reads the block behind a call, which is handed what the call gives.
func (r *reader) block(v value) {
	given := iterated(v)
	if v.self != nil {
		given = iterated(*v.self)
	}
	saved := r.callback
	r.callback = &given
	if r.word("do") {
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

// iterated is what each turn of a loop over v is given.
func iterated(v value) value {
	switch v.shape {
	case list:
		return choose(v.items)
	case text:
		if v.arg.Glob || v.typ != "" || v.net {
			return v
		}
	case choice:
		return v
	}
	name := v.lhs
	if name == "" {
		name = "each"
	}
	return unknown(name).stained(v)
}

// clause reads "for NAME in VALUES" and its like in the other languages, and
// binds the name. It answers false, having read nothing, when no such clause
// stands here.
func (r *reader) clause() bool {
	if !r.word("for") && !r.word("foreach") {
		return false
	}
	switch r.syn.lang {
	case "php":
		return r.phpLoop()
	case "perl":
		return r.perlLoop()
	}
	start := r.pos
	r.pos++
	paren := r.accept("(")
	var names []value
	for i := 0; i < 16; i++ {
		t := r.tok()
		if t.kind == nameToken && (t.text == "in" || t.text == "of") && len(names) > 0 {
			r.pos++
			from := r.expr()
			if paren {
				r.accept(")")
			}
			r.unpackEach(names, from)
			return true
		}
		switch {
		case t.kind == nameToken && !has(r.syn.not, t.text):
			names = append(names, value{shape: ref, lhs: t.text})
		case t.kind != nameToken && t.text != "," && t.text != "(" && t.text != ")" && t.text != "[" && t.text != "]":
			i = 16
		}
		r.pos++
	}
	r.pos = start + 1
	return true
}

// unpackEach binds the names of a loop.
func (r *reader) unpackEach(names []value, from value) {
	each := iterated(from)
	if len(names) == 1 {
		r.bind(names[0].lhs, each)
		return
	}
	if r.syn.lang == "lua" || each.shape != list {
		for _, n := range names {
			r.bind(n.lhs, each)
		}
		return
	}
	r.unpack(names, each)
}

// phpLoop reads foreach (VALUES as $k => $v).
func (r *reader) phpLoop() bool {
	foreach := r.word("foreach")
	r.pos++
	if !foreach || !r.accept("(") {
		return true
	}
	from := r.expr()
	if !r.word("as") {
		return true
	}
	end := min(r.pos+4, len(r.toks)-1)
	name := ""
	for r.pos++; r.pos <= end && !r.is(")"); r.pos++ {
		if t := r.tok(); t.kind == nameToken {
			name = t.text
		}
	}
	r.accept(")")
	if name != "" {
		r.bind(name, iterated(from))
	}
	return true
}

// perlLoop reads foreach my $x (VALUES).
func (r *reader) perlLoop() bool {
	r.pos++
	if r.word("my") || r.word("our") {
		r.pos++
	}
	name := "$_"
	if t := r.tok(); t.kind == nameToken && strings.HasPrefix(t.text, "$") {
		name = t.text
		r.pos++
	}
	if !r.is("(") {
		return true
	}
	from := r.group(")")
	r.bind(name, iterated(from))
	return true
}

// comprehension binds the names of a comprehension's clauses before its
// element is read, which stands in front of them.
func (r *reader) comprehension(end int) {
	if r.syn.lang != "python" {
		return
	}
	start := r.pos
	for r.pos < end && !r.done() {
		t := r.tok()
		if t.kind == punctToken && (t.text == "(" || t.text == "[" || t.text == "{") {
			r.pos = r.closing[r.pos]
		}
		if t.kind == nameToken && t.text == "for" {
			r.clause()
			continue
		}
		r.pos++
	}
	r.pos = start
}
