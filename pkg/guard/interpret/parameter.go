package interpret

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// param expands a parameter. It returns the ways it may come out; list says
// that it is "$@" or an array taken whole.
func (e expander) param(x *syntax.ParamExp) (alts []fields, list bool) {
	if x.Param == nil { // zsh's nested forms
		e.w.substitutions(x, e.st) // there need be none: ${(l:8:):-}
		return []fields{{shell.UnknownWord("${..}")}}, false
	}
	name := x.Param.Value
	switch {
	case len(x.Modifiers) > 0: // ${file:t:r} of zsh
		words, _ := e.values(x, name)
		return []fields{{derived(shell.JoinWords(words, " "), "${"+name+":..}")}}, false
	case x.Names != 0:
		return []fields{{set("${!" + name + "*}")}}, false
	case x.Length:
		return []fields{{e.length(x, name)}}, false
	case x.Excl && x.Index != nil:
		return e.keys(x, name)
	}
	var words []shell.Word
	shape := scalar
	if x.Excl {
		words, shape = e.indirect(name)
	} else {
		words, shape = e.values(x, name)
	}
	if !e.w.grow(words) {
		return []fields{{shell.UnknownWord("$" + name)}}, false
	}
	if shape == scalar {
		return one(e.operate(x, name, words)), false
	}
	words, ok := e.operateList(x, name, words)
	switch {
	case !ok:
		return []fields{{shell.UnknownWord("${" + name + "..}")}}, false
	case shape == joined:
		return []fields{{shell.JoinWords(words, e.st.joiner())}}, false
	}
	return []fields{words}, true
}

// shape is how the values of a parameter belong together.
type shape uint8

const (
	scalar   shape = iota // alternatives
	elements              // a word each: "$@"
	joined                // all in one word: "$*"
)

// operateList applies the operation of ${a[@]..} to each element, or to the
// list.
func (e expander) operateList(x *syntax.ParamExp, name string, words []shell.Word) ([]shell.Word, bool) {
	switch {
	case x.Slice != nil:
		if name == "@" || name == "*" {
			words = append([]shell.Word{e.st.parameter(0)}, words...)
		}
		from, to, ok := e.bounds(x.Slice, len(words))
		if !ok {
			return nil, false
		}
		return words[from:to], true
	case x.Exp == nil && x.Repl == nil:
		return words, true
	case len(words) == 0 || x.Exp != nil && x.Exp.Op >= syntax.AlternateUnset && x.Exp.Op <= syntax.AssignUnsetOrNull:
		if len(words) > 0 && x.Exp.Op != syntax.AlternateUnset && x.Exp.Op != syntax.AlternateUnsetOrNull {
			return words, true
		}
		if x.Exp == nil {
			return nil, true
		}
		return e.operation(x, name, shell.JoinWords(words, " ")), true
	}
	out := make([]shell.Word, 0, len(words))
	for _, v := range words {
		out = append(out, e.operate(x, name, []shell.Word{v})[0])
	}
	return out, true
}

// keys returns the keys of ${!a[@]}.
func (e expander) keys(x *syntax.ParamExp, name string) ([]fields, bool) {
	v, ok := e.st.get(e.st.target(name))
	index := e.index(x.Index)
	if !ok || !v.array || index != "@" && index != "*" {
		return []fields{{shell.UnknownWord("${!" + name + "[..]}")}}, false
	}
	var out []shell.Word
	for i := range v.elems {
		out = append(out, shell.LitWord(v.key(i)))
	}
	if index == "*" {
		return []fields{{shell.JoinWords(out, e.st.joiner())}}, false
	}
	return []fields{out}, true
}

// one makes each word an alternative of its own.
func one(words []shell.Word) []fields {
	out := make([]fields, len(words))
	for i, v := range words {
		out[i] = fields{v}
	}
	return out
}

// set returns an unknown that is surely not empty.
func set(name string) shell.Word {
	return shell.Word{Parts: []shell.Part{{Kind: shell.Unknown, Text: name, Set: true}}}
}

// values returns what a parameter may hold: alternatives, or the elements of
// "$@" or an array.
func (e expander) values(x *syntax.ParamExp, name string) ([]shell.Word, shape) {
	if name == "@" || name == "*" {
		args, known := e.st.positional()
		switch {
		case !known:
			return []shell.Word{shell.UnknownWord("$" + name)}, scalar
		case name == "*":
			return args, joined
		}
		return args, elements
	}
	name = e.st.target(name)
	index := ""
	if x.Index != nil {
		index = e.index(x.Index)
	}
	return e.element(name, index)
}

// element returns what the element of a variable may hold; an index of @ or *
// takes all.
func (e expander) element(name, index string) ([]shell.Word, shape) {
	v, ok := e.st.get(name)
	if !ok || !v.array {
		return e.variable(name), scalar
	}
	switch index {
	case "@":
		return v.elems, elements
	case "*":
		return v.elems, joined
	case "":
		index = "0"
	}
	if w, ok := v.element(index); ok && !v.vague {
		return []shell.Word{w}, scalar
	}
	n, err := strconv.Atoi(index)
	if err != nil && syntax.ValidName(index) { // a[i] is a[$i]
		n, err = strconv.Atoi(e.one(variableWord(index)).String())
	}
	if err == nil && n < 0 {
		n += len(v.elems)
	}
	if w, _ := v.element(strconv.Itoa(n)); err == nil && !v.vague {
		return []shell.Word{w}, scalar
	}
	if len(v.elems) == 0 {
		return []shell.Word{shell.UnknownWord("${" + name + "[..]}")}, scalar
	}
	if v.named() && !v.vague && syntax.ValidName(index) {
		return []shell.Word{{}}, scalar // it has no such key
	}
	e.w.Spend(len(v.elems) / elemsOfStep)
	return Capped(v.elems), scalar
}

