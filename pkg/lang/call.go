package lang

import "strings"

// call is a call as it was written, with its arguments read.
type call struct {
	name string // qualified
	self *value
	args []value
	keys []string // named arguments
	vals []value
	from int
	to   int
}

// row says what a function does.
//
// Do is empty or one of
//
//	rm -r %1          an argv
//	$ %1              shell text
//	& %1              shell text when it is a string, an argv when it is a list
//	! %1 %2*          an argv whose words are these arguments
//	=python %1        program text in that language
//	~NAME %1          the effect NAME, Argv[0] being the function
//	#NAME             an event of a connection: see wire.go
//
// in which %1 is the first argument, %1:path the first or the one named path,
// %2* all from the second on with lists taken apart, %s the object of a
// method, %1m a mode in octal, and @%1 the argument as curl takes data. A word
// that ends in ?name stands only if that option is given and not false. With
// "name? A | B" it is A if the option is given, else B.
//
// Gives says what the call is worth: a type whose methods have rows, standing
// for the first argument; "net" for what comes from the network; "file" for
// the content of the first argument; "sock" for a connection; "~" for the home
// directory; "tmp" for a fresh temporary path; "=x" for x.
type row struct {
	name  string
	do    string
	gives string
	fold  func(r *reader, c *call) value
}

// row finds the row of a function: by its name, among what was imported with
// a star, or as a method of any object. Rows are sorted by name.
func (r *reader) row(v *value) *row {
	if v.name == "" {
		return nil
	}
	if x := r.find(v.name); x != nil {
		return x
	}
	if v.self == nil {
		for _, s := range r.stars {
			if x := r.find(s + v.name); x != nil {
				return x
			}
		}
	}
	if i := strings.LastIndexByte(v.name, '.'); i > 0 {
		return r.find("*" + v.name[i:])
	}
	return nil
}

