package lang

import (
	"cmp"
	"slices"
	"strings"
)

// reader walks the tokens of a program once, keeps what names are worth, and
// collects steps. It knows no statements but those that bind names: whatever
// it does not know it steps over.
type reader struct {
	syn      *syntax
	src      string
	toks     []token
	pos      int
	closing  []int // for the token of an opening bracket, that of its closing one
	env      map[string]value
	stars    []string // modules whose names need no prefix
	steps    []Step
	depth    int    // of expressions
	nest     int    // of interpolation
	fuel     int    // bytes that folding may still make
	ahead    int    // bytes that strings may still look ahead
	callback *value // what a function literal's first parameter is given
	wire     wire
}

// maxDepth bounds nested expressions; deeper ones are walked flat.
const maxDepth = 150

func newReader(syn *syntax, src string) *reader {
	r := &reader{syn: syn, src: src, fuel: 4*len(src) + 64<<10, ahead: 16*len(src) + 1<<10}
	r.toks = lex(syn, src, 0, len(src), 0, &r.ahead)
	r.closing = pairs(r.toks)
	return r
}

// readProgram reads a text of a language with expressions and calls.
func readProgram(syn *syntax, src string) []Step {
	r := newReader(syn, src)
	for !r.done() {
		r.statement()
	}
	r.judgeWire()
	slices.SortStableFunc(r.steps, func(a, b Step) int { return cmp.Compare(a.From, b.From) })
	return r.steps
}

// pairs finds for every opening bracket the token that closes it, or the end.
func pairs(toks []token) []int {
	out := make([]int, len(toks))
	var open []int
	for i := range toks {
		if toks[i].kind != punctToken {
			continue
		}
		switch toks[i].text {
		case "(", "[", "{":
			open = append(open, i)
			out[i] = len(toks) - 1
		case ")", "]", "}":
			if n := len(open); n > 0 {
				out[open[n-1]] = i
				open = open[:n-1]
			}
		}
	}
	return out
}

func (r *reader) tok() *token { return &r.toks[min(r.pos, len(r.toks)-1)] }

func (r *reader) peek(n int) *token { return &r.toks[min(r.pos+n, len(r.toks)-1)] }

func (r *reader) done() bool {
	return r.pos >= len(r.toks)-1 || len(r.steps) >= MaxSteps
}

// is reports whether the current token is this punctuation.
func (r *reader) is(s string) bool {
	t := r.tok()
	return t.kind == punctToken && t.text == s
}

// accept steps over this punctuation if it is here.
func (r *reader) accept(s string) bool {
	if r.is(s) {
		r.pos++
		return true
	}
	return false
}

func (r *reader) word(s string) bool {
	t := r.tok()
	return t.kind == nameToken && t.text == s
}

// last is the end of the token that was read last.
func (r *reader) last() int {
	if r.pos == 0 {
		return r.toks[0].from
	}
	return r.toks[min(r.pos, len(r.toks))-1].to
}

// statement reads an expression, or a list of them that is assigned.
func (r *reader) statement() {
	start := r.pos
	v := r.expr()
	if v.lhs != "" && r.is(",") && !r.syn.ternary || v.lhs != "" && r.is(",") && r.syn.lang == "ruby" {
		names := []value{v}
		for r.accept(",") && !r.done() {
			names = append(names, r.unary())
		}
		if r.accept("=") || r.accept(":=") {
			values := []value{r.expr()}
			for r.accept(",") && !r.done() {
				values = append(values, r.expr())
			}
			from := value{shape: list, items: values}
			if len(values) == 1 {
				from = values[0]
			}
			r.unpack(names, from)
		}
	}
	if r.pos == start {
		r.pos++
	}
}

// expr reads an expression and its operators, which all bind alike from the
// left: what is joined to a string is rarely anything else.
func (r *reader) expr() value {
	if r.depth >= maxDepth {
		r.pos++
		return unknown("")
	}
	r.depth++
	defer func() { r.depth-- }()
	from := r.tok().from
	v := r.unary()
	for !r.done() {
		next, ok := r.operator(v, from)
		if !ok {
			break
		}
		v = next
	}
	return v
}

// operator reads an operator and what follows it.
func (r *reader) operator(v value, from int) (value, bool) {
	t := r.tok()
	switch t.kind {
	case lineToken:
		if !r.continues() {
			return v, false
		}
		r.pos++
		return v, true
	case stringToken:
		if v.shape == text && r.toks[r.pos-1].kind == stringToken && r.syn.newline && !r.syn.regex || v.shape == text && r.syn.percent {
			return r.concat(v, r.unary()), true
		}
		return v, false
	case nameToken:
		return r.wordOperator(v, from)
	case punctToken:
		return r.signOperator(v, from)
	}
	return v, false
}

// continues reports whether the next line goes on with the expression.
func (r *reader) continues() bool {
	t := r.peek(1)
	if t.kind != punctToken || r.syn.lang == "python" {
		return false
	}
	return has(r.syn.member, t.text) && t.text != "::" || t.text == r.syn.concat && r.syn.lang == "javascript" || t.text == "||" || t.text == "&&"
}

