package shell

import (
	"strconv"

	"mvdan.cc/sh/v3/syntax"
)

// arithmetic evaluates an arithmetic expansion as far as it is constant.
func (e expander) arithmetic(x syntax.ArithmExpr) Word {
	if n, ok := e.number(x); ok {
		return lit(strconv.Itoa(n))
	}
	if x != nil {
		e.w.substitutions(x, e.st)
	}
	return set("$((..))")
}

func (e expander) number(x syntax.ArithmExpr) (int, bool) {
	switch x := x.(type) {
	case nil:
		return 0, true
	case *syntax.ParenArithm:
		return e.number(x.X)
	case *syntax.Word:
		v := e.one(x)
		if s, ok := v.Literal(); ok {
			if syntax.ValidName(s) {
				if s, ok = e.variable(s)[0].Literal(); !ok {
					return 0, false
				}
			}
			n, err := strconv.Atoi(s)
			return n, err == nil
		}
	case *syntax.UnaryArithm:
		n, ok := e.number(x.X)
		return -n, ok && x.Op == syntax.Minus
	case *syntax.BinaryArithm:
		return e.binaryNumber(x)
	}
	return 0, false
}

func (e expander) binaryNumber(x *syntax.BinaryArithm) (int, bool) {
	a, ok1 := e.number(x.X)
	b, ok2 := e.number(x.Y)
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

// index returns the text of an array's index, as far as it is known. What is
// substituted in it is run.
func (e expander) index(x syntax.ArithmExpr) string {
	if v, ok := x.(*syntax.Word); ok && v.Lit() == "" {
		s, _ := e.one(v).Literal()
		return s
	}
	e.w.substitutions(x, e.st)
	return arithmText(x)
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
