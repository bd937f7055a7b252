package interpret

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// sole returns the name of the parameter that a word consists of: x of "$x",
// "${x}", "${x:-}" and "${x%/}", whose results are empty where x is; else "".
func sole(v *syntax.Word) string {
	if v == nil || len(v.Parts) != 1 {
		return ""
	}
	return parameterOf(v.Parts[0])
}

func parameterOf(p syntax.WordPart) string {
	if q, ok := p.(*syntax.DblQuoted); ok {
		if len(q.Parts) != 1 {
			return ""
		}
		p = q.Parts[0]
	}
	x, ok := p.(*syntax.ParamExp)
	if !ok || x.Param == nil || x.Length || x.Excl || x.Index != nil || x.Names != 0 || x.Slice != nil || x.Repl != nil {
		return ""
	}
	if x.Exp != nil {
		switch x.Exp.Op {
		case syntax.DefaultUnset, syntax.DefaultUnsetOrNull:
			if x.Exp.Word != nil && len(x.Exp.Word.Parts) > 0 {
				return ""
			}
		case syntax.RemSmallSuffix, syntax.RemLargeSuffix, syntax.RemSmallPrefix, syntax.RemLargePrefix, syntax.AlternateUnsetOrNull,
			syntax.AlternateUnset, syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		default:
			return ""
		}
	}
	return x.Param.Value
}

// leading returns the literal text and the parameter of "x$1".
func leading(v *syntax.Word) (text, name string) {
	parts := v.Parts
	if len(parts) == 1 {
		if q, ok := parts[0].(*syntax.DblQuoted); ok {
			parts = q.Parts
		}
	}
	if len(parts) != 2 {
		return "", ""
	}
	l, ok := parts[0].(*syntax.Lit)
	if !ok {
		return "", ""
	}
	return l.Value, parameterOf(parts[1])
}

// plainText returns the text of a word without expansions.
func plainText(v *syntax.Word) (string, bool) {
	var b strings.Builder
	for _, p := range v.Parts {
		switch p := p.(type) {
		case *syntax.Lit:
			b.WriteString(p.Value)
		case *syntax.SglQuoted:
			b.WriteString(p.Value)
		case *syntax.DblQuoted:
			for _, q := range p.Parts {
				l, ok := q.(*syntax.Lit)
				if !ok {
					return "", false
				}
				b.WriteString(l.Value)
			}
		default:
			return "", false
		}
	}
	return b.String(), true
}

// withDefault returns the name of the parameter that a word consists of where
// its default is another text: x of "${x:-no}". If the word is that text, x is.
func withDefault(v *syntax.Word, text string) string {
	if len(v.Parts) != 1 {
		return ""
	}
	p := v.Parts[0]
	if q, ok := p.(*syntax.DblQuoted); ok && len(q.Parts) == 1 {
		p = q.Parts[0]
	}
	x, ok := p.(*syntax.ParamExp)
	if !ok || x.Param == nil || x.Length || x.Excl || x.Index != nil || x.Exp == nil || x.Exp.Word == nil ||
		x.Exp.Op != syntax.DefaultUnset && x.Exp.Op != syntax.DefaultUnsetOrNull {
		return ""
	}
	if other, ok := plainText(x.Exp.Word); !ok || other == text {
		return ""
	}
	return x.Param.Value
}

// below returns the name of the parameter that a path begins with: dir of
// "$dir/setup.cfg". Where such a file is there, dir is not empty, unless the root
// itself has one of that name.
func below(v *syntax.Word) string {
	parts := v.Parts
	if len(parts) == 1 {
		if q, ok := parts[0].(*syntax.DblQuoted); ok {
			parts = q.Parts
		}
	}
	if len(parts) < 2 {
		return ""
	}
	text, literal := "", false
	switch p := parts[1].(type) {
	case *syntax.Lit:
		text, literal = p.Value, true
	case *syntax.SglQuoted:
		text, literal = p.Value, true
	}
	name, ok := strings.CutPrefix(text, "/")
	name, _, _ = strings.Cut(name, "/")
	if !ok || !literal || name == "" {
		return ""
	}
	switch name {
	case "bin", "boot", "dev", "etc", "home", "lib", "lib64", "media", "mnt", "opt", "proc", "root", "run", "sbin", "srv", "sys", "tmp", "usr", "var", "Users", "Applications", "Library", "System", ".", "..":
		return ""
	}
	return parameterOf(parts[0])
}

// stopsEmpty reports whether a word is "${x:?}", at which the shell stops where x is empty.
func stopsEmpty(v *syntax.Word) bool {
	if len(v.Parts) != 1 {
		return false
	}
	p := v.Parts[0]
	if q, ok := p.(*syntax.DblQuoted); ok && len(q.Parts) == 1 {
		p = q.Parts[0]
	}
	x, ok := p.(*syntax.ParamExp)
	return ok && x.Exp != nil && x.Exp.Op == syntax.ErrorUnsetOrNull
}

// demandsText reports whether a pattern with an expansion in it has a letter or slash of
// its own, so that nothing empty matches it: "$root"/?*.
func demandsText(v *syntax.Word) bool {
	for _, p := range v.Parts {
		if l, ok := p.(*syntax.Lit); ok && strings.ContainsFunc(l.Value, func(c rune) bool { return c == '/' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }) {
			return true
		}
	}
	return false
}