// variableWord returns the word $name.
func variableWord(name string) *syntax.Word {
	return &syntax.Word{Parts: []syntax.WordPart{&syntax.ParamExp{Short: true, Param: &syntax.Lit{Value: name}}}}
}

func (st *State) positional() (args []shell.Word, known bool) {
	return st.params, !st.anyArgs
}

// variable returns the values a variable may have.
func (e expander) variable(name string) []shell.Word {
	if n, ok := decimal(name); ok {
		return []shell.Word{e.st.parameter(n)}
	}
	if p, ok := e.w.holes.part(name); ok {
		return []shell.Word{{Parts: []shell.Part{p}}}
	}
	name = e.st.target(name)
	if v, ok := e.st.get(name); ok {
		switch {
		case v.array && len(v.elems) > 0:
			return v.elems[:1]
		case len(v.alts) > 0:
			return v.alts
		}
		return []shell.Word{{}}
	}
	return []shell.Word{e.environment(name)}
}

func (st *State) parameter(n int) shell.Word {
	switch {
	case n == 0 && st.Zero != nil:
		return *st.Zero
	case n == 0:
		return set("$0")
	case !st.anyArgs && n <= len(st.params):
		return st.params[n-1]
	case !st.anyArgs && !st.script:
		return shell.Word{}
	case n <= st.given || st.nounset:
		return set("$" + strconv.Itoa(n))
	}
	return shell.UnknownWord("$" + strconv.Itoa(n))
}

// lacks reports whether a name is that of a parameter that a script is not given.
func (st *State) lacks(name string) bool {
	n, ok := decimal(name)
	return ok && st.script && !st.anyArgs && n > len(st.params)
}

// decimal returns the number that a parameter or an element has in place of a name.
func decimal(name string) (int, bool) {
	if name == "" || name[0] > '9' {
		return 0, false // nearly always, and an error would be allocated
	}
	n, err := strconv.Atoi(name)
	return n, err == nil
}

// environment returns the value of a variable the text does not set.
func (e expander) environment(name string) shell.Word {
	switch name {
	case "HOME":
		return shell.LitWord(e.w.opt.Home)
	case "PWD":
		return e.pwd()
	case "OLDPWD":
		return e.st.previous()
	case "IFS":
		return shell.LitWord(" \t\n")
	case "OPTIND":
		return shell.LitWord("1")
	case "#":
		if !e.st.anyArgs {
			return shell.LitWord(strconv.Itoa(len(e.st.params)))
		}
		return set("$#")
	case "_":
		if e.st.last != nil {
			return *e.st.last
		}
		return set("$_")
	case "SHELL", "BASH": // every shell runs what it is given
		return shell.LitWord("/bin/bash")
	case "TMPDIR", "TMP", "TEMP", "RUNNER_TEMP", "BATS_TMPDIR", "BATS_TEST_TMPDIR", "BATS_RUN_TMPDIR", "BATS_FILE_TMPDIR",
		"BATS_SUITE_TMPDIR", "SHUNIT_TMPDIR", "AGENT_TEMPDIRECTORY":
		return shell.LitWord("/tmp")
	case "?", "$", "!", "-", "UID", "EUID", "PPID", "USER", "LOGNAME", "HOSTNAME", "RANDOM", "SECONDS",
		"LINENO", "BASHPID", "PATH", "LANG", "TERM", "OSTYPE", "HOSTTYPE", "EPOCHSECONDS", "BASH_VERSION":
		return set("$" + name)
	}
	if e.w.opt.Env != nil {
		if v, ok := e.w.opt.Env(name); ok {
			return shell.LitWord(v)
		}
	}
	if e.st.nounset {
		return set("$" + name) // the shell stops where it is unset
	}
	return shell.UnknownWord("$" + name)
}

// pwd returns the working directory of the shell.
func (e expander) pwd() shell.Word {
	if len(e.st.Cwd.Path.Parts) > 0 && (strings.HasPrefix(e.st.Cwd.Path.Prefix(), "/") || shell.StartsUnknownPath(e.st.Cwd.Path)) {
		return e.st.Cwd.Path
	}
	start := shell.LitWord(".")
	if e.w.opt.Cwd != "" {
		start = shell.LitWord(e.w.opt.Cwd)
	}
	if len(e.st.Cwd.Path.Parts) == 0 {
		return start
	}
	return shell.JoinPath(start, e.st.Cwd.Path)
}

func (e expander) length(x *syntax.ParamExp, name string) shell.Word {
	words, shape := e.values(x, name)
	if shape != scalar {
		return shell.LitWord(strconv.Itoa(len(words)))
	}
	if len(words) == 1 {
		if s, ok := words[0].Literal(); ok {
			return shell.LitWord(strconv.Itoa(utf8.RuneCountInString(s)))
		}
	}
	return set("${#" + name + "}")
}

// indirect returns the values of the variable, element or array that another
// variable names.
func (e expander) indirect(name string) ([]shell.Word, shape) {
	if name == "#" && !e.st.anyArgs {
		return []shell.Word{e.st.parameter(len(e.st.params))}, scalar
	}
	for _, v := range e.variable(name) {
		s, ok := v.Literal()
		if !ok {
			continue
		}
		name, index, element := strings.Cut(strings.TrimSuffix(s, "]"), "[")
		_, err := strconv.Atoi(s)
		switch {
		case element && syntax.ValidName(name):
			e.subscript(s)
			return e.element(name, index)
		case syntax.ValidName(s) || err == nil || s == "@" || s == "*":
			return e.values(&syntax.ParamExp{}, s)
		}
	}
	return []shell.Word{shell.UnknownWord("${!" + name + "}")}, scalar
}
