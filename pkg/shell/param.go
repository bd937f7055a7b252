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
			return []Word{joinWords(args, " ")}, false
		}
		return args, true
	}
	v, ok := st.get(name)
	if !ok || !v.array {
		return w.variable(name, st), false
	}
	index := ""
	if x.Index != nil {
		index = arithmText(x.Index)
	}
	switch n, err := strconv.Atoi(index); {
	case index == "@":
		return v.elems, true
	case index == "*":
		return []Word{joinWords(v.elems, " ")}, false
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

func arithmText(x syntax.ArithmExpr) string {
	switch x := x.(type) {
	case *syntax.Word:
		return x.Lit()
	case *syntax.UnaryArithm:
		if x.Op == syntax.Minus {
			return "-" + arithmText(x.X)
		}
	}
	return ""
}

func (w *walker) positional(st *state) (args []Word, known bool) {
	return st.params, !st.anyArgs
}

// variable returns the values a variable may have.
func (w *walker) variable(name string, st *state) []Word {
	if n, err := strconv.Atoi(name); err == nil {
		return []Word{w.parameter(n, st)}
	}
	if strings.HasPrefix(name, holePrefix) {
		if n, err := strconv.Atoi(name[len(holePrefix):]); err == nil && n < len(w.holes) {
			return []Word{{Parts: []Part{w.holes[n]}}}
		}
	}
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
	case "TMPDIR", "TMP", "TEMP", "RUNNER_TEMP":
		return lit("/tmp")
	case "#", "?", "$", "!", "-", "_", "UID", "EUID", "PPID", "USER", "LOGNAME", "HOSTNAME", "RANDOM", "SECONDS",
		"LINENO", "BASHPID", "SHELL", "PATH", "LANG", "TERM", "OSTYPE", "HOSTTYPE", "EPOCHSECONDS", "BASH_VERSION":
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
	for _, v := range w.variable(name, st) {
		if s, ok := v.Literal(); ok && syntax.ValidName(s) {
			return w.variable(s, st)
		}
	}
	return []Word{unknown("${!" + name + "}")}
}

// operate applies the operation of ${name..} to each value.
func (w *walker) operate(x *syntax.ParamExp, name string, words []Word, st *state) []Word {
	var out []Word
	for _, v := range words {
		switch {
		case x.Exp != nil:
			for _, r := range w.expansion(x, name, v, st) {
				out = addAlt(out, r)
			}
		case x.Slice != nil:
			out = addAlt(out, w.slice(x.Slice, name, v, st))
		case x.Repl != nil:
			out = addAlt(out, w.replace(x.Repl, name, v, st))
		default:
			out = addAlt(out, v)
		}
	}
	return capAlts(out)
}

func (w *walker) expansion(x *syntax.ParamExp, name string, v Word, st *state) []Word {
	arg := func() []Word { return w.word(x.Exp.Word, st) }
	text, known := v.Literal()
	switch x.Exp.Op {
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull:
		if known && text != "" {
			return []Word{v}
		}
		alts := arg()
		if len(v.Parts) > 0 {
			alts = append([]Word{surely(v)}, alts...)
		}
		if x.Exp.Op == syntax.AssignUnset || x.Exp.Op == syntax.AssignUnsetOrNull {
			st.set(name, value{alts: alts})
		}
		return alts
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		v = surely(v)
		st.set(name, value{alts: []Word{v}})
		return []Word{v}
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		if known && text == "" {
			return []Word{{}}
		}
		if known {
			return arg()
		}
		return append(arg(), Word{})
	}
	if !known || x.Exp.Word == nil && x.Exp.Op != syntax.UpperAll && x.Exp.Op != syntax.LowerAll &&
		x.Exp.Op != syntax.UpperFirst && x.Exp.Op != syntax.LowerFirst && x.Exp.Op != syntax.OtherParamOps {
		return []Word{derived(v, "${"+name+"..}")}
	}
	pattern := ""
	if x.Exp.Word != nil {
		p := w.one(x.Exp.Word, st)
		if p.HasUnknown() {
			return []Word{derived(v, "${"+name+"..}")}
		}
		pattern = p.String()
	}
	switch x.Exp.Op {
	case syntax.RemSmallSuffix:
		return []Word{lit(trimSuffix(text, pattern, false))}
	case syntax.RemLargeSuffix:
		return []Word{lit(trimSuffix(text, pattern, true))}
	case syntax.RemSmallPrefix:
		return []Word{lit(trimPrefix(text, pattern, false))}
	case syntax.RemLargePrefix:
		return []Word{lit(trimPrefix(text, pattern, true))}
	case syntax.UpperAll:
		return []Word{lit(strings.ToUpper(text))}
	case syntax.LowerAll:
		return []Word{lit(strings.ToLower(text))}
	case syntax.UpperFirst:
		return []Word{lit(first(text, strings.ToUpper))}
	case syntax.LowerFirst:
		return []Word{lit(first(text, strings.ToLower))}
	}
	return []Word{v}
}

func first(s string, f func(string) string) string {
	if s == "" {
		return s
	}
	return f(s[:1]) + s[1:]
}

// surely marks the unknown parts of a word as not empty.
func surely(v Word) Word {
	v = v.clone()
	for i := range v.Parts {
		v.Parts[i].Set = true
	}
	return v
}

// derived is the unknown result of an operation on v.
func derived(v Word, name string) Word {
	p := Part{Kind: Unknown, Text: name, From: v.From()}
	for _, q := range v.Parts {
		p.Temp = p.Temp || q.Temp
	}
	return Word{Parts: []Part{p}}
}

func trimSuffix(s, pattern string, longest bool) string {
	best := s
	for i := len(s); i >= 0; i-- {
		if MatchGlob(pattern, s[i:]) {
			best = s[:i]
			if !longest {
				break
			}
		}
	}
	return best
}

func trimPrefix(s, pattern string, longest bool) string {
	best := s
	for i := 0; i <= len(s); i++ {
		if MatchGlob(pattern, s[:i]) {
			best = s[i:]
			if !longest {
				break
			}
		}
	}
	return best
}

func (w *walker) slice(sl *syntax.Slice, name string, v Word, st *state) Word {
	text, known := v.Literal()
	from, ok := w.number(sl.Offset, st)
	if !known || !ok {
		return derived(v, "${"+name+":..}")
	}
	if from < 0 {
		from += len(text)
	}
	from = min(max(from, 0), len(text))
	to := len(text)
	if sl.Length != nil {
		n, ok := w.number(sl.Length, st)
		if !ok {
			return derived(v, "${"+name+":..}")
		}
		if n < 0 {
			to += n
		} else {
			to = from + n
		}
	}
	return lit(text[from:min(max(to, from), len(text))])
}

func (w *walker) replace(r *syntax.Replace, name string, v Word, st *state) Word {
	text, known := v.Literal()
	old, ok := w.one(r.Orig, st).Literal()
	with := Word{}
	if r.With != nil {
		with = w.one(r.With, st)
	}
	to, ok2 := with.Literal()
	if !known || !ok || !ok2 || old == "" {
		return derived(v, "${"+name+"/..}")
	}
	n := 1
	if r.All {
		n = -1
	}
	return lit(strings.Replace(text, old, to, n))
}

// arithm evaluates an arithmetic expansion as far as it is constant.
func (w *walker) arithm(x syntax.ArithmExpr, st *state) Word {
	if n, ok := w.number(x, st); ok {
		return lit(strconv.Itoa(n))
	}
	if x != nil {
		w.substitutions(x, st)
	}
	return set("$((..))")
}

func (w *walker) number(x syntax.ArithmExpr, st *state) (int, bool) {
	switch x := x.(type) {
	case nil:
		return 0, true
	case *syntax.ParenArithm:
		return w.number(x.X, st)
	case *syntax.Word:
		v := w.one(x, st)
		if s, ok := v.Literal(); ok {
			if syntax.ValidName(s) {
				if s, ok = w.variable(s, st)[0].Literal(); !ok {
					return 0, false
				}
			}
			n, err := strconv.Atoi(s)
			return n, err == nil
		}
	case *syntax.UnaryArithm:
		n, ok := w.number(x.X, st)
		return -n, ok && x.Op == syntax.Minus
	case *syntax.BinaryArithm:
		return w.binaryNumber(x, st)
	}
	return 0, false
}

func (w *walker) binaryNumber(x *syntax.BinaryArithm, st *state) (int, bool) {
	a, ok1 := w.number(x.X, st)
	b, ok2 := w.number(x.Y, st)
	if !ok1 || !ok2 {
		return 0, false
	}
	switch x.Op {
	case syntax.Add:
		return a + b, true
	case syntax.Sub:
		return a - b, true
	case syntax.Mul:
		return a * b, true
	}
	return 0, false
}
