package lang

// form reads a string, a name or a list of a Lisp: Emacs Lisp, Scheme, Racket,
// Clojure, Common Lisp. What is quoted may be run all the same.
func (r *Reader) form() Value {
	t := r.Token()
	switch {
	case t.Kind == StringToken:
		r.pos++
		return r.Str(t)
	case t.Kind == NameToken && (t.Text == "nil" || t.Text == "t" || t.Text[0] == ':'):
		r.pos++
		return Value{Shape: NameShape, Name: t.Text}
	case t.Kind == NameToken:
		r.pos++
		return r.variable(t.Text)
	case r.Is("("), r.Is("["), r.Is("{"):
		return r.list()
	}
	r.pos++
	return Unknown(t.Text)
}

// list reads ( .. ) and calls the function that stands first.
func (r *Reader) list() Value {
	from, end := r.Token().From, r.closing[r.pos]
	var items []Value
	for r.pos++; r.pos < end && !r.Done(); {
		items = append(items, r.Expr())
	}
	r.pos = max(r.pos, min(end+1, len(r.toks)-1))
	v := Value{Shape: ListShape, Items: items}
	if len(items) == 0 || items[0].Shape != NameShape {
		return v.Tainted(items...)
	}
	switch head := items[0].Name; head {
	case "concat", "str", "string-append":
		out := Lit("")
		for _, x := range items[1:] {
			out = r.Both(out, x, Join)
		}
		return out
	case "setq", "define", "def", "defvar":
		if len(items) > 2 && items[1].Var != "" {
			r.Bind(items[1].Var, items[2])
		}
	default:
		x := r.find(head)
		if x == nil {
			break
		}
		c := &Call{From: from, To: r.End(), Args: items[1:]}
		if x.Do != "" && x.Do[0] >= 'a' { // Emacs expands ~ in the names of files
			for i, a := range c.Args {
				c.Args[i] = evalExpand(&r.evaluator, &Call{Args: []Value{a}})
			}
		}
		return r.Call(items[0], c)
	}
	return r.Opaque(from, items...)
}

// appended reads $list[] = x of PHP.
func (r *Reader) appended(v Value) Value {
	const opening = 3 // [ ] =
	r.pos += opening
	x := r.Expr()
	list := Value{Shape: ListShape}
	if v.Shape == ListShape {
		list.Items = v.Items[:len(v.Items):len(v.Items)]
	}
	if list.Items = append(list.Items, x); len(list.Items) > MaxWords {
		return x
	}
	if v.Var != "" {
		r.Bind(v.Var, list.Tainted(v, x))
	}
	return x
}
