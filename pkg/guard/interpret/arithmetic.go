package interpret

import (
	"fmt"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// arithmetic evaluates an arithmetic expression as far as it is constant.
func (e expander) arithmetic(x syntax.ArithmExpr) shell.Word {
	if w, ok := x.(*syntax.Word); ok && constant(w) { // all of the expression may come out of a variable
		if t, ok := e.one(w).Literal(); ok {
			if n, ok := e.numberOf(t, 0); ok {
				return shell.LitWord(strconv.Itoa(n))
			}
		}
	} else if n, ok := e.number(x); ok {
		return shell.LitWord(strconv.Itoa(n))
	}
	e.arithmeticWords(x)
	return set("$((..))")
}

// number returns the value of an arithmetic expression. Assignments in it are
// carried out.
func (e expander) number(x syntax.ArithmExpr) (int, bool) {
	switch x := x.(type) {
	case nil:
		return 0, true
	case *syntax.ParenArithm:
		return e.number(x.X)
	case *syntax.Word:
		if s, ok := numberText(x); ok {
			return e.numberOf(s, 0)
		}
		if constant(x) {
			if s := e.one(x).String(); syntax.ValidName(s) || isNumber(s) { // $x in $x*2 is no expression of its own
				return e.numberOf(s, 0)
			}
		}
	case *syntax.UnaryArithm:
		return e.unaryNumber(x)
	case *syntax.BinaryArithm:
		return e.binaryNumber(x)
	}
	return 0, false
}

// numberText returns a word that is written without expansions.
func numberText(x *syntax.Word) (string, bool) {
	s := x.Lit()
	return s, s != "" && !strings.Contains(s, `\`)
}

// constant reports whether expanding a word has no effects, so that it can be
// done twice.
func constant(x *syntax.Word) bool {
	ok := true
	syntax.Walk(x, func(n syntax.Node) bool {
		switch n.(type) {
		case *syntax.CmdSubst, *syntax.ProcSubst:
			ok = false
		}
		return ok
	})
	return ok
}

// numberOf returns the value of a text that is a number, a variable or an
// expression.
func (e expander) numberOf(s string, depth int) (int, bool) {
	s = strings.TrimSpace(s)
	if n, ok := parseNumber(s); ok {
		return n, true
	}
	if depth > maxEvaluated || !e.w.Spend(1) {
		return 0, false
	}
	if syntax.ValidName(s) {
		alts := e.variable(s)
		t, ok := alts[0].Literal()
		if !ok || len(alts) > 1 {
			return 0, false
		}
		return e.numberOf(t, depth+1)
	}
	if strings.ContainsAny(s, "$`'\"\\\x00") || shell.TooNested(s) >= 0 {
		return 0, false
	}
	if e.w.depth >= maxDepth || !e.w.Spend(stepsOfPattern+len(s)) {
		return 0, false
	}
	e.w.depth++
	defer func() { e.w.depth-- }()
	x, err := parseArithmetic(s)
	if err != nil {
		return 0, false
	}
	if w, ok := x.(*syntax.Word); ok && w.Lit() != "" { // it would come back here
		return 0, false
	}
	return e.number(x)
}

func parseArithmetic(s string) (x syntax.ArithmExpr, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("parser: %v", r)
		}
	}()
	return syntax.NewParser().Arithmetic(strings.NewReader(s))
}

func isNumber(s string) bool {
	_, ok := parseNumber(s)
	return ok
}

// parseNumber reads a constant: 10, 0x1f, 017, 2#101.
func parseNumber(s string) (int, bool) {
	if s == "" {
		return 0, true
	}
	base := 10
	if b, digits, ok := strings.Cut(s, "#"); ok {
		n, err := strconv.Atoi(b)
		if err != nil || n < 2 || n > 36 {
			return 0, false
		}
		if digits == "" { // as of 16#$x where x is empty: shells differ
			return 0, false
		}
		base, s = n, digits
	} else if len(s) > 2 && (s[:2] == "0x" || s[:2] == "0X") {
		base, s = 16, s[2:]
	} else if s[0] == '0' {
		base = 8
	}
	if s[0] != '-' && (s[0] < '0' || s[0] > '9') && base <= 10 {
		return 0, false
	}
	n, err := strconv.ParseInt(s, base, 64)
	return int(n), err == nil
}

