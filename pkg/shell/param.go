package shell

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// param expands a parameter. It returns the ways it may come out; list says
// that it is "$@" or an array taken whole.
func (w *walker) param(x *syntax.ParamExp, st *state) (alts []fields, list bool) {
	if x.Param == nil { // zsh's nested forms
		w.substitutions(x.NestedParam, st)
		return []fields{{unknown("${..}")}}, false
	}
	name := x.Param.Value
	switch {
	case x.Names != 0:
		return []fields{{set("${!" + name + "*}")}}, false
	case x.Length:
		return []fields{{w.length(x, name, st)}}, false
	case x.Excl:
		return one(w.indirect(name, st)), false
	}
	words, list := w.values(x, name, st)
	if !w.grow(words) {
		return []fields{{unknown("$" + name)}}, false
	}
	if list && x.Slice != nil && x.Exp == nil {
		if name == "@" {
			words = append([]Word{w.parameter(0, st)}, words...)
		}
		if from, to, ok := w.bounds(x.Slice, len(words), st); ok {
			return []fields{words[from:to]}, true
		}
	}
	if list && x.Exp == nil && x.Slice == nil && x.Repl == nil {
		return []fields{words}, true
	}
	words = w.operate(x, name, words, st)
	if list {
		return []fields{words}, true
	}
	return one(words), false
}

// one makes each word an alternative of its own.
func one(words []Word) []fields {
	out := make([]fields, len(words))
	for i, v := range words {
		out[i] = fields{v}
	}
	return out
}

// set is an unknown that is surely not empty.
func set(name string) Word {
	return Word{Parts: []Part{{Kind: Unknown, Text: name, Set: true}}}
}

// values returns what a parameter may hold: alternatives, or with list the
// elements of "$@" or an array.
func (w *walker) values(x *syntax.ParamExp, name string, st *state) (words []Word, list bool) {
	if name == "@" || name == "*" {
		args, known := w.positional(st)
		if !known {
			return []Word{unknown("$" + name)}, false
		}
		if name == "*" {
			return []Word{joinWords(args, st.joiner())}, false
		}
		return args, true
	}
	name = st.target(name)
	v, ok := st.get(name)
	if !ok || !v.array {
		return w.variable(name, st), false
	}
	index := ""
	if x.Index != nil {
		index = w.index(x.Index, st)
	}
	if e, ok := v.at(index); ok {
		return []Word{e}, false
	}
	switch n, err := strconv.Atoi(index); {
	case index == "@":
		return v.elems, true
	case index == "*":
		return []Word{joinWords(v.elems, st.joiner())}, false
	case index == "":
		n, err = 0, nil
		fallthrough
	case err == nil:
		if n < 0 {
			n += len(v.elems)
		}
		if n >= 0 && n < len(v.elems) {
			return []Word{v.elems[n]}, false
		}
		return []Word{{}}, false
	}
	if len(v.elems) == 0 {
		return []Word{unknown("${" + name + "[..]}")}, false
	}
	return capAlts(v.elems), false
}

func (w *walker) positional(st *state) (args []Word, known bool) {
	return st.params, !st.anyArgs
}

// variable returns the values a variable may have.
func (w *walker) variable(name string, st *state) []Word {
	if n, err := strconv.Atoi(name); err == nil {
		return []Word{w.parameter(n, st)}
	}
	if p, ok := w.holes.part(name); ok {
		return []Word{{Parts: []Part{p}}}
	}
	name = st.target(name)
	if v, ok := st.get(name); ok {
		switch {
		case v.array && len(v.elems) > 0:
			return v.elems[:1]
		case len(v.alts) > 0:
			return v.alts
		}
		return []Word{{}}
	}
	return []Word{w.environment(name, st)}
}

func (w *walker) parameter(n int, st *state) Word {
	switch {
	case n == 0 && st.zero != nil:
		return *st.zero
	case n == 0:
		return set("$0")
	case !st.anyArgs && n <= len(st.params):
		return st.params[n-1]
	case !st.anyArgs:
		return Word{}
	}
	return unknown("$" + strconv.Itoa(n))
}

// environment returns the value of a variable the text does not set.
func (w *walker) environment(name string, st *state) Word {
	switch name {
	case "HOME":
		return lit(w.opt.Home)
	case "PWD":
		return w.pwd(st)
	case "OLDPWD":
		return st.oldpwd
	case "IFS":
		return lit(" \t\n")
	case "SHELL", "BASH": // whichever it is, it runs what it is given
		return lit("/bin/bash")
	case "TMPDIR", "TMP", "TEMP", "RUNNER_TEMP", "BATS_TMPDIR", "BATS_TEST_TMPDIR", "BATS_RUN_TMPDIR", "BATS_FILE_TMPDIR",
		"BATS_SUITE_TMPDIR", "SHUNIT_TMPDIR", "AGENT_TEMPDIRECTORY":
		return lit("/tmp")
	case "#", "?", "$", "!", "-", "_", "UID", "EUID", "PPID", "USER", "LOGNAME", "HOSTNAME", "RANDOM", "SECONDS",
		"LINENO", "BASHPID", "PATH", "LANG", "TERM", "OSTYPE", "HOSTTYPE", "EPOCHSECONDS", "BASH_VERSION":
		return set("$" + name)
	}
	if w.opt.Env != nil {
		if v, ok := w.opt.Env(name); ok {
			return lit(v)
		}
	}
	return unknown("$" + name)
}

// pwd is the directory the shell stands in.
func (w *walker) pwd(st *state) Word {
	if len(st.cwd.Path.Parts) > 0 && (strings.HasPrefix(st.cwd.Path.Prefix(), "/") || startsUnknownPath(st.cwd.Path)) {
		return st.cwd.Path
	}
	start := lit(".")
	if w.opt.Cwd != "" {
		start = lit(w.opt.Cwd)
	}
	if len(st.cwd.Path.Parts) == 0 {
		return start
	}
	return joinPath(start, st.cwd.Path)
}

func (w *walker) length(x *syntax.ParamExp, name string, st *state) Word {
	words, list := w.values(x, name, st)
	if !list && len(words) == 1 {
		if s, ok := words[0].Literal(); ok {
			return lit(strconv.Itoa(utf8.RuneCountInString(s)))
		}
	}
	return set("${#" + name + "}")
}

func (w *walker) indirect(name string, st *state) []Word {
	if name == "#" && !st.anyArgs {
		return []Word{w.parameter(len(st.params), st)}
	}
	for _, v := range w.variable(name, st) {
		if s, ok := v.Literal(); ok && syntax.ValidName(s) {
			return w.variable(s, st)
		}
	}
	return []Word{unknown("${!" + name + "}")}
}
