package interpret

import (
	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// maxConditions bounds how many conditions that did not hold an elif keeps in mind.
const maxConditions = 16

// compound walks a command that is neither simple nor a list of commands.
func compound(w *Walker, c syntax.Command, st *State, in *shell.Source) Output {
	switch c := c.(type) {
	case *syntax.Subshell:
		b := st.Fork()
		out := w.stmts(c.Stmts, b, in)
		st.made = b.made
		return out
	case *syntax.Block:
		return w.stmts(c.Stmts, st, in)
	case *syntax.IfClause:
		return ifClause(w, c, st, in)
	case *syntax.WhileClause:
		return whileClause(w, c, st, in)
	case *syntax.ForClause:
		return forClause(w, c, st, in)
	case *syntax.CaseClause:
		return caseClause(w, c, st, in)
	case *syntax.FuncDecl:
		w.declare(c, st)
		return Output{Known: true}
	case *syntax.DeclClause:
		declClause(w, c, st)
		return listing(w, c, st)
	case *syntax.TimeClause:
		if c.Stmt == nil {
			return Output{Known: true}
		}
		return w.stmt(c.Stmt, st, in)
	case *syntax.CoprocClause:
		b := st.Fork()
		b.spawn = true
		st.coproc(c, w.stmt(c.Stmt, b, shell.OwnInput))
		return Output{Known: true}
	case *syntax.ArithmCmd:
		w.expander(st).arithmetic(c.X)
		return Output{Known: true}
	case *syntax.LetClause:
		for _, x := range c.Exprs {
			w.expander(st).arithmetic(x)
		}
		return Output{Known: true}
	case *syntax.TestClause:
		w.testClause(c.X, st)
		return Output{Known: true}
	case *syntax.TestDecl:
		return w.stmt(c.Body, st.Fork(), in)
	}
	w.substitutions(c, st)
	return Output{Known: true}
}

func ifClause(w *Walker, c *syntax.IfClause, st *State, in *shell.Source) Output {
	var branches []*State
	var before []*syntax.Stmt // conditions that did not hold
	out := Output{}
	closed := false
	head := c
	for ; c != nil; c = c.Else {
		made := st.made
		if len(c.Cond) > 0 {
			out.add(w.stmts(c.Cond, st, in))
		} else {
			closed = true
		}
		holds, known := w.decided(c.Cond, st)
		if known && !holds {
			continue
		}
		b := st.Fork()
		w.Conditional(b)
		for _, cond := range before {
			w.assume(cond, false, b)
		}
		if n := len(c.Cond); n > 0 {
			w.assume(c.Cond[n-1], true, b)
			if len(before) < maxConditions {
				before = append(before, c.Cond[n-1])
			}
		}
		if len(c.Cond) > 0 && !c.Cond[len(c.Cond)-1].Negated {
			b.Cwd.Else = nil
			b.settleMade(made, true)
		}
		out.add(w.stmts(c.Then, b, in))
		if n := len(c.Then); n > 0 && w.leaves(c.Then[n-1], st) {
			if len(c.Cond) > 0 && len(branches) == 0 {
				w.assume(c.Cond[len(c.Cond)-1], false, st)
			}
			continue
		}
		branches = append(branches, b)
		if known {
			closed = true
			break
		}
	}
	switch {
	case !closed && head.Else == nil && len(head.Cond) > 0:
		other := st.Fork()
		w.assume(head.Cond[len(head.Cond)-1], false, other)
		branches = append(branches, other)
	case !closed || len(branches) == 0:
		branches = append(branches, nil)
	}
	w.join(st, branches...)
	return out.doubtful()
}

// whileClause walks a loop once, or while each round of it takes parameters
// away, as often as there are some.
func whileClause(w *Walker, c *syntax.WhileClause, st *State, in *shell.Source) Output {
	if endless(c) && w.forkLoop(c.Do, st) {
		w.Problem(shell.ForkBomb, "a loop that starts processes without end", w.at.nodeSpan(c))
	}
	head := st.Fork()
	head.loop = true
	w.Conditional(head)
	var out Output
	counted := false
	for range maxAlts {
		before := len(head.params)
		out.add(w.stmts(c.Cond, head, in))
		body := head.Fork()
		if n := len(c.Cond); n > 0 {
			w.assume(c.Cond[n-1], !c.Until, body)
		}
		out.add(w.stmts(c.Do, body, in))
		counters := head.counters(body, c.Do)
		w.join(head, body, nil)
		if body.anyArgs || len(body.params) == before {
			if counted || len(counters) == 0 {
				break
			}
			counted = true // once more, for all other rounds
			for _, name := range counters {
				head.SetWord(name, set("$"+name))
			}
			continue
		}
		if head.params = body.params; len(head.params) == 0 {
			break
		}
	}
	w.join(st, head)
	if len(head.params) != len(st.params) {
		st.params, st.anyArgs = nil, len(head.params) > 0
	}
	return out.doubtful()
}

// counters returns the variables that a round of a loop has given another value,
// and of which commands in it make use.
func (st *State) counters(round *State, body []*syntax.Stmt) (names []string) {
	for name, now := range round.vars {
		old, ok := st.get(name)
		if !ok || len(old.alts) != 1 || len(now.alts) != 1 || !uses(body, name) {
			continue
		}
		was, known := old.alts[0].Literal()
		if is, ok := now.alts[0].Literal(); known && ok && is != was {
			names = append(names, name)
		}
	}
	return names
}

// uses reports whether a word of a command has a variable in it.
func uses(body []*syntax.Stmt, name string) (used bool) {
	for _, s := range body {
		syntax.Walk(s, func(n syntax.Node) bool {
			x, ok := n.(*syntax.ParamExp)
			used = used || ok && x.Param != nil && x.Param.Value == name
			return !used
		})
	}
	return used
}

func forClause(w *Walker, c *syntax.ForClause, st *State, in *shell.Source) Output {
	b := st.Fork()
	b.loop = true
	w.Conditional(b)
	if manyRounds(c.Loop) && w.forkLoop(c.Do, st) {
		w.Problem(shell.ForkBomb, "a loop that starts processes without end", w.at.nodeSpan(c))
	}
	switch l := c.Loop.(type) {
	case *syntax.WordIter:
		var alts []shell.Word
		if !l.InPos.IsValid() {
			alts, _ = st.positional()
		}
		for _, item := range l.Items {
			for _, fields := range w.expander(st).fields(item) {
				for _, f := range fields {
					alts = addAlt(alts, f)
				}
			}
		}
		if len(alts) == 0 {
			alts = []shell.Word{shell.UnknownWord("$" + l.Name.Value)}
		}
		b.set(l.Name.Value, value{alts: Capped(alts)})
	case *syntax.CStyleLoop:
		b.countingLoop(w, l)
	}
	out := w.stmts(c.Do, b, in)
	w.join(st, b, nil)
	return out.doubtful()
}

// countingLoop evaluates the head of for ((..)). The variables that it counts
// have any value.
func (st *State) countingLoop(w *Walker, l *syntax.CStyleLoop) {
	for _, x := range [...]syntax.ArithmExpr{l.Init, l.Cond, l.Post} {
		if x == nil {
			continue
		}
		w.expander(st).arithmetic(x)
		syntax.Walk(x, func(n syntax.Node) bool {
			if v, ok := n.(*syntax.Word); ok && syntax.ValidName(v.Lit()) {
				if _, ok := st.vars[v.Lit()]; ok {
					st.SetWord(v.Lit(), set("$"+v.Lit()))
				}
			}
			return true
		})
	}
}

func caseClause(w *Walker, c *syntax.CaseClause, st *State, in *shell.Source) Output {
	w.substitutions(c.Word, st)
	branches := []*State{nil}
	name, out, sure := sole(c.Word), Output{}, false
	if name != "" && stopsEmpty(c.Word) {
		st.learn(known{name: name})
	}
	items, one := w.chosen(c, st)
	for _, item := range items {
		any, empty := one && len(items) == 1, false
		for _, p := range item.Patterns {
			w.substitutions(p, st)
			text, ok := plainText(p)
			any = any || text == "*"
			empty = empty || !ok && !demandsText(p) || ok && (text == "" || text[0] == '*' || text[0] == '[')
		}
		b := st.Fork()
		w.Conditional(b)
		if name != "" && !empty {
			b.learn(known{name: name})
		}
		out.add(w.stmts(item.Stmts, b, in))
		if any && !sure {
			sure, branches = true, branches[1:] // one of them surely runs
		}
		if n := len(item.Stmts); n > 0 && w.leaves(item.Stmts[n-1], st) {
			if name != "" && empty && !any && len(item.Patterns) > 0 && leavesEmpty(item) {
				st.learn(known{name: name})
			}
		} else {
			branches = append(branches, b)
		}
	}
	if len(branches) == 0 {
		branches = append(branches, nil)
	}
	w.join(st, branches...)
	return out.doubtful()
}

// leavesEmpty reports whether one of the patterns of a case is that of the
// empty text.
func leavesEmpty(item *syntax.CaseItem) bool {
	for _, p := range item.Patterns {
		if text, ok := plainText(p); ok && text == "" {
			return true
		}
	}
	return false
}