func (e expander) unaryNumber(x *syntax.UnaryArithm) (int, bool) {
	n, ok := e.number(x.X)
	if !ok {
		return 0, false
	}
	switch x.Op {
	case syntax.Minus:
		return -n, true
	case syntax.Plus:
		return n, true
	case syntax.BitNegation:
		return ^n, true
	case syntax.Not:
		return truth(n == 0), true
	case syntax.Inc, syntax.Dec:
		w, ok := x.X.(*syntax.Word)
		if !ok || !syntax.ValidName(w.Lit()) {
			return 0, false
		}
		m := n + 1
		if x.Op == syntax.Dec {
			m = n - 1
		}
		e.st.SetWord(e.st.target(w.Lit()), shell.LitWord(strconv.Itoa(m)))
		if x.Post {
			return n, true
		}
		return m, true
	}
	return 0, false
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (e expander) binaryNumber(x *syntax.BinaryArithm) (int, bool) {
	if op, ok := assignment(x.Op); ok {
		return e.assignNumber(x, op)
	}
	a, ok := e.number(x.X)
	if !ok {
		return 0, false
	}
	switch { // the right side may not be evaluated
	case x.Op == syntax.AndArit && a == 0:
		return 0, true
	case x.Op == syntax.OrArit && a != 0:
		return 1, true
	case x.Op == syntax.TernQuest:
		colon, ok := x.Y.(*syntax.BinaryArithm)
		if !ok || colon.Op != syntax.TernColon {
			return 0, false
		}
		if a != 0 {
			return e.number(colon.X)
		}
		return e.number(colon.Y)
	}
	b, ok := e.number(x.Y)
	if !ok {
		return 0, false
	}
	return calculate(x.Op, a, b)
}

// assignment returns the operator that an operator applies before it assigns; =
// has none.
func assignment(op syntax.BinAritOperator) (syntax.BinAritOperator, bool) {
	switch op {
	case syntax.Assgn:
		return 0, true
	case syntax.AddAssgn:
		return syntax.Add, true
	case syntax.SubAssgn:
		return syntax.Sub, true
	case syntax.MulAssgn:
		return syntax.Mul, true
	case syntax.QuoAssgn:
		return syntax.Quo, true
	case syntax.RemAssgn:
		return syntax.Rem, true
	case syntax.AndAssgn:
		return syntax.And, true
	case syntax.OrAssgn:
		return syntax.Or, true
	case syntax.XorAssgn:
		return syntax.Xor, true
	case syntax.ShlAssgn:
		return syntax.Shl, true
	case syntax.ShrAssgn:
		return syntax.Shr, true
	}
	return 0, false
}

func (e expander) assignNumber(x *syntax.BinaryArithm, op syntax.BinAritOperator) (int, bool) {
	w, ok := x.X.(*syntax.Word)
	if !ok || !syntax.ValidName(w.Lit()) {
		return 0, false
	}
	n, ok := e.number(x.Y)
	if ok && op != 0 {
		var old int
		if old, ok = e.number(x.X); ok {
			n, ok = calculate(op, old, n)
		}
	}
	name := e.st.target(w.Lit())
	if !ok {
		e.st.SetWord(name, set("$"+name))
		return 0, false
	}
	e.st.SetWord(name, shell.LitWord(strconv.Itoa(n)))
	return n, true
}

func calculate(op syntax.BinAritOperator, a, b int) (int, bool) {
	switch op {
	case syntax.Add:
		return a + b, true
	case syntax.Sub:
		return a - b, true
	case syntax.Mul:
		return a * b, true
	case syntax.Quo, syntax.Rem:
		if b == 0 || b == -1 {
			return 0, false
		}
		if op == syntax.Quo {
			return a / b, true
		}
		return a % b, true
	case syntax.Pow:
		n := 1
		for ; b > 0 && b <= 64; b-- {
			n *= a
		}
		return n, b == 0
	case syntax.Shl, syntax.Shr:
		if b < 0 || b > 63 {
			return 0, false
		}
		if op == syntax.Shl {
			return a << b, true
		}
		return a >> b, true
	case syntax.And:
		return a & b, true
	case syntax.Or:
		return a | b, true
	case syntax.Xor:
		return a ^ b, true
	case syntax.Eql:
		return truth(a == b), true
	case syntax.Neq:
		return truth(a != b), true
	case syntax.Lss:
		return truth(a < b), true
	case syntax.Leq:
		return truth(a <= b), true
	case syntax.Gtr:
		return truth(a > b), true
	case syntax.Geq:
		return truth(a >= b), true
	case syntax.AndArit:
		return truth(a != 0 && b != 0), true
	case syntax.OrArit:
		return truth(a != 0 || b != 0), true
	case syntax.Comma:
		return b, true
	}
	return 0, false
}

// index returns the text of an array's index, as far as it is known. What is
// substituted in it is run, and what its value brings.
func (e expander) index(x syntax.ArithmExpr) string {
	if v, ok := x.(*syntax.Word); ok {
		w := e.one(v)
		e.evaluate(e.w.holes.text(w), 0)
		s, _ := w.Literal()
		return s
	}
	if n, ok := e.number(x); ok {
		return strconv.Itoa(n)
	}
	e.arithmeticWords(x)
	return ""
}
