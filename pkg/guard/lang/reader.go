package lang

import (
	"cmp"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// Reader walks the tokens of a program once and hands the calls that it reads to
// its evaluator. It knows no statements but those that bind names: whatever it
// does not know it steps over.
type Reader struct {
	cursor
	evaluator
	syn      *Syntax
	src      string
	nest     int    // of interpolation
	ahead    int    // bytes that strings may still look ahead
	callback *Value // what a function literal's first parameter is given

	program source                 // all of it, while what stands in a string is read
	defined map[string]*definition // functions of the program, by name; nil before one was asked for
	params  map[string]bool        // names of their parameters
	bodies  int                    // tokens of their bodies that may still be read for calls
	calls   int                    // of them within each other

	Inner func() Value // reads what is substituted in a string, if not an expression
}

// source is a text that was cut into tokens.
type source struct {
	toks    []Token
	closing []int
}

// enter reads another source from one of its tokens on, until the function that it
// returns is called.
func (r *Reader) enter(s source, pos int) (leave func()) {
	outer := r.cursor
	r.toks, r.closing, r.pos, r.clauses = s.toks, s.closing, pos, nil
	return func() { r.cursor = outer }
}

// maxDepth bounds nested expressions; deeper ones are walked flat.
const maxDepth = 150

// NewReader returns a reader at the first token of a source.
func NewReader(syn *Syntax, src string, functions rule.Functions) *Reader {
	r := &Reader{syn: syn, src: src, ahead: 16*len(src) + 1<<10}
	r.calculator = calculator{syn: syn, src: src, functions: functions, fuel: 4*len(src) + 64<<10}
	r.toks = lex(syn, src, 0, len(src), 0, &r.ahead)
	r.closing = pairs(r.toks)
	r.program = source{r.toks, r.closing}
	return r
}

// Done reports whether there is nothing more to read, or nothing more may be
// found.
func (r *Reader) Done() bool {
	return r.pos >= len(r.toks)-1 || r.full()
}

// readProgram reads a text of a language with expressions and calls.
func readProgram(syn *Syntax, src string, functions rule.Functions) []Step {
	r := NewReader(syn, src, functions)
	for !r.Done() {
		r.statement()
	}
	steps := r.Steps()
	order.By(steps, func(a, b Step) int { return cmp.Compare(a.From, b.From) })
	return distinct(steps)
}

// statement reads an expression, or a list of them that is assigned.
func (r *Reader) statement() {
	r.modified()
	start := r.pos
	r.assigned(r.Expr())
	if r.pos == start {
		r.pos++
	}
}

// assigned reads the rest of a list that is assigned, behind its first element.
func (r *Reader) assigned(v Value) {
	if v.Var != "" && r.Is(",") && !r.syn.ternary || v.Var != "" && r.Is(",") && r.syn.Lang == "ruby" {
		names := []Value{v}
		for r.Accept(",") && !r.Done() {
			names = append(names, r.unary())
		}
		if r.Accept("=") || r.Accept(":=") {
			values := []Value{r.Expr()}
			for r.Accept(",") && !r.Done() {
				values = append(values, r.Expr())
			}
			from := Value{Shape: ListShape, Items: values}
			if len(values) == 1 {
				from = values[0]
			}
			r.unpack(names, from)
		}
	}
}

// Expr reads an expression and its operators, which all bind alike from the
// left: what is joined to a string is rarely anything else.
func (r *Reader) Expr() Value {
	if !r.Enter() {
		r.pos++
		return Unknown("")
	}
	defer r.Leave()
	if r.syn.lists {
		return r.form()
	}
	from := r.Token().From
	v := r.unary()
	for !r.Done() {
		next, ok := r.operator(v, from)
		if !ok {
			break
		}
		v = next
	}
	return v
}

// operator reads an operator and what follows it.
func (r *Reader) operator(v Value, from int) (Value, bool) {
	t := r.Token()
	switch t.Kind {
	case LineToken:
		if !r.continues() {
			return v, false
		}
		r.pos++
		return v, true
	case StringToken:
		if v.Shape == TextShape && r.toks[r.pos-1].Kind == StringToken && r.syn.Newline && !r.syn.Regex || v.Shape == TextShape && r.syn.percent {
			return r.Concat(v, r.unary()), true
		}
		return v, false
	case NameToken:
		return r.wordOperator(v, from)
	case PunctToken:
		return r.signOperator(v, from)
	}
	return v, false
}

// continues reports whether the next line goes on with the expression.
func (r *Reader) continues() bool {
	t := r.Peek(1)
	if t.Kind != PunctToken || r.syn.Lang == "python" {
		return false
	}
	return has(r.syn.Member, t.Text) && t.Text != "::" || t.Text == r.syn.Concat && r.syn.Lang == "javascript" || t.Text == "||" || t.Text == "&&"
}

func (r *Reader) wordOperator(v Value, from int) (Value, bool) {
	if r.syn.Lang != "python" {
		return v, false
	}
	switch r.Token().Text {
	case "or":
		r.pos++
		return choose([]Value{v, r.unary()}), true
	case "if": // a if c else b
		r.pos++
		r.Expr()
		if r.IsName("else") {
			r.pos++
			return choose([]Value{v, r.Expr()}), true
		}
		return v, true
	case "as":
		r.pos++
		if r.Token().Kind == NameToken {
			r.Bind(r.Token().Text, v)
			r.pos++
		}
		return v, true
	case "and", "in", "is", "not":
		r.pos++
		return r.Opaque(from, v, r.unary()), true
	}
	return v, false
}

func (r *Reader) signOperator(v Value, from int) (Value, bool) {
	op := r.Token().Text
	switch op {
	case "=", ":=", "<-", "<<-":
		r.pos++
		to := r.Expr()
		r.assign(v, to)
		to.Var = ""
		return to, true
	case "...": // run(args...)
		if r.syn.Lang != "go" {
			return v, false
		}
		r.pos++
		return v, true
	case "+=", ".=":
		r.pos++
		to := r.Concat(v, r.Expr())
		r.assign(v, to)
		return to, true
	case "||=", "??=", "//=":
		r.pos++
		to := choose([]Value{v, r.Expr()})
		r.assign(v, to)
		return to, true
	case "||", "??":
		r.pos++
		return choose([]Value{v, r.unary()}), true
	case "?":
		if !r.syn.ternary {
			return v, false
		}
		r.pos++
		a := r.Expr()
		if !r.Accept(":") {
			return r.Opaque(from, v, a), true
		}
		return choose([]Value{a, r.Expr()}), true
	case r.syn.Concat:
		r.pos++
		return r.Concat(v, r.unary()), true
	case "+", "-", "*", "/", "%", "==", "!=", "===", "!==", "<", ">", "<=", ">=", "<=>", "&&", "&", "|", "^", "<<", ">>", "=~", "!~", "//", "..":
		if op == "//" && r.syn.qlike {
			r.pos++
			return choose([]Value{v, r.unary()}), true
		}
		r.pos++
		return r.arithmetic(op, v, r.unary(), from), true
	}
	return v, false
}

// arithmetic applies an operator. Only for some objects the result is known.
func (r *Reader) arithmetic(op string, a, b Value, from int) Value {
	switch {
	case op == "/" && a.Type == "pathlib.Path" || op == "+" && a.Type == "Pathname":
		return r.Both(a, b, JoinPath)
	case op == "/" && r.syn.Lang == "python" && isTemp(r.Arg(a)):
		return r.Both(a, b, JoinPath)
	case op == "/" && b.Type == "pathlib.Path":
		return r.Both(a, b, JoinPath)
	case op == "%" && a.Shape == TextShape && (r.syn.Lang == "python" || r.syn.Lang == "ruby"):
		return r.format(a, b)
	case op == "*" && a.Known() && b.Shape == NumberShape:
		return r.repeat(a, b)
	}
	return r.Opaque(from, a, b)
}

// Opaque returns a value that is not known, made of these.
func (r *Reader) Opaque(from int, of ...Value) Value {
	v := Unknown(r.cut(from))
	return v.Tainted(of...)
}

// cut returns the source since from, for messages.
func (r *Reader) cut(from int) string {
	to := max(from, r.End())
	return r.src[from:min(to, from+80)]
}

// assign binds what an expression names to a value.
func (r *Reader) assign(to, v Value) {
	switch to.Shape {
	case ListShape:
		if to.Var == "" {
			r.unpack(to.Items, v)
			return
		}
	case DictShape:
		if to.Var == "" {
			for i, item := range to.Items {
				if item.Var != "" {
					r.Bind(item.Var, r.member(v, to.keys[i]))
				}
			}
			return
		}
	}
	if to.Var != "" {
		r.Bind(to.Var, v)
	}
}

// unpack binds several names to the elements of a value.
func (r *Reader) unpack(names []Value, v Value) {
	for i, n := range names {
		if n.Var == "" {
			continue
		}
		switch {
		case v.Shape == ListShape && i < len(v.Items):
			r.Bind(n.Var, v.Items[i])
		case i == 0 && r.syn.Lang == "go": // v, err := f()
			r.Bind(n.Var, v)
		case v.Shape == NameShape && r.syn.Lang == "javascript":
			r.Bind(n.Var, r.member(v, n.Var))
		default:
			r.Bind(n.Var, Unknown(n.Var).Tainted(v))
		}
	}
}
