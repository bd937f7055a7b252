package shell

import (
	"strconv"

	"mvdan.cc/sh/v3/syntax"
)

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

// index is the text of an array's index, as far as it is known. What is
// substituted in it is run.
func (w *walker) index(x syntax.ArithmExpr, st *state) string {
	if v, ok := x.(*syntax.Word); ok && v.Lit() == "" {
		s, _ := w.one(v, st).Literal()
		return s
	}
	w.substitutions(x, st)
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
