package lang

import "strings"

// definition is a function that the program defines itself.
type definition struct {
	params   []string // their names; one that takes the rest begins with a star
	from, to int      // the tokens of its body
	method   bool     // it is called on an object: which of them is not known
	inner    bool     // it stands in a class or in another function
	runs     bool     // its body is being read for a call
}

// The bounds of what is read for calls of functions that the program defines.
const (
	maxCalls = 4    // within each other
	maxRead  = 3    // times as many tokens as the program has
	moreRead = 4000 // and so many
	maxBody  = 1000 // tokens of a function
	maxArrow = 256  // tokens of an expression behind an arrow
	maxType  = 4    // tokens of the type of what a function gives
)

// definitionOf returns the function of the program that a value names, nil where there
// is none.
func (r *Reader) definitionOf(v *Value) *definition {
	name := v.Var
	if name == "" && v.Shape == NameShape {
		name = v.Name
	}
	dot := strings.LastIndexByte(name, '.')
	name = name[dot+1:]
	switch r.syn.Lang {
	case "python", "javascript", "php", "go", "rust":
	default:
		return nil
	}
	if name == "" {
		return nil
	}
	if r.defined == nil {
		r.defineAll()
	}
	d := r.defined[name]
	if d == nil || dot < 0 && d.method || dot >= 0 && !d.inner {
		return nil // log.info is not the function info
	}
	return d
}

// defineAll notes the functions of the program, which may be called first in a string.
func (r *Reader) defineAll() {
	defer r.enter(r.program, 0)()
	r.defined = make(map[string]*definition)
	r.bodies = maxRead*len(r.toks) + moreRead
	for i := range r.toks {
		r.define(i)
	}
	r.params = make(map[string]bool)
	for _, d := range r.defined {
		for _, name := range d.params {
			r.params[strings.TrimPrefix(name, "*")] = true
		}
	}
}

// define notes the function whose definition begins with a token, if one does: def
// NAME(..):, function NAME(..) { .. }, NAME = (..) => ..
func (r *Reader) define(i int) {
	t := &r.toks[i]
	if t.Kind != NameToken || i+3 >= len(r.toks) {
		return
	}
	name, open := t.Text, 0
	if r.syn.Lang == "python" && r.toks[i+1].Text == "=" && r.toks[i+2].Text == "lambda" {
		r.defineLambda(name, i+3)
		return
	}
	if r.syn.Lang == "javascript" && r.toks[i+1].Text == "=" && r.toks[i+2].Kind == NameToken && r.toks[i+3].Text == "=>" { // sh = c => ..
		r.defineArrow(name, i+3, r.toks[i+2].Text)
		return
	}
	switch {
	case (t.Text == "def" || t.Text == "function" || t.Text == "func" && r.syn.Lang == "go" || t.Text == "fn" && r.syn.Lang == "rust") && r.toks[i+1].Kind == NameToken && r.toks[i+2].Text == "(":
		name, open = r.toks[i+1].Text, i+2
	case r.syn.Lang == "javascript" && r.toks[i+1].Text == "=":
		open = i + 2
		if k := r.toks[open].Text; k == "async" || k == "function" {
			open++
		}
		if r.toks[open].Text != "(" {
			return
		}
	default:
		return
	}
	end := r.closing[open]
	if end <= open || end+2 >= len(r.toks) {
		return
	}
	names := r.parameterNames(open, end)
	for n := 0; n < maxType && (r.syn.Lang == "php" || r.syn.Lang == "go") || n < 3*maxType && r.syn.Lang == "rust"; n++ {
		if r.toks[end+1].Text == "{" || end+2 >= len(r.toks) {
			break
		}
		end++ // the type of what it gives
	}
	switch next := r.toks[end+1].Text; {
	case next == "=>":
		r.defineArrow(name, end+1, names...)
	case next == "{":
		r.defined[name] = &definition{params: names, from: end + 2, to: r.closing[end+1]}
	case r.syn.Lang == "python":
		column, first := r.column(i)
		d := &definition{params: names, method: isSelf(r.toks[open+1].Text), inner: column > 0 || !first}
		d.from, d.to = r.indented(i, end+1)
		if d.inner && r.defined[name] != nil { // of which class is not told apart
			d.from, d.to = 0, 0
		}
		r.defined[name] = d
	}
}

