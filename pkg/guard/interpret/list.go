package interpret

import (
	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// binary walks two commands with an operator between them. A list of thousands nests as
// deeply as it is long: a function for each operator needs less of the stack.
func binary(w *Walker, b *syntax.BinaryCmd, st *State, in *shell.Source) Output {
	switch b.Op {
	case syntax.Pipe, syntax.PipeAll:
		return pipeline(w, b, st, in)
	case syntax.AndStmt:
		return andList(w, b, st, in)
	}
	return orList(w, b, st, in)
}

func pipeline(w *Walker, b *syntax.BinaryCmd, st *State, in *shell.Source) Output {
	left, right := st.Fork(), st.Fork()
	left.pipe, right.pipe = true, true
	o := w.stmt(b.X, left, in)
	right.made = left.made
	o = w.stmt(b.Y, right, o.source())
	st.made = right.made
	return o
}

func andList(w *Walker, b *syntax.BinaryCmd, st *State, in *shell.Source) Output {
	before, made := st.Cwd.Else, st.made
	o := w.stmt(b.X, st, in)
	failed := st.Cwd.Else
	if before == nil {
		st.Cwd.Else = nil // the right side runs only where the cd went well
	}
	st.settleMade(made, true)
	cond := st.cond
	w.Conditional(st) // in the branch of the left side, which comes first
	w.during(b.X, st, func() { o = w.then(o, w.stmt(b.Y, st, in)) })
	if w.leaves(b.Y, st) {
		w.assume(b.X, false, st)
	}
	st.cond = cond
	st.settleMade(made, false)
	if st.Cwd.Else == nil {
		st.Cwd.Else = failed
	}
	return o
}

func orList(w *Walker, b *syntax.BinaryCmd, st *State, in *shell.Source) Output {
	before, own, branch := st.Cwd, st.made, st.branch
	o := w.stmt(b.X, st, in)
	st.branch = branch
	other := st.Fork()
	w.Conditional(other)
	w.assume(b.X, false, other)
	if st.Cwd.Else != nil {
		other.Cwd = shell.Dir{Path: *st.Cwd.Else}
	} else {
		other.Cwd = before
	}
	p := w.stmt(b.Y, other, in)
	if w.leaves(b.Y, st) {
		w.assume(b.X, true, st)
		st.Cwd.Else = nil
		st.settleMade(own, true)
		return o
	}
	st.made = own
	w.join(st, nil, other)
	if st.Cwd.Else != nil && before.Else == nil && other.Cwd.Path.Equal(before.Path) && !shell.IsCd(b.X) {
		st.Cwd.Else = nil
	}
	if looksUp(w.script, o) {
		return o // which python3 || which python: any of them will do
	}
	return w.then(o, p).doubtful()
}

// leaves reports whether a statement ends the list that it is in, which a
// function of the text does whose last statement does.
func (w *Walker) leaves(s *syntax.Stmt, st *State) bool {
	if c, ok := s.Cmd.(*syntax.CallExpr); ok && len(c.Args) > 0 {
		if f := st.fn(c.Args[0].Lit()); f != nil {
			return exits(f.body)
		}
	}
	if c, ok := s.Cmd.(*syntax.Block); ok && len(c.Stmts) > 0 {
		return w.leaves(c.Stmts[len(c.Stmts)-1], st)
	}
	return leaves(s)
}

// exits reports whether the body of a function ends the shell.
func exits(s *syntax.Stmt) bool {
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		return len(c.Args) > 0 && (c.Args[0].Lit() == "exit" || c.Args[0].Lit() == "exec")
	case *syntax.Block:
		return len(c.Stmts) > 0 && exits(c.Stmts[len(c.Stmts)-1])
	}
	return false
}

// leaves reports whether a statement ends the list that it is in.
func leaves(s *syntax.Stmt) bool {
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		if len(c.Args) == 0 {
			return false
		}
		switch c.Args[0].Lit() {
		case "exit", "return", "break", "continue", "exec", "die", "fail", "fatal", "abort", "usage", "bail", "err", "panic":
			return true
		}
	case *syntax.Block:
		return len(c.Stmts) > 0 && leaves(c.Stmts[len(c.Stmts)-1])
	case *syntax.BinaryCmd:
		return c.Op == syntax.AndStmt && leaves(c.Y)
	}
	return false
}
