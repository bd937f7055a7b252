package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// operate applies the operation of ${name..} to each value.
func (e expander) operate(x *syntax.ParamExp, name string, words []Word) []Word {
	var out []Word
	for _, v := range words {
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
	return capAlts(out)
}

func (e expander) operation(x *syntax.ParamExp, name string, v Word) []Word {
	arg := func() []Word { return e.word(x.Exp.Word) }
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
			e.st.set(name, value{alts: alts})
		}
		return alts
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		v = surely(v)
		e.st.set(name, value{alts: []Word{v}})
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
		p := e.one(x.Exp.Word)
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

// derived returns the unknown result of an operation on v.
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

func (e expander) slice(sl *syntax.Slice, name string, v Word) Word {
	text, known := v.Literal()
	from, to, ok := e.bounds(sl, len(text))
	if !known || !ok {
		return derived(v, "${"+name+":..}")
	}
	return lit(text[from:to])
}

// bounds returns where a slice of something of a length begins and ends.
func (e expander) bounds(sl *syntax.Slice, n int) (from, to int, ok bool) {
	from, ok = e.number(sl.Offset)
	if !ok {
		return 0, 0, false
	}
	if from < 0 {
		from += n
	}
	from = min(max(from, 0), n)
	to = n
	if sl.Length != nil {
		k, ok := e.number(sl.Length)
		if !ok {
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

func (e expander) replace(r *syntax.Replace, name string, v Word) Word {
	text, known := v.Literal()
	old, ok := e.one(r.Orig).Literal()
	with := Word{}
	if r.With != nil {
		with = e.one(r.With)
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
