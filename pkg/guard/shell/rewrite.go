package shell

import (
	"sort"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Edit replaces Text[From:To] of a text.
type Edit struct {
	From, To int
	Text     string
}

// Risky is a call of a text whose danger a rewrite takes away.
type Risky struct {
	Span   Span
	Empty  bool // it reaches the root, or another directory, if a variable is empty
	Astray bool // it runs in the wrong directory if the cd before it fails
}

// Rewrites returns the edits that take the danger from some calls and change
// nothing else: "${VAR:?}" for a variable that may be empty, -- before the
// operands of rm, || exit after a cd. It returns none for a text that does not
// parse as it stands.
func Rewrites(text string, d Dialect, risky []Risky) []Edit {
	if d == Zsh {
		return nil
	}
	stmts, err := new(Parser).All(text, d)
	if err != nil {
		return nil
	}
	r := rewriter{text: text, done: map[int]bool{}}
	for _, k := range risky {
		r.list(stmts, k, false)
	}
	sort.Slice(r.edits, func(i, j int) bool { return r.edits[i].From < r.edits[j].From })
	return r.edits
}

type rewriter struct {
	text  string
	edits []Edit
	done  map[int]bool // where edits begin
}

func (r *rewriter) edit(from, to int, text string) {
	if !r.done[from] {
		r.done[from] = true
		r.edits = append(r.edits, Edit{from, to, text})
	}
}

func holds(n syntax.Node, s Span) bool {
	return int(n.Pos().Offset()) <= s.From && s.To <= int(n.End().Offset())
}

// list looks for a call in statements. What lists a statement holds are
// searched first; the cd that the call relies on is in the innermost one that
// has any.
func (r *rewriter) list(stmts []*syntax.Stmt, k Risky, function bool) (found bool) {
	for i, s := range stmts {
		if !holds(s, k.Span) {
			continue
		}
		if c, ok := s.Cmd.(*syntax.CallExpr); ok {
			if k.Empty {
				r.call(c)
			}
			return k.Astray && !r.cd(stmts[:i], function)
		}
		missing, descended, inner := k.Astray, false, function
		syntax.Walk(s.Cmd, func(n syntax.Node) bool {
			if n == nil || descended || !holds(n, k.Span) {
				return false
			}
			_, declares := n.(*syntax.FuncDecl)
			inner = inner || declares
			for _, l := range listsOf(n) {
				if len(l) > 0 && holdsAny(l, k.Span) {
					descended = true
					missing = r.list(l, k, inner)
					return false
				}
			}
			if c, ok := n.(*syntax.CallExpr); ok && k.Empty {
				r.call(c)
			}
			return true
		})
		return missing && !r.cd(stmts[:i], function)
	}
	return k.Astray
}

func holdsAny(list []*syntax.Stmt, s Span) bool {
	for _, x := range list {
		if holds(x, s) {
			return true
		}
	}
	return false
}

// listsOf returns the lists of statements of a command. A subshell and what is
// substituted leave the shell around them alone, so a cd before them counts.
func listsOf(n syntax.Node) [][]*syntax.Stmt {
	switch n := n.(type) {
	case *syntax.Block:
		return [][]*syntax.Stmt{n.Stmts}
	case *syntax.Subshell:
		return [][]*syntax.Stmt{n.Stmts}
	case *syntax.IfClause:
		return [][]*syntax.Stmt{n.Cond, n.Then}
	case *syntax.WhileClause:
		return [][]*syntax.Stmt{n.Cond, n.Do}
	case *syntax.ForClause:
		return [][]*syntax.Stmt{n.Do}
	case *syntax.CaseItem:
		return [][]*syntax.Stmt{n.Stmts}
	}
	return nil
}

// cd makes the last cd of a list leave where it fails. It reports whether
// there is one.
func (r *rewriter) cd(before []*syntax.Stmt, function bool) bool {
	for i := len(before) - 1; i >= 0; i-- {
		s := before[i]
		if !IsCd(s) {
			continue
		}
		if s.Negated || s.Background || len(s.Redirs) > 0 {
			return true // not as it is known
		}
		leave := " || exit"
		if function {
			leave = " || return"
		}
		end := int(s.Cmd.End().Offset())
		r.edit(end, end, leave)
		return true
	}
	return false
}

// call makes the variables at the start of the words of a call stop the shell
// where they are empty.
func (r *rewriter) call(c *syntax.CallExpr) {
	if len(c.Args) < 2 {
		return
	}
	first := -1
	for _, w := range c.Args[1:] {
		if p := trailingParameter(w); p != nil {
			r.edit(int(p.Pos().Offset()), int(p.End().Offset()), "${"+p.Param.Value+":?}")
			if first < 0 {
				first = int(w.Pos().Offset())
			}
			continue
		}
		if p := leadingParameter(w); p != nil && (r.reaches(w, p) || c.Args[0].Lit() == "find" && w == c.Args[1]) {
			from, to := int(p.Pos().Offset()), int(p.End().Offset())
			r.edit(from, to, "${"+p.Param.Value+":?}")
			if first < 0 {
				first = int(w.Pos().Offset())
			}
		}
	}
	if first < 0 || c.Args[0].Lit() != "rm" {
		return
	}
	for _, w := range c.Args[1:] {
		l := w.Lit()
		if l == "--" {
			return
		}
		if !strings.HasPrefix(l, "-") {
			at := int(w.Pos().Offset())
			if at == first && r.text[at] == '$' { // the edit of the variable begins here as well
				for i := range r.edits {
					if r.edits[i].From == at && !strings.HasPrefix(r.edits[i].Text, "-- ") {
						r.edits[i].Text = "-- " + r.edits[i].Text
					}
				}
				return
			}
			r.edit(at, at, "-- ")
			return
		}
	}
}

// reaches reports whether a word that begins with a variable is a path from the
// root, or a pattern, without it.
func (r *rewriter) reaches(w *syntax.Word, p *syntax.ParamExp) bool {
	rest := strings.TrimPrefix(r.text[p.End().Offset():w.End().Offset()], `"`)
	return strings.HasPrefix(rest, "/") || strings.HasPrefix(rest, "*")
}

// leadingParameter returns the plain variable that a word begins with: $x/*,
// "${x}/y".
func leadingParameter(w *syntax.Word) *syntax.ParamExp {
	if len(w.Parts) == 0 {
		return nil
	}
	p := w.Parts[0]
	if q, ok := p.(*syntax.DblQuoted); ok {
		if len(q.Parts) == 0 {
			return nil
		}
		p = q.Parts[0]
	}
	return plainParameter(p)
}

// trailingParameter returns the plain variable behind the home directory of
// which a word otherwise consists: "$HOME/$x".
func trailingParameter(w *syntax.Word) *syntax.ParamExp {
	parts := w.Parts
	if len(parts) == 1 {
		if q, ok := parts[0].(*syntax.DblQuoted); ok {
			parts = q.Parts
		}
	}
	if len(parts) != 3 {
		return nil
	}
	home, slash := plainParameter(parts[0]), parts[1]
	if l, ok := slash.(*syntax.Lit); home == nil || home.Param.Value != "HOME" || !ok || l.Value != "/" {
		return nil
	}
	return plainParameter(parts[2])
}

// plainParameter returns a part of a word that is a variable as it is.
func plainParameter(p syntax.WordPart) *syntax.ParamExp {
	x, ok := p.(*syntax.ParamExp)
	if !ok || x.Param == nil || x.Exp != nil || x.Length || x.Excl || x.Width || x.Index != nil || x.Slice != nil || x.Repl != nil || x.Names != 0 {
		return nil
	}
	if n := x.Param.Value; n == "@" || n == "*" || n == "#" || n == "?" || n == "$" || n == "!" || n == "-" || n == "0" {
		return nil
	}
	return x
}

// IsCd reports whether a statement is a cd.
func IsCd(s *syntax.Stmt) bool {
	c, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(c.Args) == 0 {
		return false
	}
	n := c.Args[0].Lit()
	return n == "cd" || n == "pushd"
}
