package lang

import (
	"strconv"
	"strings"
)

// unary reads a value with what stands in front of it and behind it.
func (r *reader) unary() value {
	for !r.done() {
		t := r.tok()
		switch {
		case t.kind == nameToken && r.keyword(t):
		case t.kind == punctToken && has(prefixes[:], t.text) && !(t.text == "<" && !r.syn.qlike):
		default:
			return r.postfix(r.primary())
		}
		r.pos++
	}
	return unknown("")
}

// prefixes may stand in front of a value without changing what is read of it.
var prefixes = [...]string{"-", "+", "!", "~", "*", "&", "@", "\\", "...", "++", "--", "**", "<", ">"}

// keyword reports whether the name is a word of the language here, and not a
// variable that has its name.
func (r *reader) keyword(t *token) bool {
	if !has(r.syn.not, t.text) {
		return false
	}
	if _, bound := r.env[t.text]; bound {
		return false
	}
	next := r.peek(1)
	return next.kind != punctToken || next.text != "=" && next.text != "," && next.text != "." && next.text != "=>"
}

func (r *reader) primary() value {
	t := r.tok()
	switch t.kind {
	case stringToken:
		r.pos++
		return r.str(t)
	case execToken:
		r.pos++
		v := r.str(t)
		r.shellText(&call{name: "`", from: t.from, to: t.to}, v)
		return r.opaque(t.from, v)
	case numberToken:
		r.pos++
		return value{shape: number, arg: Arg{Text: t.text}}
	case patternToken:
		r.pos++
		r.str(t)
		return r.opaque(t.from)
	case nameToken:
		return r.named(t)
	case lineToken, endToken:
		return unknown("")
	}
	switch t.text {
	case "(":
		if v, ok := r.arrow(); ok {
			return v
		}
		return r.group(")")
	case "[":
		return r.group("]")
	case "{":
		return r.braced()
	case ")", "]", "}", ",", ";", ":", "=>", "=", "|", "?":
		return unknown("")
	}
	r.pos++
	return unknown(t.text)
}

// str is the value of a string token.
func (r *reader) str(t *token) value {
	if t.words {
		var v value
		v.shape = list
		for _, p := range t.parts {
			for _, w := range strings.Fields(p.text) {
				v.items = append(v.items, lit(w))
			}
		}
		return v
	}
	if len(t.parts) == 1 && !t.parts[0].expr {
		return lit(t.parts[0].text)
	}
	v := lit("")
	for _, p := range t.parts {
		if !p.expr {
			v = r.both(v, lit(p.text), join)
			continue
		}
		v = r.both(v, r.inner(p), join)
	}
	return v
}

// inner reads an expression that stands in a string.
func (r *reader) inner(p part) value {
	source := r.src[p.from:p.to]
	if p.text != "" && isName(source) { // ${name} in perl and php
		return r.variable(p.text + source)
	}
	if r.nest >= maxNesting {
		return unknown(source)
	}
	toks, pos, closing, depth := r.toks, r.pos, r.closing, r.depth
	r.toks = lex(r.syn, r.src, p.from, p.to, r.nest+1, &r.ahead)
	r.pos, r.closing = 0, pairs(r.toks)
	r.nest++
	v := r.expr()
	for !r.done() {
		r.statement()
	}
	r.nest--
	r.toks, r.pos, r.closing, r.depth = toks, pos, closing, depth
	return v
}

// variable is what a name is worth.
func (r *reader) variable(name string) value {
	v, bound := r.env[name]
	if !bound {
		v = value{shape: ref, name: name}
	}
	v.lhs = name
	return v
}

// group reads ( .. ) or [ .. ]: one value in parentheses is itself.
func (r *reader) group(closer string) value {
	from := r.tok().from
	end := r.closing[r.pos]
	r.pos++
	r.comprehension(end)
	var items []value
	comma := false
	for !r.done() && !r.is(closer) {
		start := r.pos
		if r.accept(",") || r.tok().kind == lineToken {
			comma = true
			r.pos = start + 1
			continue
		}
		if r.clause() {
			r.pos = max(end, start+1)
			break
		}
		v := r.expr()
		if r.accept("=>") {
			v = r.expr()
		}
		items = append(items, v)
		if r.pos == start {
			r.pos++
		}
	}
	r.accept(closer)
	if closer == ")" && len(items) == 1 && !comma {
		v := items[0]
		v.lhs = ""
		return v
	}
	v := value{shape: list, items: items}
	if len(items) == 0 && closer == ")" {
		v = unknown(r.cut(from))
	}
	return v.stained(items...)
}

// braced reads { .. }: a table of names and values, or a block of statements.
func (r *reader) braced() value {
	end := r.closing[r.pos]
	r.pos++
	r.blockParameters()
	r.comprehension(end)
	v := value{shape: dict}
	for !r.done() && !r.is("}") {
		start := r.pos
		if r.clause() {
			r.pos = max(end, start+1)
			break
		}
		item := r.expr()
		switch {
		case r.is(":") || r.is("=>"):
			r.pos++
			key := item.lhs
			if item.known() {
				key = item.arg.Text
			}
			item = r.expr()
			v.keys, v.items = append(v.keys, key), append(v.items, item)
		case item.lhs != "" && (r.is(",") || r.is("}")):
			v.keys, v.items = append(v.keys, item.lhs), append(v.items, item)
		case r.syn.lang == "lua" && (r.is(",") || r.is("}")):
			v.shape, v.items = list, append(v.items, item)
		}
		v = v.stained(item)
		if r.pos == start {
			r.pos++
		}
	}
	r.accept("}")
	return v
}

