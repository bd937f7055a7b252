package interpret

import (
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// operate applies the operation of ${name..} to each value.
func (e expander) operate(x *syntax.ParamExp, name string, words []shell.Word) []shell.Word {
	var out []shell.Word
	for _, v := range words {
		if (x.Exp != nil || x.Slice != nil || x.Repl != nil) && !e.w.Spend(v.Copying()) {
			return []shell.Word{shell.UnknownWord("$" + name)}
		}
		switch {
		case x.Exp != nil:
			for _, r := range e.operation(x, name, v) {
				out = addAlt(out, r)
			}
		case x.Slice != nil:
			out = addAlt(out, e.slice(x.Slice, name, v))
		case x.Repl != nil:
			out = addAlt(out, e.replace(x.Repl, name, v))
		default:
			out = addAlt(out, v)
		}
	}
	return Capped(out)
}

func (e expander) operation(x *syntax.ParamExp, name string, v shell.Word) []shell.Word {
	arg := func() []shell.Word { return e.word(x.Exp.Word) }
	if x.Exp.Op != syntax.ErrorUnset && x.Exp.Op != syntax.ErrorUnsetOrNull && e.st.lacks(name) {
		v = shell.Word{}
	}
	text, known := v.Literal()
	switch x.Exp.Op {
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull:
		if known && (text != "" || !orNull(x.Exp.Op) && e.isSet(name, x.Index)) {
			return []shell.Word{v}
		}
		alts := arg()
		if len(v.Parts) > 0 {
			alts = append([]shell.Word{surely(v)}, alts...)
		}
		if x.Exp.Op == syntax.AssignUnset || x.Exp.Op == syntax.AssignUnsetOrNull {
			e.st.set(name, value{alts: alts})
		}
		return alts
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		if known && text == "" && orNull(x.Exp.Op) { // the shell stops: what follows is about another value
			v = shell.UnknownWord("$" + name)
		}
		v = surely(v)
		e.st.set(name, value{alts: []shell.Word{v}})
		return []shell.Word{v}
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		if known && text == "" && (orNull(x.Exp.Op) || !e.isSet(name, x.Index)) {
			return []shell.Word{{}}
		}
		if known {
			return arg()
		}
		return append(arg(), shell.Word{})
	}
	if !known {
		return []shell.Word{derived(v, "${"+name+"..}")}
	}
	if x.Exp.Op == syntax.OtherParamOps {
		return []shell.Word{e.transform(x.Exp.Word.Lit(), name, text)}
	}
	pattern, ok := e.pattern(x.Exp.Word)
	n := len(text)
	if x.Exp.Op == syntax.RemSmallPrefix || x.Exp.Op == syntax.RemSmallSuffix {
		n += n * n / 32 // many ends are tried
	}
	if ok = ok && e.w.Spend(stepsOfPattern+n/8); ok {
		text, ok = changed(x.Exp.Op, text, pattern)
	}
	if !ok {
		return []shell.Word{derived(v, "${"+name+"..}")}
	}
	return []shell.Word{shell.LitWord(text)}
}

// takesArgument reports whether ${name:-word} is surely the word, whose own quotes
// say how it is split.
func (e expander) takesArgument(x *syntax.ParamExp) bool {
	if x.Exp == nil || x.Exp.Word == nil || x.Param == nil || x.Excl || x.Length || x.Index != nil || x.Names != 0 {
		return false
	}
	name := x.Param.Value
	words, shape := e.values(x, name)
	if shape != scalar || len(words) != 1 {
		return false
	}
	text, known := words[0].Literal()
	has := text != "" || !orNull(x.Exp.Op) && e.isSet(name, nil)
	switch x.Exp.Op {
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull:
		return known && !has
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		return known && has
	}
	return false
}

// orNull reports whether an operation treats an empty value as none.
func orNull(op syntax.ParExpOperator) bool {
	return op == syntax.DefaultUnsetOrNull || op == syntax.AssignUnsetOrNull || op == syntax.AlternateUnsetOrNull
}

// isSet reports whether the text gives a parameter, or the element of an array, a
// value, which may be empty.
func (e expander) isSet(name string, element syntax.ArithmExpr) bool {
	if n, ok := decimal(name); ok {
		return n <= len(e.st.params)
	}
	v, ok := e.st.get(e.st.target(name))
	if ok && v.array && element != nil {
		if index := e.index(element); index != "@" && index != "*" {
			_, has := v.element(index)
			return has || v.vague
		}
	}
	return ok && !v.unset
}

// changed carries out the operations that take a pattern.
func changed(op syntax.ParExpOperator, text, pattern string) (string, bool) {
	switch op {
	case syntax.RemSmallSuffix:
		return trimSuffix(text, pattern, false)
	case syntax.RemLargeSuffix:
		return trimSuffix(text, pattern, true)
	case syntax.RemSmallPrefix:
		return trimPrefix(text, pattern, false)
	case syntax.RemLargePrefix:
		return trimPrefix(text, pattern, true)
	case syntax.UpperAll:
		return changeCase(text, pattern, true, strings.ToUpper)
	case syntax.LowerAll:
		return changeCase(text, pattern, true, strings.ToLower)
	case syntax.UpperFirst:
		return changeCase(text, pattern, false, strings.ToUpper)
	case syntax.LowerFirst:
		return changeCase(text, pattern, false, strings.ToLower)
	}
	return "", false
}

// surely marks the unknown parts of a word as not empty.
func surely(v shell.Word) shell.Word {
	v = v.Clone()
	for i := range v.Parts {
		v.Parts[i].Set = true
	}
	return v
}

// derived returns the unknown result of an operation on v.
func derived(v shell.Word, name string) shell.Word {
	p := shell.Part{Kind: shell.Unknown, Text: name, From: v.From()}
	for _, q := range v.Parts {
		p.Temp = p.Temp || q.Temp
	}
	return shell.Word{Parts: []shell.Part{p}}
}

// slice cuts a piece out of a value, counted in characters.
func (e expander) slice(sl *syntax.Slice, name string, v shell.Word) shell.Word {
	text, known := v.Literal()
	n := utf8.RuneCountInString(text)
	from, to, ok := e.bounds(sl, n)
	if !known || !ok {
		return derived(v, "${"+name+":..}")
	}
	if n != len(text) {
		return shell.LitWord(string([]rune(text)[from:to]))
	}
	return shell.LitWord(text[from:to])
}

// bounds returns where a slice of something of a length begins and ends.
func (e expander) bounds(sl *syntax.Slice, n int) (from, to int, ok bool) {
	from, ok = e.number(sl.Offset)
	if !ok {
		e.arithmeticWords(sl.Offset)
		return 0, 0, false
	}
	if from < 0 {
		from += n
		if from < 0 { // nothing is that far from the end
			return 0, 0, true
		}
	}
	from = min(max(from, 0), n)
	to = n
	if sl.Length != nil {
		k, ok := e.number(sl.Length)
		if !ok {
			e.arithmeticWords(sl.Length)
			return 0, 0, false
		}
		if k < 0 {
			to += k
		} else {
			to = from + k
		}
	}
	return from, min(max(to, from), n), true
}
