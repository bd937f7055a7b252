package shell

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// param expands a parameter. It returns the ways it may come out; list says
// that it is "$@" or an array taken whole.
func (e expander) param(x *syntax.ParamExp) (alts []fields, list bool) {
	if x.Param == nil { // zsh's nested forms
		e.w.substitutions(x.NestedParam, e.st)
		return []fields{{unknown("${..}")}}, false
	}
	name := x.Param.Value
	switch {
	case x.Names != 0:
		return []fields{{set("${!" + name + "*}")}}, false
	case x.Length:
		return []fields{{e.length(x, name)}}, false
	case x.Excl:
		return one(e.indirect(name)), false
	}
	words, list := e.values(x, name)
	if !e.w.grow(words) {
		return []fields{{unknown("$" + name)}}, false
	}
	if list && x.Slice != nil && x.Exp == nil {
		if name == "@" {
			words = append([]Word{e.st.parameter(0)}, words...)
		}
		if from, to, ok := e.bounds(x.Slice, len(words)); ok {
			return []fields{words[from:to]}, true
		}
	}
	if list && x.Exp == nil && x.Slice == nil && x.Repl == nil {
		return []fields{words}, true
	}
	words = e.operate(x, name, words)
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

// set returns an unknown that is surely not empty.
func set(name string) Word {
	return Word{Parts: []Part{{Kind: Unknown, Text: name, Set: true}}}
}

// values returns what a parameter may hold: alternatives, or with list the
// elements of "$@" or an array.
func (e expander) values(x *syntax.ParamExp, name string) (words []Word, list bool) {
	if name == "@" || name == "*" {
		args, known := e.st.positional()
		if !known {
			return []Word{unknown("$" + name)}, false
		}
		if name == "*" {
			return []Word{joinWords(args, e.st.joiner())}, false
		}
		return args, true
	}
	name = e.st.target(name)
	v, ok := e.st.get(name)
	if !ok || !v.array {
		return e.variable(name), false
	}
	index := ""
	if x.Index != nil {
		index = e.index(x.Index)
	}
	if e, ok := v.at(index); ok {
		return []Word{e}, false
	}
	switch n, err := strconv.Atoi(index); {
	case index == "@":
		return v.elems, true
	case index == "*":
		return []Word{joinWords(v.elems, e.st.joiner())}, false
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

func (st *state) positional() (args []Word, known bool) {
	return st.params, !st.anyArgs
}

// variable returns the values a variable may have.
func (e expander) variable(name string) []Word {
	if n, err := strconv.Atoi(name); err == nil {
		return []Word{e.st.parameter(n)}
	}
	if p, ok := e.w.holes.part(name); ok {
		return []Word{{Parts: []Part{p}}}
	}
	name = e.st.target(name)
	if v, ok := e.st.get(name); ok {
		switch {
		case v.array && len(v.elems) > 0:
			return v.elems[:1]
		case len(v.alts) > 0:
			return v.alts
		}
		return []Word{{}}
	}
	return []Word{e.environment(name)}
}

func (st *state) parameter(n int) Word {
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
func (e expander) environment(name string) Word {
	switch name {
	case "HOME":
		return lit(e.w.opt.Home)
	case "PWD":
		return e.pwd()
	case "OLDPWD":
		return e.st.oldpwd
	case "IFS":
		return lit(" \t\n")
	case "SHELL", "BASH": // every shell runs what it is given
		return lit("/bin/bash")
	case "TMPDIR", "TMP", "TEMP", "RUNNER_TEMP", "BATS_TMPDIR", "BATS_TEST_TMPDIR", "BATS_RUN_TMPDIR", "BATS_FILE_TMPDIR",
		"BATS_SUITE_TMPDIR", "SHUNIT_TMPDIR", "AGENT_TEMPDIRECTORY":
		return lit("/tmp")
	case "#", "?", "$", "!", "-", "_", "UID", "EUID", "PPID", "USER", "LOGNAME", "HOSTNAME", "RANDOM", "SECONDS",
		"LINENO", "BASHPID", "PATH", "LANG", "TERM", "OSTYPE", "HOSTTYPE", "EPOCHSECONDS", "BASH_VERSION":
		return set("$" + name)
	}
	if e.w.opt.Env != nil {
		if v, ok := e.w.opt.Env(name); ok {
			return lit(v)
		}
	}
	return unknown("$" + name)
}

// pwd returns the working directory of the shell.
func (e expander) pwd() Word {
	if len(e.st.cwd.Path.Parts) > 0 && (strings.HasPrefix(e.st.cwd.Path.Prefix(), "/") || startsUnknownPath(e.st.cwd.Path)) {
		return e.st.cwd.Path
	}
	start := lit(".")
	if e.w.opt.Cwd != "" {
		start = lit(e.w.opt.Cwd)
	}
	if len(e.st.cwd.Path.Parts) == 0 {
		return start
	}
	return joinPath(start, e.st.cwd.Path)
}

func (e expander) length(x *syntax.ParamExp, name string) Word {
	words, list := e.values(x, name)
	if !list && len(words) == 1 {
		if s, ok := words[0].Literal(); ok {
			return lit(strconv.Itoa(utf8.RuneCountInString(s)))
		}
	}
	return set("${#" + name + "}")
}

func (e expander) indirect(name string) []Word {
	if name == "#" && !e.st.anyArgs {
		return []Word{e.st.parameter(len(e.st.params))}
	}
	for _, v := range e.variable(name) {
		if s, ok := v.Literal(); ok && syntax.ValidName(s) {
			return e.variable(s)
		}
	}
	return []Word{unknown("${!" + name + "}")}
}
