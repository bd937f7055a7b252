package lang

import (
	"strconv"
	"strings"
)

// unary reads a value with what stands in front of it and behind it.
func (r *Reader) unary() Value {
	for !r.Done() {
		t := r.Token()
		switch {
		case t.Kind == NameToken && r.keyword(t):
		case t.Kind == PunctToken && has(prefixes[:], t.Text) && !(t.Text == "<" && !r.syn.qlike):
		default:
			return r.postfix(r.primary())
		}
		r.pos++
	}
	return Unknown("")
}

// prefixes may stand in front of a value without changing what is read of it.
var prefixes = [...]string{"-", "+", "!", "~", "*", "&", "@", "\\", "...", "++", "--", "**", "<", ">"}

// keyword reports whether the name is a word of the language here, and not a
// variable that has its name.
func (r *Reader) keyword(t *Token) bool {
	if !has(r.syn.Keywords, t.Text) {
		return false
	}
	if _, bound := r.env[t.Text]; bound {
		return false
	}
	next := r.Peek(1)
	return next.Kind != PunctToken || next.Text != "=" && next.Text != "," && next.Text != "." && next.Text != "=>"
}

func (r *Reader) primary() Value {
	t := r.Token()
	switch t.Kind {
	case StringToken:
		r.pos++
		return r.Str(t)
	case ExecToken:
		r.pos++
		v := r.Str(t)
		r.ShellText(&Call{Name: "`", From: t.From, To: t.To}, v)
		return r.Opaque(t.From, v)
	case NumberToken:
		r.pos++
		return Value{Shape: NumberShape, Arg: Arg{Text: t.Text}}
	case PatternToken:
		r.pos++
		r.Str(t)
		return r.Opaque(t.From)
	case NameToken:
		return r.named(t)
	case LineToken, EndToken:
		return Unknown("")
	}
	switch t.Text {
	case "(":
		if v, ok := r.arrow(); ok {
			return v
		}
		return r.group(")")
	case "[":
		if v, ok := r.composite(); ok {
			return v
		}
		return r.group("]")
	case "{":
		return r.braced()
	case ")", "]", "}", ",", ";", ":", "=>", "=", "|", "?":
		return Unknown("")
	}
	r.pos++
	return Unknown(t.Text)
}

// Str returns the value of a string token.
func (r *Reader) Str(t *Token) Value {
	if t.words {
		var v Value
		v.Shape = ListShape
		for _, p := range t.parts {
			for _, w := range strings.Fields(p.text) {
				v.Items = append(v.Items, Lit(w))
			}
		}
		return v
	}
	if len(t.parts) == 1 && !t.parts[0].expr {
		return Lit(t.parts[0].text)
	}
	v := Lit("")
	for _, p := range t.parts {
		if !p.expr {
			v = r.Both(v, Lit(p.text), Join)
			continue
		}
		v = r.Both(v, r.inner(p), Join)
	}
	return v
}

// inner reads an expression that stands in a string.
func (r *Reader) inner(p part) Value {
	text := r.src[p.from:p.to]
	if p.text != "" && isName(text) { // ${name} in perl and php
		return r.variable(p.text + text)
	}
	if r.nest >= maxNesting {
		return Unknown(text)
	}
	toks := lex(r.syn, r.src, p.from, p.to, r.nest+1, &r.ahead)
	leave := r.enter(source{toks, pairs(toks)}, 0)
	r.nest++
	var v Value
	if r.Inner != nil {
		v = r.Inner()
	} else {
		v = r.Expr()
		for !r.Done() {
			r.statement()
		}
	}
	r.nest--
	leave()
	return v
}

// group reads ( .. ) or [ .. ]: one value in parentheses is itself.
func (r *Reader) group(closer string) Value {
	from := r.Token().From
	end := r.closing[r.pos]
	r.pos++
	r.comprehension(end)
	var items []Value
	comma := false
	for !r.Done() && !r.Is(closer) {
		start := r.pos
		if r.Accept(",") || r.Token().Kind == LineToken {
			comma = true
			r.pos = start + 1
			continue
		}
		if r.clause() {
			r.pos = max(end, start+1)
			break
		}
		v := r.Expr()
		if r.Accept("=>") {
			v = r.Expr()
		}
		items = append(items, v)
		if r.pos == start {
			r.pos++
		}
	}
	r.Accept(closer)
	if closer == ")" && len(items) == 1 && !comma {
		v := items[0]
		v.Var = ""
		return v
	}
	v := Value{Shape: ListShape, Items: items}
	if len(items) == 0 && closer == ")" {
		v = Unknown(r.cut(from))
	}
	return v.Tainted(items...)
}

// braced reads { .. }: a table of names and values, or a block of statements.
func (r *Reader) braced() Value {
	end := r.closing[r.pos]
	r.pos++
	r.blockParameters()
	r.comprehension(end)
	v := Value{Shape: DictShape}
	for !r.Done() && !r.Is("}") {
		start := r.pos
		if r.clause() {
			if r.syn.Lang == "python" { // it ends a comprehension; elsewhere it begins a loop
				r.pos = max(end, start+1)
				break
			}
			continue
		}
		item := r.Expr()
		if r.syn.Lang == "go" {
			r.assigned(item)
		}
		switch {
		case r.Is(":") || r.Is("=>"):
			r.pos++
			key := item.Var
			if item.Known() {
				key = item.Arg.Text
			}
			item = r.Expr()
			v.keys, v.Items = append(v.keys, key), append(v.Items, item)
		case item.Var != "" && (r.Is(",") || r.Is("}")):
			v.keys, v.Items = append(v.keys, item.Var), append(v.Items, item)
		case r.syn.Lang == "lua" && (r.Is(",") || r.Is("}")):
			v.Shape, v.Items = ListShape, append(v.Items, item)
		}
		v = v.Tainted(item)
		if r.pos == start {
			r.pos++
		}
	}
	r.Accept("}")
	return v
}

