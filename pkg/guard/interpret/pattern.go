package interpret

import (
	"regexp"
	"strings"

	"mvdan.cc/sh/v3/pattern"
	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// maxMatched bounds the text that a pattern is held against, in bytes: each
// place in it is tried.
const maxMatched = 4 << 10

// pattern returns a word as the shell reads it where it is a pattern: what is
// quoted has backslashes. It is unknown with a part that is.
func (e expander) pattern(word *syntax.Word) (string, bool) {
	if word == nil {
		return "", true
	}
	var b strings.Builder
	for _, part := range word.Parts {
		switch x := part.(type) {
		case *syntax.Lit:
			b.WriteString(strings.ReplaceAll(x.Value, "\\\n", ""))
			continue
		case *syntax.ExtGlob:
			if strings.ContainsAny(x.Pattern.Value, "$`'\"") {
				return "", false
			}
			b.WriteString(x.Op.String() + x.Pattern.Value + ")")
			continue
		}
		t, ok := e.one(&syntax.Word{Parts: []syntax.WordPart{part}}).Literal()
		if !ok {
			return "", false
		}
		switch part.(type) {
		case *syntax.SglQuoted, *syntax.DblQuoted:
			t = pattern.QuoteMeta(t, pattern.ExtendedOperators)
		}
		b.WriteString(t)
	}
	return b.String(), true
}

// matcher is a pattern that is ready to be matched.
type matcher struct{ re *regexp.Regexp }

// compile reads a pattern. anchors are put around it, as in a regular
// expression. What cannot be said as one, !(a|b), is not compiled.
func compile(p, before, after string) (matcher, bool) {
	expr, err := pattern.Regexp(p, pattern.ExtendedOperators)
	if err != nil {
		return matcher{}, false
	}
	re, err := regexp.Compile(before + "(?:" + expr + ")" + after)
	if err != nil {
		return matcher{}, false
	}
	re.Longest()
	return matcher{re}, true
}

// trimPrefix removes the shortest or longest match of a pattern at the start of
// a text.
func trimPrefix(s, p string, longest bool) (string, bool) {
	m, ok := compile(p, `\A`, "")
	if !ok || len(s) > maxMatched {
		return "", false
	}
	at := m.re.FindStringIndex(s)
	if at == nil || longest {
		return s[end(at):], true
	}
	m, _ = compile(p, `\A`, `\z`)
	for i := 0; i < at[1]; i++ {
		if m.re.MatchString(s[:i]) {
			return s[i:], true
		}
	}
	return s[at[1]:], true
}

// end returns where a match ends, 0 for none.
func end(at []int) int {
	if at == nil {
		return 0
	}
	return at[1]
}

// trimSuffix removes the shortest or longest match of a pattern at the end of a
// text.
func trimSuffix(s, p string, longest bool) (string, bool) {
	m, ok := compile(p, "", `\z`)
	if !ok || len(s) > maxMatched {
		return "", false
	}
	at := m.re.FindStringIndex(s)
	switch {
	case at == nil:
		return s, true
	case longest:
		return s[:at[0]], true
	}
	m, _ = compile(p, `\A`, `\z`)
	for i := len(s); i > at[0]; i-- {
		if m.re.MatchString(s[i:]) {
			return s[:i], true
		}
	}
	return s[:at[0]], true
}

// replace carries out ${v/pattern/text}. A pattern that begins with # or % has
// to match at the start or the end.
func (e expander) replace(r *syntax.Replace, name string, v shell.Word) shell.Word {
	with := shell.Word{}
	if r.With != nil {
		with = e.one(r.With)
	}
	p, ok := e.pattern(r.Orig)
	text, known := v.Literal()
	to, ok2 := with.Literal()
	if !known || !ok || !ok2 {
		return derived(v, "${"+name+"/..}")
	}
	if !e.w.Spend(stepsOfPattern + len(text)/8) {
		return derived(v, "${"+name+"/..}")
	}
	if out, ok := replaced(text, p, to, r.All); ok {
		return shell.LitWord(out)
	}
	return derived(v, "${"+name+"/..}")
}

func replaced(text, p, to string, all bool) (string, bool) {
	if p == "" {
		return text, true
	}
	before, after := "", ""
	switch {
	case all:
	case p[0] == '#':
		p, before = p[1:], `\A`
	case p[0] == '%':
		p, after = p[1:], `\z`
	}
	m, ok := compile(p, before, after)
	if !ok || len(text) > maxMatched {
		return "", false
	}
	if strings.Contains(to, "&") && m.re.MatchString(text) {
		return "", false // what matched, or not: shells differ, by version and options
	}
	if all {
		return m.re.ReplaceAllLiteralString(text, to), true
	}
	at := m.re.FindStringIndex(text)
	if at == nil {
		return text, true
	}
	return text[:at[0]] + to + text[at[1]:], true
}

// changeCase carries out ${v^^pattern} and its like on the characters, or the
// first one, that match the pattern.
func changeCase(s, p string, all bool, change func(string) string) (string, bool) {
	if p == "" {
		p = "?"
	}
	m, ok := compile(p, `\A`, `\z`)
	if !ok {
		return "", false
	}
	var b strings.Builder
	for i, r := range s {
		c := string(r)
		if (all || i == 0) && m.re.MatchString(c) {
			c = change(c)
		}
		b.WriteString(c)
	}
	return b.String(), true
}
