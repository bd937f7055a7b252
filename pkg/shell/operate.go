package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

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
	from, to, ok := w.bounds(sl, len(text), st)
	if !known || !ok {
		return derived(v, "${"+name+":..}")
	}
	return lit(text[from:to])
}

// bounds are where a slice of something of a length begins and ends.
func (w *walker) bounds(sl *syntax.Slice, n int, st *state) (from, to int, ok bool) {
	from, ok = w.number(sl.Offset, st)
	if !ok {
		return 0, 0, false
	}
	if from < 0 {
		from += n
	}
	from = min(max(from, 0), n)
	to = n
	if sl.Length != nil {
		k, ok := w.number(sl.Length, st)
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