// postfix reads what may follow a value: members, calls, subscripts.
func (r *Reader) postfix(v Value) Value {
	for !r.Done() {
		t := r.Token()
		var next Value
		ok := false
		switch {
		case t.Kind == LineToken && r.continues() && has(r.syn.Member, r.Peek(1).Text):
			r.pos++
			continue
		case t.Kind == PunctToken:
			next, ok = r.suffix(v, t)
		case t.Kind == NameToken && t.Text == "do" && r.syn.Lang == "ruby" && r.toks[r.pos-1].Kind != LineToken:
			r.block(v)
			next, ok = v, true
		case t.Kind == StringToken || t.Kind == ExecToken:
			next, ok = r.tagged(v, t)
		}
		if !ok && r.syn.bare {
			next, ok = r.bareCall(v)
		}
		if !ok {
			break
		}
		v = next
	}
	if r.syn.bare && v.Shape == NameShape && (v.Self != nil || r.syn.Lang == "ruby" && v.Var != "" && strings.Contains(v.Name, ".")) && r.row(&v) != nil {
		t := r.toks[r.pos-1]
		return r.Call(v, &Call{From: t.From, To: t.To})
	}
	return v
}

func (r *Reader) suffix(v Value, t *Token) (Value, bool) {
	switch {
	case has(r.syn.Member, t.Text):
		return r.reach(v)
	case t.Text == "!" && r.syn.Lang == "rust":
		return r.macro(v)
	case t.Text == "(" && r.callable(v):
		return r.called(v), true
	case t.Text == "[" && !(r.syn.bare && t.Space):
		return r.subscript(v, "]"), true
	case t.Text == "{" && r.syn.qlike && !t.Space && strings.HasPrefix(r.toks[r.pos-1].Text, "$"):
		return r.subscript(v, "}"), true
	case t.Text == "{" && r.syn.Lang == "ruby" && r.toks[r.pos-1].Text != "=":
		r.block(v)
		return v, true
	}
	return Value{}, false
}

// reach reads a member operator and what it reaches: a name, a subscript or,
// in perl, the arguments of a code reference.
func (r *Reader) reach(v Value) (Value, bool) {
	next := r.Peek(1)
	switch {
	case next.Kind == NameToken:
		r.pos += 2
		return r.member(v, strings.TrimPrefix(next.Text, "#")), true
	case next.Kind == PunctToken && next.Text == "[":
		r.pos++
		return r.subscript(v, "]"), true
	case next.Kind == PunctToken && next.Text == "{" && r.syn.qlike:
		r.pos++
		return r.subscript(v, "}"), true
	case next.Kind == PunctToken && next.Text == "(":
		r.pos++
		return r.called(v), true
	}
	return Value{}, false
}

// subscript reads v[..] or v{..}.
func (r *Reader) subscript(v Value, closer string) Value {
	from := r.Token().From
	if r.syn.Lang == "php" && r.Peek(1).Text == "]" && r.Peek(2).Text == "=" {
		return r.appended(v)
	}
	end := r.closing[r.pos]
	r.pos++
	if r.Is(":") && r.Peek(1).Text == ":" && r.Peek(2).Text == "-" && r.Peek(3).Text == "1" || r.Is("::") && r.Peek(1).Text == "-" {
		r.pos = end
		r.Accept(closer)
		return r.reversed(v)
	}
	if r.syn.Lang == "rust" && r.Token().Kind == NumberToken && r.Peek(1).Text == ".." && r.pos+2 == end {
		first := r.primary()
		r.pos = end
		r.Accept(closer)
		if rest, ok := tail(v, first); ok {
			return rest
		}
		return r.Opaque(from, v)
	}
	var key, first Value
	slice, fromEnd := false, false
	for !r.Done() && r.pos < end {
		start := r.pos
		fromEnd = fromEnd || r.Is("-")
		k := r.Expr()
		if start == r.pos {
			if !slice && (r.Is(":") || r.Is("..")) {
				slice, first = true, key
			}
			r.pos++
			continue
		}
		key = k
	}
	r.Accept(closer)
	if slice {
		if rest, ok := tail(v, first); ok && first.Arg.Text == key.Arg.Text {
			return rest
		}
		return r.Opaque(from, v)
	}
	if fromEnd {
		if i, err := strconv.Atoi(key.Arg.Text); err == nil && v.Shape == ListShape && 0 < i && i <= len(v.Items) && r.countsBack() {
			return v.Items[len(v.Items)-i]
		}
		return r.Opaque(from, v)
	}
	return r.element(v, key, from)
}

// countsBack reports whether v[-1] is the last element of v.
func (r *Reader) countsBack() bool {
	return r.syn.Lang == "python" || r.syn.Lang == "ruby" || r.syn.Lang == "perl"
}

// element returns v[key].
func (r *Reader) element(v, key Value, from int) Value {
	name := key.Arg.Text
	if key.Shape == NameShape && key.Var != "" && isName(key.Var) { // $ENV{HOME}
		name = key.Var
	} else if !key.Known() {
		return r.Opaque(from, v)
	}
	switch v.Shape {
	case ListShape:
		if i, err := strconv.Atoi(name); err == nil && i < len(v.Items) {
			return v.Items[i]
		}
	case NameShape, DictShape:
		if v.Name == "Dir" && r.syn.Lang == "ruby" { // Dir["*.o"]
			return evalGlob(&r.evaluator, &Call{Args: []Value{key}})
		}
		return r.member(v, name)
	}
	return r.Opaque(from, v)
}