func (r *reader) find(name string) *row {
	rows := r.syn.rows
	lo, hi := 0, len(rows)
	for lo < hi {
		mid := (lo + hi) / 2
		if rows[mid].name < name {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(rows) && rows[lo].name == name {
		return &rows[lo]
	}
	return nil
}

// callable reports whether a parenthesis behind v is a call.
func (r *reader) callable(v value) bool {
	t := r.tok()
	if v.shape != ref && v.lhs == "" && !(v.shape == opaque && !t.space) {
		return false
	}
	return !t.space || v.shape == ref
}

// called reads ( .. ) behind a value and calls it.
func (r *reader) called(v value) value {
	c := &call{from: r.start(v)}
	end := r.closing[r.pos]
	r.pos++
	given := r.given(v)
	saved := r.callback
	r.callback = given
	r.comprehension(end)
	r.arguments(c, end)
	r.callback = saved
	r.accept(")")
	c.to = r.last()
	return r.call(v, c)
}

// start is the place where the expression for v began: back over the names
// and operators of its path.
func (r *reader) start(v value) int {
	i := r.pos - 1
	for n := strings.Count(v.lhs, "."); n > 0 && i >= 2; n-- {
		i -= 2
	}
	if i < 0 {
		return 0
	}
	if i >= 2 && v.lhs == "" && v.shape == ref && r.toks[i].kind == nameToken && has(r.syn.member, r.toks[i-1].text) {
		i -= 2
	}
	return r.toks[i].from
}

// given is what a function literal among the arguments of v will be handed.
func (r *reader) given(v value) *value {
	if v.self != nil {
		g := iterated(*v.self)
		return &g
	}
	if module, ok := strings.CutSuffix(v.name, ".then"); ok { // import("fs").then(fs => ..)
		return &value{shape: ref, name: module}
	}
	if x := r.row(&v); x != nil && (x.gives == "net" || x.gives == "sock") {
		g := unknown(v.name)
		g.net, g.sock = x.gives == "net", x.gives == "sock"
		g = g.stained()
		return &g
	}
	return nil
}

// arguments reads arguments up to the token end.
func (r *reader) arguments(c *call, end int) {
	for !r.done() && r.pos < end {
		start := r.pos
		if r.accept(",") || r.tok().kind == lineToken {
			r.pos = start + 1
			continue
		}
		if r.clause() {
			r.pos = max(end, start+1)
			return
		}
		r.argument(c)
		if r.pos == start {
			r.pos++
		}
	}
}

// argument reads one argument, which may be named.
func (r *reader) argument(c *call) {
	t := r.tok()
	if next := r.peek(1); t.kind == nameToken && r.syn.keyword != "" && next.kind == punctToken && next.text == r.syn.keyword {
		r.pos += 2
		c.keys, c.vals = append(c.keys, t.text), append(c.vals, r.expr())
		return
	}
	v := r.expr()
	if r.is("=>") {
		r.pos++
		key := v.lhs
		if v.known() {
			key = v.arg.Text
		}
		c.keys, c.vals = append(c.keys, key), append(c.vals, r.expr())
		return
	}
	c.args = append(c.args, v)
}

// tagged reads a string set directly behind a name: lua's f"x" and
// javascript's f`x`.
func (r *reader) tagged(v value, t *token) (value, bool) {
	if v.shape != ref || r.syn.lang != "lua" && (r.syn.lang != "javascript" || r.src[t.from] != '`') {
		return value{}, false
	}
	c := &call{from: r.start(v), args: []value{r.str(t)}}
	r.pos++
	c.to = t.to
	return r.call(v, c), true
}

// bareCall reads a call without parentheses, of a function that has a row.
func (r *reader) bareCall(v value) (value, bool) {
	t := r.tok()
	if v.name == "unlink" && r.syn.qlike && (modifiers(t.text) || r.is("}") || r.is(";")) { // unlink if -f
		return r.call(v, &call{from: r.start(v), to: r.last(), args: []value{unknown("$_")}}), true
	}
	if v.shape != ref || r.row(&v) == nil || !t.space && t.kind != execToken && t.kind != stringToken && !strings.HasPrefix(t.text, "$") {
		return value{}, false
	}
	switch t.kind {
	case stringToken, execToken, numberToken:
	case nameToken:
		if modifiers(t.text) {
			return value{}, false
		}
	case punctToken:
		if t.text != "[" && t.text != "(" && t.text != "\\" && t.text != "*" && t.text != "<" {
			return value{}, false
		}
	default:
		return value{}, false
	}
	c := &call{from: r.start(v)}
	for !r.done() {
		start := r.pos
		r.argument(c)
		if r.pos == start || !r.accept(",") {
			break
		}
		if r.tok().kind == lineToken {
			r.pos++
		}
	}
	c.to = r.last()
	return r.call(v, c), true
}

// modifiers are words that end the arguments of a call.
func modifiers(s string) bool {
	switch s {
	case "if", "unless", "or", "and", "while", "until", "for", "foreach", "do", "then", "end", "rescue", "x", "eq", "ne", "xor":
		return true
	}
	return false
}

// call gives the steps of a call and what it is worth.
func (r *reader) call(v value, c *call) value {
	c.name, c.self = v.name, v.self
	if v.shape == choice && len(v.items) > 0 {
		v = v.items[0]
		c.name, c.self = v.name, v.self
	}
	x := r.row(&v)
	if x == nil {
		if c.self != nil {
			return r.method(c)
		}
		return r.result(c, "")
	}
	if x.do != "" {
		r.apply(x.do, c)
	}
	if x.fold != nil {
		return x.fold(r, c)
	}
	return r.result(c, x.gives)
}

// result is what a call is worth by the word of its row.
func (r *reader) result(c *call, gives string) value {
	first := value{shape: opaque}
	if len(c.args) > 0 {
		first = c.args[0]
	} else if c.self != nil {
		first = *c.self
	}
	from := append([]value(nil), c.args...)
	from = append(from, c.vals...)
	if c.self != nil {
		from = append(from, *c.self)
	}
	note := r.src[c.from:min(max(c.to, c.from), c.from+80)]
	v := unknown(note)
	switch {
	case gives == "":
	case gives == "~":
		return home()
	case gives == "tmp":
		return temp(note)
	case gives[0] == '=':
		return lit(gives[1:])
	case gives == "net":
		v.net = true
	case gives == "sock":
		v.sock = true
	case gives == "file":
		a := r.arg(first)
		v.file, v.typ = &a, "file"
	default:
		return r.object(gives, first)
	}
	return v.stained(from...)
}

// object is a value of a type whose methods have rows.
func (r *reader) object(typ string, of value) value {
	var out []value
	for _, a := range of.alternatives() {
		v := value{shape: text, arg: r.arg(a), typ: typ}
		out = append(out, v.stained(a))
	}
	return choose(out)
}
