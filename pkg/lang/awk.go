package lang

import "strings"

var awk = syntax{
	lang:    "awk",
	line:    []string{"#"},
	quotes:  []quote{{open: `"`, close: `"`, escape: 'c'}},
	not:     []string{"print", "printf", "return", "if", "while", "for", "do", "else", "in"},
	regex:   true,
	newline: true,
}

// readAwk reads awk for what it runs and writes: system, pipes, redirections.
func readAwk(src string) []Step {
	a := &awkReader{reader: newReader(&awk, src)}
	for !a.done() {
		a.step()
	}
	a.judgeWire()
	return a.steps
}

// awkReader walks the tokens of an awk program.
type awkReader struct {
	*reader
	prints bool  // in a print statement, where > and | redirect
	before value // the value that was read last
	from   int   // and where it starts
}

// step reads a value or one other token.
func (a *awkReader) step() {
	start := a.pos
	from := a.tok().from
	if v, ok := a.run(); ok {
		a.before, a.from = v, from
	}
	if a.pos > start {
		return
	}
	t := a.tok()
	a.pos++
	if t.kind == lineToken || t.kind == punctToken && strings.Contains(";{}", t.text) {
		a.prints = false
		return
	}
	switch t.text {
	case ">", ">>":
		if a.prints {
			a.redirected(t)
		}
	case "|":
		a.piped(t)
	}
}

// redirected reads what follows > or >> in a print statement.
func (a *awkReader) redirected(t *token) {
	v, ok := a.run()
	if !ok || strings.HasPrefix(a.arg(v).Text, "/dev/std") {
		return
	}
	words := []Arg{{Text: "tee"}}
	if t.text == ">>" {
		words = append(words, Arg{Text: "-a"})
	}
	a.argv(&call{name: "print " + t.text, from: t.from, to: a.last()}, append(words, a.arg(v)))
}

// piped reads what follows | or |&: getline runs what stands before it, print
// runs what stands behind it.
func (a *awkReader) piped(t *token) {
	a.accept("&")
	if a.word("getline") {
		a.pos++
		c := &call{name: "getline", from: a.from, to: a.last()}
		v := a.before
		if a.network(c, v) {
			v = unknown("getline")
			v.net = true
			a.assignNext(v.stained())
			return
		}
		a.shellText(c, v)
		a.assignNext(unknown("getline"))
		return
	}
	if !a.prints {
		return
	}
	printed := a.before
	if v, ok := a.run(); ok {
		c := &call{name: "print |", from: t.from, to: a.last()}
		switch strings.TrimSpace(a.arg(v).Text) {
		case "sh", "bash", "/bin/sh", "/bin/bash", "sh -e", "sh -x", "bash -e", "bash -x":
			a.shellText(c, printed)
			return
		}
		if !a.network(c, v) {
			a.shellText(c, v)
		}
	}
}

// assignNext binds the variable that getline reads into.
func (a *awkReader) assignNext(v value) {
	if t := a.tok(); t.kind == nameToken {
		a.bind(t.text, v)
		a.pos++
	}
}

// network notes gawk's /inet/ connections.
func (a *awkReader) network(c *call, v value) bool {
	x := a.arg(v)
	if !strings.HasPrefix(x.Text, "/inet") {
		return false
	}
	a.connection("connect", c)
	a.wire.peer = x
	return true
}

// run reads a run of values side by side, which awk joins.
func (a *awkReader) run() (value, bool) {
	out, any := lit(""), false
	for !a.done() {
		v, ok := a.value()
		if !ok {
			break
		}
		if any {
			v = a.both(out, v, join)
		}
		out, any = v, true
	}
	return out, any
}

func (a *awkReader) value() (value, bool) {
	t := a.tok()
	switch t.kind {
	case stringToken:
		a.pos++
		return a.str(t), true
	case numberToken:
		a.pos++
		return lit(t.text), true
	case nameToken:
		return a.name(t)
	case punctToken:
		switch t.text {
		case "(":
			return a.parenthesis(), true
		case "$":
			a.pos++
			if a.tok().kind == nameToken || a.tok().kind == numberToken {
				a.pos++
			} else if a.is("(") {
				a.parenthesis()
			}
			return a.opaque(t.from), true
		}
	}
	return value{}, false
}

func (a *awkReader) name(t *token) (value, bool) {
	a.pos++
	switch {
	case t.text == "print" || t.text == "printf":
		a.prints = true
		return value{}, false
	case has(awk.not, t.text):
		return value{}, false
	case t.text == "function" || t.text == "func":
		for a.tok().kind == nameToken {
			a.pos++
		}
		return value{}, false
	case t.text == "getline":
		a.getline(t)
		return value{}, false
	case a.is("("):
		v := a.parenthesis()
		c := &call{name: t.text, from: t.from, to: a.last()}
		if t.text == "system" {
			a.shellText(c, v)
		}
		return a.opaque(t.from, v), true
	case a.accept("="):
		v, _ := a.run()
		a.bind(t.text, v)
		return v, true
	}
	if v, bound := a.env[t.text]; bound {
		return v, true
	}
	return unknown(t.text), true
}

// getline reads "getline x < file".
func (a *awkReader) getline(t *token) {
	a.assignNext(unknown("getline"))
	if !a.accept("<") {
		return
	}
	if v, ok := a.value(); ok {
		a.argv(&call{name: "getline <", from: t.from, to: a.last()}, []Arg{{Text: "cat"}, a.arg(v)})
	}
}

// parenthesis reads ( .. ), the value of which is the last one in it.
func (a *awkReader) parenthesis() value {
	end := a.closing[a.pos]
	from := a.tok().from
	a.pos++
	if a.depth >= maxDepth {
		return unknown("")
	}
	a.depth++
	prints, before, start := a.prints, a.before, a.from
	a.prints = false
	a.before = unknown("")
	for !a.done() && a.pos < end {
		a.step()
	}
	v := a.before
	a.prints, a.before, a.from = prints, before, start
	a.depth--
	a.accept(")")
	if v.shape == opaque {
		v = a.opaque(from, v)
	}
	return v
}
