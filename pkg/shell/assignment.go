package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// variables is the program whose model says which variables do something by
// being set alone: HISTFILE, LD_PRELOAD.
const variables = "export"

// setVariable records an assignment that the model of export speaks of as a
// call of export, wherever it is written: alone, exported or before a command.
func setVariable(w *walker, name string, value Word, span Span, st *state) {
	if isPrompt(name) {
		setPrompt(w, name, value, st)
	}
	m := w.model(variables)
	if m == nil || !speaksOf(m, name) {
		return
	}
	v := lit(name + "=")
	v.addWord(value)
	c := Call{Program: variables, Model: m, About: m, Argv: []Word{lit(variables), v}, Span: span}
	c.Args = readArgs(m, c.Argv[1:])
	c.Cwd = st.cwd
	w.addCall(&c, st)
}

// isPrompt reports whether a variable holds what the shell runs with each prompt.
func isPrompt(name string) bool {
	switch name {
	case "PS0", "PS1", "PS2", "PS4", "PROMPT_COMMAND":
		return true
	}
	return false
}

// setPrompt follows what a prompt runs whenever it is shown: PS4 before every
// command under set -x, PROMPT_COMMAND before every prompt.
func setPrompt(w *walker, name string, value Word, st *state) {
	text := w.holes.text(value)
	if name == "PROMPT_COMMAND" {
		late := st.fork()
		late.late = true
		spans := w.spans
		w.spans = w.inside(w.at())
		w.text(text, late, inherited, nil)
		w.spans = spans
		return
	}
	if strings.Contains(text, "$(") || strings.Contains(text, "`") {
		w.expander(st).document(text)
	}
}

func speaksOf(m *rule.Command, name string) bool {
	for _, v := range m.VerbsFor("") {
		for _, g := range v.Operand {
			if g == "" || g[0] != '*' && !strings.HasPrefix(name, g[:1]) {
				continue
			}
			if n, _, ok := strings.Cut(g, "="); ok && (n == name || strings.HasSuffix(n, "*") && strings.HasPrefix(name, n[:len(n)-1])) {
				return true
			}
		}
	}
	return false
}

// setVariables records the assignments of a statement or declaration.
func setVariables(w *walker, list []*syntax.Assign, st *state) {
	if len(list) == 0 {
		return
	}
	m := w.model(variables)
	for _, a := range list {
		if a.Name == nil || a.Array != nil || a.Index != nil || a.Naked {
			continue
		}
		if name := a.Name.Value; isPrompt(name) || m != nil && speaksOf(m, name) { // few: what it becomes is worked out again
			setVariable(w, name, assigned(w, a, st), w.nodeSpan(a), st)
		}
	}
}

// listing returns what declaration commands such as export -p print: without a
// name, the variables.
func listing(w *walker, d *syntax.DeclClause, st *state) output {
	for _, a := range d.Args {
		if a.Name != nil {
			return output{known: true}
		}
	}
	name := d.Variant.Value
	c := Call{Program: name, About: w.about(name), Argv: []Word{lit(name)}, Span: w.nodeSpan(d), Cwd: st.cwd}
	return output{from: []int{w.addCall(&c, st)}}
}

// assign carries out an assignment.
func assign(w *walker, a *syntax.Assign, st *state) {
	if a.Name == nil || a.Naked && a.Array == nil {
		return
	}
	name := st.target(a.Name.Value)
	if a.Array != nil {
		assignArray(w, name, a, st)
		return
	}
	key := ""
	if a.Index != nil {
		key = w.expander(st).index(a.Index)
	}
	alts := w.expander(st).word(a.Value)
	old, had := st.get(name)
	if old.num {
		alts = evaluated(w, alts, st)
	}
	if (a.Append || old.find(key) >= 0) && !w.spend(expandingAll(old.alts, "")+len(old.elems)/partsOfStep) {
		return
	}
	switch {
	case a.Index != nil:
		if t, ok := alts[0].Literal(); ok && (name == "BASH_ALIASES" || name == "BASH_CMDS") {
			st.setAlias(key, t)
		}
		if w, ok := old.element(key); ok && a.Append {
			alts = appendWords([]Word{w}, alts)
		}
		st.set(name, old.with(key, alts[0]))
	case a.Append && had && old.array:
		w, _ := old.element("0")
		st.set(name, old.with("0", appendWords([]Word{w}, alts)[0]))
	case a.Append && had && old.num:
		st.set(name, value{alts: []Word{set("$" + name)}, num: true})
	case a.Append && had:
		st.set(name, value{alts: appendWords(old.alts, alts)})
	default:
		st.set(name, value{alts: alts, num: old.num})
	}
}