// defineArrow notes a function of JavaScript whose arrow is a token: (..) => { .. } or
// (..) => EXPRESSION
func (r *Reader) defineArrow(name string, arrow int, params ...string) {
	from := arrow + 1
	to := from
	if from < len(r.toks) && r.toks[from].Text == "{" {
		from, to = from+1, r.closing[from]
	} else {
		for to < min(len(r.toks)-1, from+maxArrow) && r.toks[to].Kind != LineToken && r.toks[to].Text != ";" {
			to = max(to, r.closing[to]) + 1
		}
	}
	r.defined[name] = &definition{params: params, from: from, to: min(to, len(r.toks)-1)}
}

// defineLambda notes a function of Python whose parameters begin with a token:
// NAME = lambda a, b: EXPRESSION
func (r *Reader) defineLambda(name string, from int) {
	colon := from
	for colon < min(len(r.toks)-1, from+maxArrow) && r.toks[colon].Text != ":" && r.toks[colon].Kind != LineToken {
		colon++
	}
	to := colon
	for to < min(len(r.toks)-1, colon+maxArrow) && r.toks[to].Kind != LineToken {
		to = max(to, r.closing[to]) + 1
	}
	r.defined[name] = &definition{params: r.parameterNames(from-1, colon), from: colon + 1, to: min(to, len(r.toks)-1)}
}

// parameterNames returns the names between two parentheses.
func (r *Reader) parameterNames(open, end int) (names []string) {
	fresh, rest := true, ""
	for i := open + 1; i < end; i++ {
		switch t := &r.toks[i]; {
		case t.Text == ",":
			fresh, rest = true, ""
		case fresh && (t.Text == "*" || t.Text == "..."):
			rest = "*"
		case r.syn.Lang == "php" && t.Text[:min(1, len(t.Text))] != "$":
		case fresh && t.Kind == NameToken && !isSelf(t.Text):
			if t.Text == "mut" && r.syn.Lang == "rust" {
				continue
			}
			if r.syn.Lang == "go" && i+1 < end && r.toks[i+1].Text == "..." {
				rest = "*"
			}
			names, fresh = append(names, rest+t.Text), false
		case fresh && t.Kind == NameToken:
			fresh = false
		}
		if c := r.closing[i]; c > i {
			i = c
		}
	}
	return names
}

// isSelf reports whether a parameter is the object or class of a method of Python.
func isSelf(name string) bool { return name == "self" || name == "cls" }

// indented returns the tokens of the body behind the head of a function of Python: up
// to a line that is indented no further than its first token.
func (r *Reader) indented(def, from int) (first, to int) {
	for from < len(r.toks)-1 && r.toks[from].Text != ":" {
		if r.toks[from].Kind == LineToken {
			return 0, 0
		}
		from++
	}
	if def > 0 && r.toks[def-1].Text == "async" {
		def--
	}
	column, _ := r.column(def)
	for to = from + 1; to < len(r.toks)-1; to++ {
		if r.toks[to].Kind == LineToken && to > from+1 && r.toks[to+1].Kind != LineToken {
			if n, first := r.column(to + 1); first && n <= column {
				break
			}
		}
		if c := r.closing[to]; c > to {
			to = c
		}
	}
	return from + 1, to
}

// column returns how many blanks stand before a token, and whether it is the first on
// its line.
func (r *Reader) column(i int) (blanks int, first bool) {
	before := r.src[:r.toks[i].From]
	rest := strings.TrimRight(before, " \t")
	return len(before) - len(rest), rest == "" || rest[len(rest)-1] == '\n'
}
