package lang

import "strings"

var awk = Syntax{
	Lang:     "awk",
	Line:     []string{"#"},
	Quotes:   []Quote{{Open: `"`, Close: `"`, Escape: 'c'}},
	Keywords: []string{"print", "printf", "return", "if", "while", "for", "do", "else", "in"},
	Regex:    true,
	Newline:  true,
}

// readAwk reads awk for what it runs and writes: system, pipes, redirections.
func readAwk(src string) []Step {
	a := &awkReader{Reader: NewReader(&awk, src)}
	for !a.Done() {
		a.step()
	}
	a.judgeWire()
	return a.Found
}

// awkReader walks the tokens of an awk program.
type awkReader struct {
	*Reader
	prints bool  // in a print statement, where > and | redirect
	before Value // the value that was read last
	from   int   // and where it starts
}

// step reads a value or one other token.
func (a *awkReader) step() {
	start := a.pos
	from := a.Token().From
	if v, ok := a.run(); ok {
		a.before, a.from = v, from
	}
	if a.pos > start {
		return
	}
	t := a.Token()
	a.pos++
	if t.Kind == LineToken || t.Kind == PunctToken && strings.Contains(";{}", t.Text) {
		a.prints = false
		return
	}
	switch t.Text {
	case ">", ">>":
		if a.prints {
			a.redirected(t)
		}
	case "|":
		a.piped(t)
	}
}

// redirected reads what follows > or >> in a print statement.
func (a *awkReader) redirected(t *Token) {
	v, ok := a.run()
	if !ok || strings.HasPrefix(a.Arg(v).Text, "/dev/std") {
		return
	}
	words := []Arg{{Text: "tee"}}
	if t.Text == ">>" {
		words = append(words, Arg{Text: "-a"})
	}
	a.Argv(&Call{Name: "print " + t.Text, From: t.From, To: a.End()}, append(words, a.Arg(v)))
}

// piped reads what follows | or |&: getline runs what stands before it, print
// runs what stands behind it.
func (a *awkReader) piped(t *Token) {
	a.Accept("&")
	if a.IsName("getline") {
		a.pos++
		c := &Call{Name: "getline", From: a.from, To: a.End()}
		v := a.before
		if a.network(c, v) {
			v = Unknown("getline")
			v.Net = true
			a.assignNext(v.Tainted())
			return
		}
		a.ShellText(c, v)
		a.assignNext(Unknown("getline"))
		return
	}
	if !a.prints {
		return
	}
	printed := a.before
	if v, ok := a.run(); ok {
		c := &Call{Name: "print |", From: t.From, To: a.End()}
		switch strings.TrimSpace(a.Arg(v).Text) {
		case "sh", "bash", "/bin/sh", "/bin/bash", "sh -e", "sh -x", "bash -e", "bash -x":
			a.ShellText(c, printed)
			return
		}
		if !a.network(c, v) {
			a.ShellText(c, v)
		}
	}
}

// assignNext binds the variable that getline reads into.
func (a *awkReader) assignNext(v Value) {
	if t := a.Token(); t.Kind == NameToken {
		a.Bind(t.Text, v)
		a.pos++
	}
}

// network notes gawk's /inet/ connections.
func (a *awkReader) network(c *Call, v Value) bool {
	x := a.Arg(v)
	if !strings.HasPrefix(x.Text, "/inet") {
		return false
	}
	a.connection("connect", c)
	a.wire.peer = x
	return true
}

// run reads a run of values side by side, which awk joins.
func (a *awkReader) run() (Value, bool) {
	out, any := Lit(""), false
	for !a.Done() {
		v, ok := a.value()
		if !ok {
			break
		}
		if any {
			v = a.Both(out, v, Join)
		}
		out, any = v, true
	}
	return out, any
}

func (a *awkReader) value() (Value, bool) {
	t := a.Token()
	switch t.Kind {
	case StringToken:
		a.pos++
		return a.Str(t), true
	case NumberToken:
		a.pos++
		return Lit(t.Text), true
	case NameToken:
		return a.name(t)
	case PunctToken:
		switch t.Text {
		case "(":
			return a.parenthesis(), true
		case "$":
			a.pos++
			if a.Token().Kind == NameToken || a.Token().Kind == NumberToken {
				a.pos++
			} else if a.Is("(") {
				a.parenthesis()
			}
			return a.Opaque(t.From), true
		}
	}
	return Value{}, false
}

func (a *awkReader) name(t *Token) (Value, bool) {
	a.pos++
	switch {
	case t.Text == "print" || t.Text == "printf":
		a.prints = true
		return Value{}, false
	case has(awk.Keywords, t.Text):
		return Value{}, false
	case t.Text == "function" || t.Text == "func":
		for a.Token().Kind == NameToken {
			a.pos++
		}
		return Value{}, false
	case t.Text == "getline":
		a.getline(t)
		return Value{}, false
	case a.Is("("):
		v := a.parenthesis()
		c := &Call{Name: t.Text, From: t.From, To: a.End()}
		if t.Text == "system" {
			a.ShellText(c, v)
		}
		return a.Opaque(t.From, v), true
	case a.Accept("="):
		v, _ := a.run()
		a.Bind(t.Text, v)
		return v, true
	}
	if v, bound := a.env[t.Text]; bound {
		return v, true
	}
	return Unknown(t.Text), true
}

// getline reads "getline x < file".
func (a *awkReader) getline(t *Token) {
	a.assignNext(Unknown("getline"))
	if !a.Accept("<") {
		return
	}
	if v, ok := a.value(); ok {
		a.Argv(&Call{Name: "getline <", From: t.From, To: a.End()}, []Arg{{Text: "cat"}, a.Arg(v)})
	}
}

// parenthesis reads ( .. ), the value of which is the last one in it.
func (a *awkReader) parenthesis() Value {
	end := a.closing[a.pos]
	from := a.Token().From
	a.pos++
	if a.depth >= maxDepth {
		return Unknown("")
	}
	a.depth++
	prints, before, start := a.prints, a.before, a.from
	a.prints = false
	a.before = Unknown("")
	for !a.Done() && a.pos < end {
		a.step()
	}
	v := a.before
	a.prints, a.before, a.from = prints, before, start
	a.depth--
	a.Accept(")")
	if v.Shape == OpaqueShape {
		v = a.Opaque(from, v)
	}
	return v
}
