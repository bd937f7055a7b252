package interpret

import (
	"regexp"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// testClause walks [[ .. ]]: it runs the substitutions, and what evaluating
// numbers and naming elements runs, and keeps what =~ matched.
func (w *Walker) testClause(x syntax.TestExpr, st *State) {
	switch x := x.(type) {
	case *syntax.ParenTest:
		w.testClause(x.X, st)
	case *syntax.UnaryTest:
		if v, ok := x.X.(*syntax.Word); ok && (x.Op == syntax.TsVarSet || x.Op == syntax.TsRefVar) {
			w.expander(st).reference(w.expander(st).one(v))
			return
		}
		w.testClause(x.X, st)
	case *syntax.BinaryTest:
		switch x.Op {
		case syntax.TsReMatch:
			w.matchRegexp(x, st)
			return
		case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
			e := w.expander(st)
			for _, y := range [...]syntax.TestExpr{x.X, x.Y} {
				if v, ok := y.(*syntax.Word); ok {
					e.evaluate(w.holes.text(e.one(v)), 0)
				}
			}
			return
		}
		w.testClause(x.X, st)
		w.testClause(x.Y, st)
	case *syntax.Word:
		w.substitutions(x, st)
	}
}

// matchRegexp sets BASH_REMATCH to what a regular expression matches.
func (w *Walker) matchRegexp(x *syntax.BinaryTest, st *State) {
	left, ok := x.X.(*syntax.Word)
	right, ok2 := x.Y.(*syntax.Word)
	if !ok || !ok2 {
		return
	}
	e := w.expander(st)
	v := e.one(left)
	text, known := v.Literal()
	expr, ok := e.regexp(right)
	if known && ok && len(text) <= maxMatched && len(expr) <= maxMatched && w.Spend(regexpSteps(expr, text)) {
		if re, err := regexp.CompilePOSIX(expr); err == nil {
			st.set("BASH_REMATCH", value{array: true, elems: literals(re.FindStringSubmatch(text))})
			return
		}
	}
	st.set("BASH_REMATCH", value{array: true, vague: true, elems: []shell.Word{derived(v, "${BASH_REMATCH[..]}")}})
}

// regexpSteps returns what it costs to hold a regular expression against a text.
// What is in braces is repeated up to 1,000 times.
func regexpSteps(expr, text string) int {
	return stepsOfRegexp * (1 + len(expr)/8 + strings.Count(expr, "{")*64) * (1 + len(text)/64)
}

// regexp returns a word as the regular expression that [[ reads: what is quoted
// stands for itself.
func (e expander) regexp(word *syntax.Word) (string, bool) {
	var b strings.Builder
	for _, part := range word.Parts {
		if l, ok := part.(*syntax.Lit); ok {
			b.WriteString(l.Value)
			continue
		}
		t, ok := e.one(&syntax.Word{Parts: []syntax.WordPart{part}}).Literal()
		if !ok {
			return "", false
		}
		switch part.(type) {
		case *syntax.SglQuoted, *syntax.DblQuoted:
			t = regexp.QuoteMeta(t)
		}
		b.WriteString(t)
	}
	return b.String(), true
}
