package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// variables is the program whose model says which variables do something by
// being set alone: HISTFILE, LD_PRELOAD.
const variables = "export"

// setVariable records an assignment that the model of export speaks of as a
// call of export, wherever it is written: alone, exported or before a command.
func (w *walker) setVariable(name string, value Word, span Span, st *state) {
	m := w.model(variables)
	if m == nil || !speaksOf(m, name) {
		return
	}
	v := lit(name + "=")
	v.addWord(value)
	c := Call{Program: variables, Model: m, Argv: []Word{lit(variables), v}, Span: span}
	c.Args = readArgs(m, c.Argv[1:])
	c.Cwd = st.cwd
	w.addCall(c, st)
}

func speaksOf(m *rule.Command, name string) bool {
	for _, v := range m.VerbsFor("") {
		for _, g := range v.Operand {
			if n, _, ok := strings.Cut(g, "="); ok && (n == name || strings.HasSuffix(n, "*") && strings.HasPrefix(name, n[:len(n)-1])) {
				return true
			}
		}
	}
	return false
}

// setVariables records the assignments of a statement or declaration.
func (w *walker) setVariables(list []*syntax.Assign, st *state) {
	for _, a := range list {
		if a.Name != nil && a.Array == nil && a.Index == nil && !a.Naked {
			w.setVariable(a.Name.Value, w.assigned(a, st), w.nodeSpan(a), st)
		}
	}
}

// listing returns what declaration commands such as export -p print: without a
// name, the variables.
func (w *walker) listing(d *syntax.DeclClause, st *state) output {
	for _, a := range d.Args {
		if a.Name != nil {
			return output{known: true}
		}
	}
	name := d.Variant.Value
	c := Call{Program: name, Argv: []Word{lit(name)}, Span: w.nodeSpan(d), Cwd: st.cwd}
	return output{from: []int{w.addCall(c, st)}}
}