func (r *reader) wordOperator(v value, from int) (value, bool) {
	if r.syn.lang != "python" {
		return v, false
	}
	switch r.tok().text {
	case "or":
		r.pos++
		return choose([]value{v, r.unary()}), true
	case "if": // a if c else b
		r.pos++
		r.expr()
		if r.word("else") {
			r.pos++
			return choose([]value{v, r.expr()}), true
		}
		return v, true
	case "as":
		r.pos++
		if r.tok().kind == nameToken {
			r.bind(r.tok().text, v)
			r.pos++
		}
		return v, true
	case "and", "in", "is", "not":
		r.pos++
		return r.opaque(from, v, r.unary()), true
	}
	return v, false
}

func (r *reader) signOperator(v value, from int) (value, bool) {
	op := r.tok().text
	switch op {
	case "=", ":=":
		r.pos++
		to := r.expr()
		r.assign(v, to)
		to.lhs = ""
		return to, true
	case "+=", ".=":
		r.pos++
		to := r.concat(v, r.expr())
		r.assign(v, to)
		return to, true
	case "||=", "??=", "//=":
		r.pos++
		to := choose([]value{v, r.expr()})
		r.assign(v, to)
		return to, true
	case "||", "??":
		r.pos++
		return choose([]value{v, r.unary()}), true
	case "?":
		if !r.syn.ternary {
			return v, false
		}
		r.pos++
		a := r.expr()
		if !r.accept(":") {
			return r.opaque(from, v, a), true
		}
		return choose([]value{a, r.expr()}), true
	case r.syn.concat:
		r.pos++
		return r.concat(v, r.unary()), true
	case "+", "-", "*", "/", "%", "==", "!=", "===", "!==", "<", ">", "<=", ">=", "<=>", "&&", "&", "|", "^", "<<", ">>", "=~", "!~", "//", "..":
		if op == "//" && r.syn.qlike {
			r.pos++
			return choose([]value{v, r.unary()}), true
		}
		r.pos++
		return r.arithmetic(op, v, r.unary(), from), true
	}
	return v, false
}

// arithmetic is an operator that gives a known value only for some objects.
func (r *reader) arithmetic(op string, a, b value, from int) value {
	switch {
	case op == "/" && a.typ == "pathlib.Path" || op == "+" && a.typ == "Pathname":
		return r.both(a, b, joinPath)
	case op == "/" && b.typ == "pathlib.Path":
		return r.both(a, b, joinPath)
	case op == "%" && a.shape == text && (r.syn.lang == "python" || r.syn.lang == "ruby"):
		return r.format(a, b)
	case op == "*" && a.known() && b.shape == number:
		return r.repeat(a, b)
	}
	return r.opaque(from, a, b)
}

// opaque is a value that is not known, made of these.
func (r *reader) opaque(from int, of ...value) value {
	v := unknown(r.cut(from))
	return v.stained(of...)
}

// cut is the source since from, for messages.
func (r *reader) cut(from int) string {
	to := max(from, r.last())
	return r.src[from:min(to, from+80)]
}

// concat joins two values as strings, or as lists.
func (r *reader) concat(a, b value) value {
	if a.shape == list {
		out := a
		out.lhs = ""
		more := []value{b}
		if b.shape == list {
			more = b.items
		}
		r.fuel -= 16 * (len(a.items) + len(more))
		if r.fuel < 0 {
			return a
		}
		out.items = append(append([]value(nil), a.items...), more...)
		return out.stained(b)
	}
	return r.both(a, b, join)
}

// both combines every alternative of two values.
func (r *reader) both(a, b value, with func(a, b Arg) Arg) value {
	var out []value
	for _, x := range a.alternatives() {
		for _, y := range b.alternatives() {
			xa, ya := r.arg(x), r.arg(y)
			r.fuel -= len(xa.Text) + len(ya.Text) + 16*(len(xa.Holes)+len(ya.Holes))
			if r.fuel < 0 {
				return unknown("too long").stained(a, b)
			}
			v := value{shape: text, arg: with(xa, ya), typ: x.typ}
			if v.typ == "" && strings.HasPrefix(y.typ, "pathlib") {
				v.typ = y.typ
			}
			out = append(out, v.stained(x, y))
			if len(out) == maxChoices {
				return choose(out)
			}
		}
	}
	return choose(out)
}

// assign binds what an expression names to a value.
func (r *reader) assign(to, v value) {
	switch to.shape {
	case list:
		if to.lhs == "" {
			r.unpack(to.items, v)
			return
		}
	case dict:
		if to.lhs == "" {
			for i, item := range to.items {
				if item.lhs != "" {
					r.bind(item.lhs, r.member(v, to.keys[i]))
				}
			}
			return
		}
	}
	if to.lhs != "" {
		r.bind(to.lhs, v)
	}
}

// unpack binds several names to the elements of a value.
func (r *reader) unpack(names []value, v value) {
	for i, n := range names {
		if n.lhs == "" {
			continue
		}
		switch {
		case v.shape == list && i < len(v.items):
			r.bind(n.lhs, v.items[i])
		case v.shape == ref && r.syn.lang == "javascript":
			r.bind(n.lhs, r.member(v, n.lhs))
		default:
			r.bind(n.lhs, unknown(n.lhs).stained(v))
		}
	}
}

func (r *reader) bind(name string, v value) {
	if r.env == nil {
		r.env = make(map[string]value)
	}
	v.lhs = ""
	r.env[name] = v
}
