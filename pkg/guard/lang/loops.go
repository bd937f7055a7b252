package lang

import "strings"

// iterated returns what each turn of a loop over v is given.
func iterated(v Value) Value {
	switch v.Shape {
	case ListShape:
		return choose(v.Items)
	case TextShape:
		if v.Arg.Glob || v.Type != "" || v.Net {
			return v
		}
	case ChoiceShape:
		return v
	}
	name := v.Var
	if name == "" {
		name = "each"
	}
	return Unknown(name).Tainted(v)
}

// clause reads "for NAME in VALUES" and its like in the other languages, and
// binds the name. It answers false, having read nothing, when no such clause
// stands here.
func (r *Reader) clause() bool {
	if !r.IsName("for") && !r.IsName("foreach") {
		return false
	}
	if end, ok := r.clauses[r.pos]; ok { // each is read once, however deep they lie in each other
		delete(r.clauses, r.pos)
		r.pos = end
		return true
	}
	switch r.syn.Lang {
	case "php":
		return r.phpLoop()
	case "perl":
		return r.perlLoop()
	case "go":
		return r.goLoop()
	}
	start := r.pos
	r.pos++
	paren := r.Accept("(")
	var names []Value
	for i := 0; i < 16; i++ {
		t := r.Token()
		if t.Kind == NameToken && (t.Text == "in" || t.Text == "of") && len(names) > 0 {
			r.pos++
			from := r.Expr()
			if paren {
				r.Accept(")")
			}
			r.unpackEach(names, from)
			return true
		}
		switch {
		case t.Kind == NameToken && !has(r.syn.Keywords, t.Text):
			names = append(names, Value{Shape: NameShape, Var: t.Text})
		case t.Kind != NameToken && t.Text != "," && t.Text != "(" && t.Text != ")" && t.Text != "[" && t.Text != "]":
			i = 16
		}
		r.pos++
	}
	r.pos = start + 1
	return true
}

// unpackEach binds the names of a loop.
func (r *Reader) unpackEach(names []Value, from Value) {
	each := iterated(from)
	if len(names) == 1 {
		r.Bind(names[0].Var, each)
		return
	}
	if r.syn.Lang == "lua" || each.Shape != ListShape {
		for _, n := range names {
			r.Bind(n.Var, each)
		}
		return
	}
	r.unpack(names, each)
}

// phpLoop reads foreach (VALUES as $k => $v).
func (r *Reader) phpLoop() bool {
	foreach := r.IsName("foreach")
	r.pos++
	if !foreach || !r.Accept("(") {
		return true
	}
	from := r.Expr()
	if !r.IsName("as") {
		return true
	}
	end := min(r.pos+4, len(r.toks)-1)
	name := ""
	for r.pos++; r.pos <= end && !r.Is(")"); r.pos++ {
		if t := r.Token(); t.Kind == NameToken {
			name = t.Text
		}
	}
	r.Accept(")")
	if name != "" {
		r.Bind(name, iterated(from))
	}
	return true
}

// perlLoop reads foreach my $x (VALUES).
func (r *Reader) perlLoop() bool {
	r.pos++
	if r.IsName("my") || r.IsName("our") {
		r.pos++
	}
	name := "$_"
	if t := r.Token(); t.Kind == NameToken && strings.HasPrefix(t.Text, "$") {
		name = t.Text
		r.pos++
	}
	if !r.Is("(") {
		return true
	}
	from := r.group(")")
	r.Bind(name, iterated(from))
	return true
}

// modified binds $_ where a loop stands behind what it repeats: unlink $_ for @files.
func (r *Reader) modified() {
	const far = 64 // tokens
	if r.syn.Lang != "perl" || r.IsName("for") || r.IsName("foreach") {
		return
	}
	start := r.pos
	for r.pos < start+far && !r.Done() {
		t := r.Token()
		switch {
		case t.Kind == PunctToken && (t.Text == ";" || t.Text == "}"):
			r.pos = start
			return
		case t.Kind == PunctToken && (t.Text == "(" || t.Text == "[" || t.Text == "{"):
			r.pos = r.closing[r.pos]
		case t.Kind == NameToken && (t.Text == "for" || t.Text == "foreach"):
			r.pos++
			r.Bind("$_", iterated(r.Expr()))
			r.pos = start
			return
		}
		r.pos++
	}
	r.pos = start
}

// comprehension binds the names of a comprehension's clauses before its
// element is read, which stands in front of them.
func (r *Reader) comprehension(end int) {
	if r.syn.Lang != "python" {
		return
	}
	start := r.pos
	for r.pos < end && !r.Done() {
		t := r.Token()
		if t.Kind == PunctToken && (t.Text == "(" || t.Text == "[" || t.Text == "{") {
			r.pos = r.closing[r.pos]
		}
		if t.Kind == NameToken && t.Text == "for" {
			at := r.pos
			r.clause()
			if r.clauses == nil {
				r.clauses = make(map[int]int)
			}
			r.clauses[at] = r.pos
			continue
		}
		r.pos++
	}
	r.pos = start
}
