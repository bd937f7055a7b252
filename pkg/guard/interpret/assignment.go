package interpret

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// variables is the program whose model says which variables do something by
// being set alone: HISTFILE, LD_PRELOAD.
const variables = "export"

// setVariable records an assignment that the model of export speaks of as a
// call of export, wherever it is written: alone, exported or before a command.
func setVariable(w *Walker, name string, value shell.Word, span shell.Span, st *State) {
	if isPrompt(name) {
		setPrompt(w, name, value, st)
	}
	m := w.model(variables)
	if m == nil || !speaksOf(m, name) {
		return
	}
	v := shell.LitWord(name + "=")
	v.AddWord(value)
	c := shell.Call{Program: variables, Model: m, About: m, Argv: []shell.Word{shell.LitWord(variables), v}, Span: span}
	c.Args = shell.ReadArgs(m, c.Program, c.Argv[1:])
	c.Cwd = st.Cwd
	i := w.AddCall(&c, st)
	for _, row := range m.Settings.All() {
		if slices.Contains(row.Keys, "$"+name) { // an interpreter loads what it names
			w.follower.Follow(i, Invocation{In: shell.OwnInput, Span: span}, st)
			return
		}
	}
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
func setPrompt(w *Walker, name string, value shell.Word, st *State) {
	text := w.holes.text(value)
	if name == "PROMPT_COMMAND" {
		late := st.Fork()
		late.Late = true
		spans := w.at.pos
		w.at.pos = w.at.Inside(w.at.Here())
		w.text(text, late, shell.OwnInput, nil)
		w.at.pos = spans
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
func setVariables(w *Walker, list []*syntax.Assign, st *State) {
	if len(list) == 0 {
		return
	}
	m := w.model(variables)
	for _, a := range list {
		if a.Name == nil || a.Array != nil || a.Index != nil || a.Naked {
			continue
		}
		if name := a.Name.Value; isPrompt(name) || m != nil && speaksOf(m, name) { // few: what it becomes is worked out again
			setVariable(w, name, assigned(w, a, st), w.at.nodeSpan(a), st)
		}
	}
}

// listing returns what declaration commands such as export -p print: without a
// name, the variables.
func listing(w *Walker, d *syntax.DeclClause, st *State) Output {
	for _, a := range d.Args {
		if a.Name != nil {
			return Output{Known: true}
		}
	}
	name := d.Variant.Value
	c := shell.Call{Program: name, About: w.about(name), Argv: []shell.Word{shell.LitWord(name)}, Span: w.at.nodeSpan(d), Cwd: st.Cwd}
	return Output{From: []int{w.AddCall(&c, st)}}
}

// assign carries out an assignment.
func assign(w *Walker, a *syntax.Assign, st *State) {
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
	alts := w.expander(st).value(a.Value)
	old, had := st.get(name)
	if old.num {
		alts = evaluated(w, alts, st)
	}
	if old.fold != 0 {
		alts = folded(alts, old.fold)
	}
	if (a.Append || old.find(key) >= 0) && !w.Spend(expandingAll(old.alts, "")+len(old.elems)/shell.PartsOfStep) {
		return
	}
	switch {
	case a.Index != nil:
		if t, ok := alts[0].Literal(); ok && (name == "BASH_ALIASES" || name == "BASH_CMDS") {
			st.setAlias(key, t)
		}
		if w, ok := old.element(key); ok && a.Append {
			alts = appendWords([]shell.Word{w}, alts)
		}
		st.set(name, old.with(key, alts[0]))
	case a.Append && had && old.array:
		w, _ := old.element("0")
		st.set(name, old.with("0", appendWords([]shell.Word{w}, alts)[0]))
	case a.Append && had && old.num:
		st.set(name, value{alts: []shell.Word{set("$" + name)}, num: true})
	case a.Append && had:
		st.set(name, value{alts: appendWords(old.alts, alts), fold: old.fold})
	default:
		st.set(name, value{alts: alts, num: old.num, fold: old.fold})
	}
}

// evaluated returns the values of texts that are evaluated as arithmetic.
func evaluated(w *Walker, alts []shell.Word, st *State) []shell.Word {
	e := w.expander(st)
	out := make([]shell.Word, len(alts))
	for i, v := range alts {
		t, ok := v.Literal()
		n, ok2 := e.numberOf(t, 0)
		if ok && ok2 {
			out[i] = shell.LitWord(strconv.Itoa(n))
			continue
		}
		e.evaluate(w.holes.text(v), 0)
		out[i] = set("$((..))")
	}
	return out
}

// folded returns words in small letters or capitals, as declare -l and -u say.
func folded(alts []shell.Word, fold byte) []shell.Word {
	change := strings.ToLower
	if fold == 'u' {
		change = strings.ToUpper
	}
	out := make([]shell.Word, len(alts))
	for i, v := range alts {
		v = v.Clone()
		for k := range v.Parts {
			if v.Parts[k].Kind == shell.Lit {
				v.Parts[k].Text = change(v.Parts[k].Text)
			}
		}
		out[i] = v
	}
	return out
}

// folding is folded for one word, where a variable says so.
func folding(v shell.Word, fold byte) shell.Word {
	if fold == 0 {
		return v
	}
	return folded([]shell.Word{v}, fold)[0]
}

// assignArray carries out name=(..), with or without keys.
func assignArray(w *Walker, name string, a *syntax.Assign, st *State) {
	old, ok := st.get(name)
	v := value{array: true, fold: old.fold}
	if ok && a.Append {
		v = old
		if v.alts = nil; !v.array {
			v = value{array: true, fold: old.fold, elems: old.alts[:min(len(old.alts), 1)]}
		}
	}
	for _, e := range a.Array.Elems {
		if e.Index != nil {
			key := w.expander(st).index(e.Index)
			if v.find(key) >= 0 && !w.Spend(len(v.elems)/shell.PartsOfStep) {
				return
			}
			v = v.with(key, folding(w.expander(st).one(e.Value), v.fold))
			continue
		}
		if e.Value == nil {
			continue
		}
		for _, f := range w.expander(st).fields(e.Value) {
			for _, x := range f {
				v = v.plus(folding(x, v.fold))
			}
			break
		}
	}
	st.set(name, v)
}

// appendWords returns every old value with every new one appended.
func appendWords(old, more []shell.Word) []shell.Word {
	var out []shell.Word
	for _, o := range old {
		for _, m := range more {
			v := o.Clone()
			v.AddWord(m)
			out = addAlt(out, v)
		}
	}
	return Capped(out)
}

func assigned(w *Walker, a *syntax.Assign, st *State) shell.Word {
	if a.Value == nil {
		return shell.Word{}
	}
	return w.expander(st).value(a.Value)[0]
}

func declClause(w *Walker, d *syntax.DeclClause, st *State) {
	setVariables(w, d.Args, st)
	w.exports.declare(d)
	refers, counts, fold := false, false, byte(0)
	st.last = nil
	for _, a := range d.Args {
		if a.Name == nil && a.Value != nil && d.Variant.Value != "export" {
			flags := a.Value.Lit()
			refers = refers || strings.HasPrefix(flags, "-") && strings.Contains(flags, "n")
			counts = counts || strings.HasPrefix(flags, "-") && strings.Contains(flags, "i")
			if i := strings.LastIndexAny(flags, "lu"); i > 0 && flags[0] == '-' {
				fold = flags[i]
			}
		}
		if fold != 0 && a.Name != nil {
			old, _ := st.get(a.Name.Value)
			old.fold = fold
			st.set(a.Name.Value, old)
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
			last := shell.LitWord(a.Name.Value)
			if !a.Naked {
				last.Add(shell.Part{Kind: shell.Lit, Text: "="})
				if v, ok := st.get(a.Name.Value); ok && len(v.alts) == 1 {
					last.AddWord(v.alts[0])
				}
			}
			st.last = &last
		}
	}
}
