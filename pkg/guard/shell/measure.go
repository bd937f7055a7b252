package shell

import "mvdan.cc/sh/v3/syntax"

// maxTree bounds the nodes of a syntax tree within each other. Each of a+b+c holds
// the sum before it.
const maxTree = 4000

// measure counts the nodes of a statement, and reports whether it nests too deeply:
// what looks at all of a tree recurses with it, and what one node of it holds is
// joined with what is around it.
func measure(s *syntax.Stmt) (nodes int, deep bool) {
	open := 0         // brackets
	var within []bool // for each node around: it is one of them
	visit := func(n syntax.Node) bool {
		if n == nil {
			last := len(within) - 1
			if within[last] {
				open--
			}
			within = within[:last]
			return false
		}
		nodes++
		b := bracket(n)
		deep = deep || len(within) >= maxTree || b && open >= MaxNested
		if deep {
			return false
		}
		if b {
			open++
		}
		within = append(within, b)
		return true
	}
	for { // a list of thousands of commands behind && is as deep as it is long
		b, ok := s.Cmd.(*syntax.BinaryCmd)
		if !ok {
			break
		}
		syntax.Walk(b.Y, visit)
		s = b.X
	}
	syntax.Walk(s, visit)
	return nodes, deep
}

// bracket reports whether a node opens brackets of some kind.
func bracket(n syntax.Node) bool {
	switch n.(type) {
	case *syntax.CmdSubst, *syntax.ProcSubst, *syntax.ParamExp, *syntax.Subshell, *syntax.Block,
		*syntax.ArithmExp, *syntax.ArithmCmd, *syntax.ParenArithm, *syntax.ParenTest:
		return true
	}
	return false
}