// postfix reads what may follow a value: members, calls, subscripts.
func (r *reader) postfix(v value) value {
	for !r.done() {
		t := r.tok()
		var next value
		ok := false
		switch {
		case t.kind == lineToken && r.continues() && has(r.syn.member, r.peek(1).text):
			r.pos++
			continue
		case t.kind == punctToken:
			next, ok = r.suffix(v, t)
		case t.kind == nameToken && t.text == "do" && r.syn.lang == "ruby" && r.toks[r.pos-1].kind != lineToken:
			r.block(v)
			next, ok = v, true
		case t.kind == stringToken || t.kind == execToken:
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
	if r.syn.bare && v.shape == ref && v.self != nil && r.row(&v) != nil {
		t := r.toks[r.pos-1]
		return r.call(v, &call{from: t.from, to: t.to})
	}
	return v
}

func (r *reader) suffix(v value, t *token) (value, bool) {
	switch {
	case has(r.syn.member, t.text):
		return r.reach(v)
	case t.text == "(" && r.callable(v):
		return r.called(v), true
	case t.text == "[" && !(r.syn.bare && t.space):
		return r.subscript(v, "]"), true
	case t.text == "{" && r.syn.qlike && !t.space && strings.HasPrefix(r.toks[r.pos-1].text, "$"):
		return r.subscript(v, "}"), true
	case t.text == "{" && r.syn.lang == "ruby" && r.toks[r.pos-1].text != "=":
		r.block(v)
		return v, true
	}
	return value{}, false
}

// reach reads a member operator and what it reaches: a name, a subscript or,
// in perl, the arguments of a code reference.
func (r *reader) reach(v value) (value, bool) {
	next := r.peek(1)
	switch {
	case next.kind == nameToken:
		r.pos += 2
		return r.member(v, strings.TrimPrefix(next.text, "#")), true
	case next.kind == punctToken && next.text == "[":
		r.pos++
		return r.subscript(v, "]"), true
	case next.kind == punctToken && next.text == "{" && r.syn.qlike:
		r.pos++
		return r.subscript(v, "}"), true
	case next.kind == punctToken && next.text == "(":
		r.pos++
		return r.called(v), true
	}
	return value{}, false
}

// maxPath bounds qualified names; longer ones are of no function we know.
const maxPath = 256

// member is the value of a member of v.
func (r *reader) member(v value, name string) value {
	path := ""
	if len(v.name)+len(v.lhs) > maxPath {
		v.name, v.lhs = "*", ""
	}
	if v.lhs != "" {
		path = v.lhs + "." + name
		if bound, ok := r.env[path]; ok {
			bound.lhs = path
			return bound
		}
	}
	if p, ok := r.property(v, name); ok {
		return p
	}
	out := value{shape: ref, name: v.name + "." + name, lhs: path}
	if v.shape != ref || v.self != nil {
		self := v
		out.self = &self
		out.name = self.kindName() + "." + name
	}
	if v.shape == dict {
		for i, k := range v.keys {
			if k == name {
				return v.items[i]
			}
		}
	}
	out = out.stained(v)
	return out
}

// kindName is the prefix of the rows for methods of the value.
func (v value) kindName() string {
	switch {
	case v.typ != "":
		return v.typ
	case v.shape == text || v.shape == choice:
		return "str"
	case v.shape == list:
		return "list"
	}
	return "*"
}

// subscript reads v[..] or v{..}.
func (r *reader) subscript(v value, closer string) value {
	from := r.tok().from
	end := r.closing[r.pos]
	r.pos++
	if r.is(":") && r.peek(1).text == ":" && r.peek(2).text == "-" && r.peek(3).text == "1" || r.is("::") && r.peek(1).text == "-" {
		r.pos = end
		r.accept(closer)
		return r.reversed(v)
	}
	var key value
	slice := false
	for !r.done() && r.pos < end {
		start := r.pos
		k := r.expr()
		if start == r.pos {
			slice = slice || r.is(":") || r.is("..")
			r.pos++
			continue
		}
		key = k
	}
	r.accept(closer)
	if slice {
		return r.opaque(from, v)
	}
	return r.element(v, key, from)
}

// element is v[key].
func (r *reader) element(v, key value, from int) value {
	name := key.arg.Text
	if key.shape == ref && key.lhs != "" && isName(key.lhs) { // $ENV{HOME}
		name = key.lhs
	} else if !key.known() {
		return r.opaque(from, v)
	}
	switch v.shape {
	case list:
		if i, err := strconv.Atoi(name); err == nil && i < len(v.items) {
			return v.items[i]
		}
	case ref, dict:
		if v.name == "Dir" && r.syn.lang == "ruby" { // Dir["*.o"]
			return foldGlob(r, &call{args: []value{key}})
		}
		return r.member(v, name)
	}
	return r.opaque(from, v)
}
