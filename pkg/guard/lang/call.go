package lang

import "strings"

// Call is a call as it was written, with its arguments read.
type Call struct {
	Name string // qualified
	Self *Value
	Args []Value
	Cut  bool     // the names of arguments may be cut short
	keys []string // named arguments
	vals []Value
	From int
	To   int
}

// callable reports whether a parenthesis behind v is a call.
func (r *Reader) callable(v Value) bool {
	t := r.Token()
	if v.Shape != NameShape && v.Var == "" && !(v.Shape == OpaqueShape && !t.Space) {
		return false
	}
	return !t.Space || v.Shape == NameShape
}

// called reads ( .. ) behind a value and calls it.
func (r *Reader) called(v Value) Value {
	c := &Call{From: r.start(v)}
	end := r.closing[r.pos]
	r.pos++
	given := r.given(v)
	saved := r.callback
	r.callback = given
	r.comprehension(end)
	r.arguments(c, end)
	r.callback = saved
	r.Accept(")")
	c.To = r.End()
	if d := r.definitionOf(&v); d != nil && r.row(&v) == nil {
		r.run(d, c)
	}
	return r.Call(v, c)
}

// start returns the place where the expression for v began: back over the names
// and operators of its path.
func (r *Reader) start(v Value) int {
	i := r.pos - 1
	for n := strings.Count(v.Var, "."); n > 0 && i >= 2; n-- {
		i -= 2
	}
	if i < 0 {
		return 0
	}
	if i >= 2 && v.Var == "" && v.Shape == NameShape && r.toks[i].Kind == NameToken && has(r.syn.Member, r.toks[i-1].Text) {
		i -= 2
	}
	return r.toks[i].From
}

// given returns what a function literal among the arguments of v is handed.
func (r *Reader) given(v Value) *Value {
	if v.Self != nil {
		g := iterated(*v.Self)
		return &g
	}
	if module, ok := strings.CutSuffix(v.Name, ".then"); ok { // import("fs").then(fs => ..)
		return &Value{Shape: NameShape, Name: module}
	}
	if x := r.row(&v); x != nil && (x.Gives == "net" || x.Gives == "sock") {
		g := Unknown(v.Name)
		g.Net, g.sock = x.Gives == "net", x.Gives == "sock"
		g = g.Tainted()
		return &g
	}
	return nil
}

// arguments reads arguments up to the token end.
func (r *Reader) arguments(c *Call, end int) {
	for !r.Done() && r.pos < end {
		start := r.pos
		if r.Accept(",") || r.Token().Kind == LineToken {
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
func (r *Reader) argument(c *Call) {
	t := r.Token()
	if next := r.Peek(1); t.Kind == NameToken && r.syn.keyword != "" && next.Kind == PunctToken && next.Text == r.syn.keyword {
		r.pos += 2
		c.keys, c.vals = append(c.keys, t.Text), append(c.vals, r.Expr())
		return
	}
	v := r.Expr()
	if r.Is("=>") {
		r.pos++
		key := v.Var
		if v.Known() {
			key = v.Arg.Text
		}
		c.keys, c.vals = append(c.keys, key), append(c.vals, r.Expr())
		return
	}
	c.Args = append(c.Args, v)
}

// tagged reads a string set directly behind a name: lua's f"x" and
// javascript's f`x`.
func (r *Reader) tagged(v Value, t *Token) (Value, bool) {
	if v.Shape != NameShape || r.syn.Lang != "lua" && (r.syn.Lang != "javascript" || r.src[t.From] != '`') {
		return Value{}, false
	}
	c := &Call{From: r.start(v), Args: []Value{r.Str(t)}}
	r.pos++
	c.To = t.To
	return r.Call(v, c), true
}

// bareCall reads a call without parentheses, of a function that has a row.
func (r *Reader) bareCall(v Value) (Value, bool) {
	t := r.Token()
	if v.Name == "unlink" && r.syn.qlike && (modifiers(t.Text) || r.Is("}") || r.Is(";")) { // unlink if -f
		return r.Call(v, &Call{From: r.start(v), To: r.End(), Args: []Value{Unknown("$_")}}), true
	}
	if v.Shape != NameShape || r.row(&v) == nil || !t.Space && t.Kind != ExecToken && t.Kind != StringToken && !strings.HasPrefix(t.Text, "$") {
		return Value{}, false
	}
	switch t.Kind {
	case StringToken, ExecToken, NumberToken:
	case NameToken:
		if modifiers(t.Text) {
			return Value{}, false
		}
	case PunctToken:
		if t.Text != "[" && t.Text != "(" && t.Text != "\\" && t.Text != "*" && t.Text != "<" {
			return Value{}, false
		}
	default:
		return Value{}, false
	}
	c := &Call{From: r.start(v)}
	for !r.Done() {
		start := r.pos
		r.argument(c)
		if r.pos == start || !r.Accept(",") {
			break
		}
		if r.Token().Kind == LineToken {
			r.pos++
		}
	}
	c.To = r.End()
	return r.Call(v, c), true
}

// modifiers reports whether a word ends the arguments of a call.
func modifiers(s string) bool {
	switch s {
	case "if", "unless", "or", "and", "while", "until", "for", "foreach", "do", "then", "end", "rescue", "x", "eq", "ne", "xor":
		return true
	}
	return false
}

// SetOption adds a named argument.
func (c *Call) SetOption(name string, v Value) {
	c.keys, c.vals = append(c.keys, name), append(c.vals, v)
}
