package interpret

import "mvdan.cc/sh/v3/syntax"

// missing notes a path that a condition found missing: what is there later,
// the text has made.
func (w *Walker) missing(cond *syntax.Stmt, came bool, st *State) {
	if cond.Negated {
		came = !came
	}
	var path *syntax.Word
	switch c := cond.Cmd.(type) {
	case *syntax.CallExpr:
		if len(c.Args) < 3 {
			return
		}
		if name := c.Args[0].Lit(); name != "test" && name != "[" {
			return
		}
		args := c.Args[1:]
		if args[0].Lit() == "!" {
			came, args = !came, args[1:]
		}
		if came {
			return
		}
		if args[len(args)-1].Lit() == "]" {
			args = args[:len(args)-1]
		}
		if len(args) == 2 && looksFor(args[0].Lit()) {
			path = args[1]
		}
	case *syntax.TestClause:
		x := c.X
		if u, ok := x.(*syntax.UnaryTest); ok && u.Op == syntax.TsNot {
			came, x = !came, u.X
		}
		if u, ok := x.(*syntax.UnaryTest); ok && looksFor(u.Op.String()) {
			path, _ = u.X.(*syntax.Word)
		}
	}
	if path == nil || came || substitutes(path.Parts) {
		return
	}
	if v := w.expander(st).word(path); len(v) == 1 {
		w.paths(st).add(pathKey(v[0], st), false)
	}
}

// looksFor reports whether a test fails where its path leads nowhere.
func looksFor(test string) bool { return test == "-e" || test == "-d" || test == "-f" }

// substitutes reports whether expanding a word would run or set something.
func substitutes(parts []syntax.WordPart) bool {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit, *syntax.SglQuoted:
		case *syntax.DblQuoted:
			if substitutes(p.Parts) {
				return true
			}
		case *syntax.ParamExp:
			if p.Exp != nil || p.Index != nil || p.Slice != nil || p.Repl != nil {
				return true
			}
		default:
			return true
		}
	}
	return false
}