// evaluated returns the values of texts that are evaluated as arithmetic.
func evaluated(w *walker, alts []Word, st *state) []Word {
	e := w.expander(st)
	out := make([]Word, len(alts))
	for i, v := range alts {
		t, ok := v.Literal()
		n, ok2 := e.numberOf(t, 0)
		if ok && ok2 {
			out[i] = lit(strconv.Itoa(n))
			continue
		}
		e.evaluate(w.holes.text(v), 0)
		out[i] = set("$((..))")
	}
	return out
}

// assignArray carries out name=(..), with or without keys.
func assignArray(w *walker, name string, a *syntax.Assign, st *state) {
	v := value{array: true}
	if old, ok := st.get(name); ok && a.Append {
		v = old
		if v.alts = nil; !v.array {
			v = value{array: true, elems: old.alts[:min(len(old.alts), 1)]}
		}
	}
	for _, e := range a.Array.Elems {
		if e.Index != nil {
			key := w.expander(st).index(e.Index)
			if v.find(key) >= 0 && !w.spend(len(v.elems)/partsOfStep) {
				return
			}
			v = v.with(key, w.expander(st).one(e.Value))
			continue
		}
		if e.Value == nil {
			continue
		}
		for _, f := range w.expander(st).fields(e.Value) {
			for _, x := range f {
				v = v.plus(x)
			}
			break
		}
	}
	st.set(name, v)
}

// appendWords returns every old value with every new one appended.
func appendWords(old, more []Word) []Word {
	var out []Word
	for _, o := range old {
		for _, m := range more {
			v := o.clone()
			v.addWord(m)
			out = addAlt(out, v)
		}
	}
	return capAlts(out)
}

func assigned(w *walker, a *syntax.Assign, st *state) Word {
	if a.Value == nil {
		return Word{}
	}
	return w.expander(st).one(a.Value)
}

func declClause(w *walker, d *syntax.DeclClause, st *state) {
	setVariables(w, d.Args, st)
	w.exports.declare(d)
	refers, counts := false, false
	st.last = nil
	for _, a := range d.Args {
		if a.Name == nil && a.Value != nil && d.Variant.Value != "export" {
			flags := a.Value.Lit()
			refers = refers || strings.HasPrefix(flags, "-") && strings.Contains(flags, "n")
			counts = counts || strings.HasPrefix(flags, "-") && strings.Contains(flags, "i")
		}
		if counts && a.Name != nil {
			old, _ := st.get(a.Name.Value)
			old.num = true
			st.set(a.Name.Value, old)
		}
		if refers && a.Name != nil && a.Value != nil {
			if to, ok := w.expander(st).one(a.Value).Literal(); ok && syntax.ValidName(to) {
				st.set(a.Name.Value, value{ref: to})
				continue
			}
		}
		assign(w, a, st)
		if a.Name == nil && a.Value != nil {
			w.expander(st).reference(w.expander(st).one(a.Value)) // declare 'a[..]=x'
		}
		if a.Name != nil && a.Array == nil && a.Index == nil {
			last := lit(a.Name.Value)
			if !a.Naked {
				last.add(Part{Kind: Lit, Text: "="})
				if v, ok := st.get(a.Name.Value); ok && len(v.alts) == 1 {
					last.addWord(v.alts[0])
				}
			}
			st.last = &last
		}
	}
}
