package shell

import "mvdan.cc/sh/v3/syntax"

// maxConditions bounds how many conditions that did not hold an elif keeps in mind.
const maxConditions = 16

// compound walks a command that is neither simple nor a list of commands.
func compound(w *walker, c syntax.Command, st *state, in *Source) output {
	switch c := c.(type) {
	case *syntax.Subshell:
		b := st.fork()
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
		return output{known: true}
	case *syntax.DeclClause:
		declClause(w, c, st)
		return listing(w, c, st)
	case *syntax.TimeClause:
		if c.Stmt == nil {
			return output{known: true}
		}
		return w.stmt(c.Stmt, st, in)
	case *syntax.CoprocClause:
		b := st.fork()
		b.spawn = true
		st.coproc(c, w.stmt(c.Stmt, b, inherited))
		return output{known: true}
	case *syntax.ArithmCmd:
		w.expander(st).arithmetic(c.X)
		return output{known: true}
	case *syntax.LetClause:
		for _, x := range c.Exprs {
			w.expander(st).arithmetic(x)
		}
		return output{known: true}
	case *syntax.TestClause:
		w.testClause(c.X, st)
		return output{known: true}
	case *syntax.TestDecl:
		return w.stmt(c.Body, st.fork(), in)
	}
	w.substitutions(c, st)
	return output{known: true}
}

func ifClause(w *walker, c *syntax.IfClause, st *state, in *Source) output {
	var branches []*state
	var before []*syntax.Stmt // conditions that did not hold
	out := output{}
	closed := false
	head := c
	for ; c != nil; c = c.Else {
		made := st.made
		if len(c.Cond) > 0 {
			out.add(w.stmts(c.Cond, st, in))
		} else {
			closed = true
		}
		b := st.fork()
		w.conditional(b)
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
			b.cwd.Else = nil
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
	}
	switch {
	case !closed && head.Else == nil && len(head.Cond) > 0:
		other := st.fork()
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
func whileClause(w *walker, c *syntax.WhileClause, st *state, in *Source) output {
	if endless(c) && w.forkLoop(c.Do, st) {
		w.problem(ForkBomb, "a loop that starts processes without end", w.nodeSpan(c))
	}
	head := st.fork()
	head.loop = true
	w.conditional(head)
	var out output
	counted := false
	for range maxAlts {
		before := len(head.params)
		out.add(w.stmts(c.Cond, head, in))
		body := head.fork()
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
				head.setWord(name, set("$"+name))
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
func (st *state) counters(round *state, body []*syntax.Stmt) (names []string) {
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

func forClause(w *walker, c *syntax.ForClause, st *state, in *Source) output {
	b := st.fork()
	b.loop = true
	w.conditional(b)
	if manyRounds(c.Loop) && w.forkLoop(c.Do, st) {
		w.problem(ForkBomb, "a loop that starts processes without end", w.nodeSpan(c))
	}
	switch l := c.Loop.(type) {
	case *syntax.WordIter:
		var alts []Word
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
			alts = []Word{unknown("$" + l.Name.Value)}
		}
		b.set(l.Name.Value, value{alts: capAlts(alts)})
	case *syntax.CStyleLoop:
		b.countingLoop(w, l)
	}
	out := w.stmts(c.Do, b, in)
	w.join(st, b, nil)
	return out.doubtful()
}

// countingLoop evaluates the head of for ((..)). The variables that it counts
// have any value.
func (st *state) countingLoop(w *walker, l *syntax.CStyleLoop) {
	for _, x := range [...]syntax.ArithmExpr{l.Init, l.Cond, l.Post} {
		if x == nil {
			continue
		}
		w.expander(st).arithmetic(x)
		syntax.Walk(x, func(n syntax.Node) bool {
			if v, ok := n.(*syntax.Word); ok && syntax.ValidName(v.Lit()) {
				if _, ok := st.vars[v.Lit()]; ok {
					st.setWord(v.Lit(), set("$"+v.Lit()))
				}
			}
			return true
		})
	}
}

func caseClause(w *walker, c *syntax.CaseClause, st *state, in *Source) output {
	w.substitutions(c.Word, st)
	branches := []*state{nil}
	name, out, sure := sole(c.Word), output{}, false
	for _, item := range c.Items {
		any, empty := false, false
		for _, p := range item.Patterns {
			w.substitutions(p, st)
			text, ok := plainText(p)
			any = any || text == "*"
			empty = empty || !ok || text == "" || text[0] == '*' || text[0] == '['
		}
		b := st.fork()
		w.conditional(b)
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
