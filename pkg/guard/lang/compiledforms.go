package lang

import (
	"strconv"
	"strings"
)

// Forms of Go and Rust that scripting languages do not have.

// composite reads the elements of []T{..}, at its first bracket.
func (r *Reader) composite() (v Value, ok bool) {
	if r.syn.Lang != "go" || !r.Is("[") {
		return v, false
	}
	open := r.closing[r.pos] + 1
	for n := 0; n < maxType && open < len(r.toks) && (r.toks[open].Kind == NameToken || r.toks[open].Text == "." || r.toks[open].Text == "*"); n++ {
		open++
	}
	if open >= len(r.toks) || r.toks[open].Text != "{" || open == r.closing[r.pos]+1 {
		return v, false
	}
	end := r.closing[open]
	r.pos = open + 1
	v.Shape = ListShape
	for !r.Done() && r.pos < end {
		start := r.pos
		if r.Accept(",") || r.Token().Kind == LineToken {
			r.pos = start + 1
			continue
		}
		item := r.Expr()
		if len(v.Items) < MaxWords {
			v.Items = append(v.Items, item)
		}
		if r.pos == start {
			r.pos++
		}
	}
	r.pos = max(r.pos, end)
	r.Accept("}")
	return v.Tainted(v.Items...), true
}

// goLoop reads for _, NAME := range VALUES.
func (r *Reader) goLoop() bool {
	start := r.pos
	r.pos++
	var names []Value
	for n := 0; n < 4 && !r.Is(":=") && !r.Is("="); n++ {
		if t := r.Token(); t.Kind == NameToken {
			names = append(names, Value{Shape: NameShape, Var: t.Text})
		}
		r.pos++
	}
	if !r.Accept(":=") && !r.Accept("=") || !r.IsName("range") || len(names) == 0 {
		r.pos = start + 1
		return true
	}
	r.pos++
	from := r.Expr()
	if len(names) > 1 {
		r.Bind(names[1].Var, iterated(from))
	}
	return true
}

// tail returns a list from an element on, for a[1:] or a[1..].
func tail(v, first Value) (Value, bool) {
	n, err := strconv.Atoi(strings.TrimRight(first.Arg.Text, "."))
	if err != nil || v.Shape != ListShape || n < 0 || n > len(v.Items) {
		return v, false
	}
	v.Items, v.Var = v.Items[n:], ""
	return v, true
}

// macro reads a call of a macro of Rust, at the sign behind its name: format!(..).
func (r *Reader) macro(v Value) (Value, bool) {
	next := r.Peek(1)
	if r.syn.Lang != "rust" || v.Var == "" || next.Kind != PunctToken || next.Text != "(" && next.Text != "[" {
		return v, false
	}
	r.pos++
	if next.Text == "[" {
		return r.group("]"), true
	}
	return r.called(v), true
}

// evalRustFormat evaluates format!("{}/{name}", a).
func (e *evaluator) evalRustFormat(c *Call) Value {
	f := c.first()
	if !f.Known() {
		return e.Result(c, "")
	}
	args := c.Args[1:]
	out := Lit("")
	for rest := f.Arg.Text; ; {
		before, hole, ok := strings.Cut(rest, "{")
		name, after, closed := strings.Cut(hole, "}")
		if !ok || !closed {
			return e.Both(out, Lit(rest), Join)
		}
		out = e.Both(out, Lit(before), Join)
		name, _, _ = strings.Cut(name, ":")
		value := Unknown(name)
		if bound, known := e.env[name]; known && name != "" {
			value = bound
		} else if name == "" && len(args) > 0 {
			value, args = args[0], args[1:]
		}
		out = e.Both(out, value, Join)
		rest = after
	}
}

// evalJavaFile joins the arguments of File(parent, child).
func (e *evaluator) evalJavaFile(c *Call) Value {
	v := c.first()
	for _, a := range c.Args[min(1, len(c.Args)):] {
		v = e.Both(v, a, JoinPath)
	}
	return e.object("java.File", v)
}
