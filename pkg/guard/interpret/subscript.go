package interpret

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// maxEvaluated bounds how many variables in a row are evaluated: x=y; y=z.
const maxEvaluated = 8

// evaluate follows what the shell runs when it evaluates a text as arithmetic.
// The subscripts in it are expanded, and so are those in the values of the
// variables that it names: x='a[$(reboot)]'; echo $((x)).
func (e expander) evaluate(text string, depth int) {
	if depth > maxEvaluated || !e.w.Spend(1+len(text)/8) {
		return
	}
	if e.subscript(text) || !e.st.HasVars() {
		return
	}
	for rest := text; rest != ""; {
		i := strings.IndexFunc(rest, shell.StartsName)
		if i < 0 {
			return
		}
		rest = rest[i:]
		n := strings.IndexFunc(rest, func(r rune) bool { return !shell.StartsName(r) && (r < '0' || r > '9') })
		if n < 0 {
			n = len(rest)
		}
		if v, ok := e.st.get(rest[:n]); ok {
			for _, a := range v.alts {
				if strings.ContainsFunc(a.Prefix(), shell.StartsName) {
					e.evaluate(e.w.holes.text(a), depth+1)
				}
			}
		}
		rest = rest[n:]
	}
}

// subscript runs the substitutions in the subscripts of a text, and reports
// whether there were any.
func (e expander) subscript(text string) bool {
	i := strings.IndexByte(text, '[')
	if i < 0 || !strings.ContainsAny(text[i:], "$`") {
		return false
	}
	e.document(text[i:])
	return true
}

// reference follows what naming a variable runs: the subscript of an element is
// expanded, as in unset 'a[$(reboot)]'.
func (e expander) reference(v shell.Word) {
	e.subscript(e.w.holes.text(v))
}

// arithmeticWords runs the substitutions in an arithmetic expression that is
// not constant, and those that its values bring.
func (e expander) arithmeticWords(x syntax.ArithmExpr) {
	if x == nil {
		return
	}
	syntax.Walk(x, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Word:
			e.evaluate(e.w.holes.text(e.one(n)), 0)
			return false
		case *syntax.ParamExp:
			if n.Index != nil && n.Param != nil && n.Short {
				e.evaluate(n.Param.Value, 0)
			}
		}
		return e.w.Spend(1)
	})
}
