package interpret

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// loopBody is what is known of the body of an endless loop.
type loopBody struct {
	w      *Walker
	st     *State
	spawns bool // it starts a command in the background
	holds  bool // it waits for something, or may leave the loop
	depth  int
}

// forkLoop reports whether a loop over statements starts processes without an
// end: nothing in it waits, and nothing leaves it.
func (w *Walker) forkLoop(stmts []*syntax.Stmt, st *State) bool {
	b := loopBody{w: w, st: st}
	b.stmts(stmts)
	return b.spawns && !b.holds
}

func (b *loopBody) stmts(list []*syntax.Stmt) {
	for _, s := range list {
		if !b.w.Spend(1) {
			return
		}
		if s.Background || s.Disown || s.Coprocess {
			b.spawns = true
			continue
		}
		b.command(s.Cmd)
	}
}

func (b *loopBody) command(c syntax.Command) {
	switch c := c.(type) {
	case *syntax.CallExpr:
		b.call(c)
	case *syntax.Block:
		b.stmts(c.Stmts)
	case *syntax.Subshell:
		b.stmts(c.Stmts)
	case *syntax.BinaryCmd:
		b.stmts([]*syntax.Stmt{c.X, c.Y})
	case *syntax.IfClause:
		for ; c != nil; c = c.Else {
			b.stmts(c.Cond)
			b.stmts(c.Then)
		}
	case *syntax.ForClause:
		b.stmts(c.Do)
	case *syntax.WhileClause:
		b.stmts(c.Cond)
		b.stmts(c.Do)
	case *syntax.CoprocClause:
		b.spawns = true
	case nil, *syntax.ArithmCmd, *syntax.TestClause, *syntax.LetClause, *syntax.DeclClause, *syntax.FuncDecl:
	default:
		b.holds = true
	}
}

// call looks at a command in the foreground. One that is not known to be done
// at once may take its time.
func (b *loopBody) call(c *syntax.CallExpr) {
	syntax.Walk(c, func(n syntax.Node) bool {
		if _, ok := n.(*syntax.CmdSubst); ok {
			b.holds = true
		}
		return !b.holds
	})
	if len(c.Args) == 0 {
		return
	}
	name := c.Args[0].Lit()
	switch name {
	case "true", "false", ":", "echo", "printf", "test", "[", "disown", "export", "shift", "unset", "set", "let", "local", "declare":
		return
	}
	if f := b.st.fn(name); f != nil && b.depth < maxDepth {
		b.depth++
		b.stmts([]*syntax.Stmt{f.body})
		b.depth--
		return
	}
	b.holds = true
}

// endless reports whether the condition of a loop holds forever, as far as it
// is written out: while true, until false, while ((1)).
func endless(c *syntax.WhileClause) bool {
	if len(c.Cond) != 1 {
		return false
	}
	holds, known := truthOf(c.Cond[0])
	return known && holds != c.Until
}

// truthOf returns how a condition without variables ends.
func truthOf(s *syntax.Stmt) (holds, known bool) {
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		holds, known = truthOfCall(c)
	case *syntax.ArithmCmd:
		if v, ok := c.X.(*syntax.Word); ok {
			n, err := strconv.Atoi(v.Lit())
			holds, known = n != 0, err == nil
		}
	case *syntax.TestClause:
		if v, ok := c.X.(*syntax.Word); ok && v.Lit() != "" {
			holds, known = true, true
		}
	}
	return holds != s.Negated, known
}

func truthOfCall(c *syntax.CallExpr) (holds, known bool) {
	var words []string
	for _, a := range c.Args {
		t := a.Lit()
		if t == "" && len(a.Parts) > 0 {
			q, ok := a.Parts[0].(*syntax.SglQuoted)
			d, ok2 := a.Parts[0].(*syntax.DblQuoted)
			switch {
			case ok:
				t = q.Value
			case ok2 && len(d.Parts) == 1:
				l, ok := d.Parts[0].(*syntax.Lit)
				if !ok {
					return false, false
				}
				t = l.Value
			default:
				return false, false
			}
		}
		words = append(words, t)
	}
	if len(words) == 0 {
		return false, false
	}
	switch words[0] {
	case "true", ":":
		return true, true
	case "false":
		return false, true
	case "[", "test":
		words = words[1:]
		if n := len(words); n > 0 && words[n-1] == "]" {
			words = words[:n-1]
		}
		switch {
		case len(words) == 1:
			return words[0] != "", true
		case len(words) == 3 && (words[1] == "=" || words[1] == "==" || words[1] == "-eq"):
			return words[0] == words[2], true
		}
	}
	return false, false
}

// maxSpawned is how many processes a loop may start at once.
const maxSpawned = 5000

// manyRounds reports whether a loop counts further than processes can be
// started: for i in {1..100000}.
func manyRounds(l syntax.Loop) bool {
	switch l := l.(type) {
	case *syntax.CStyleLoop:
		return l.Cond == nil
	case *syntax.WordIter:
		for _, item := range l.Items {
			if counted(item) > maxSpawned {
				return true
			}
		}
	}
	return false
}

// counted returns how far {1..N} or $(seq N) counts.
func counted(item *syntax.Word) int {
	if t, ok := strings.CutPrefix(strings.TrimSuffix(item.Lit(), "}"), "{"); ok {
		_, last, _ := strings.Cut(t, "..")
		last, _, _ = strings.Cut(last, "..")
		n, _ := strconv.Atoi(last)
		return n
	}
	if len(item.Parts) != 1 {
		return 0
	}
	sub, ok := item.Parts[0].(*syntax.CmdSubst)
	if !ok || len(sub.Stmts) != 1 {
		return 0
	}
	c, ok := sub.Stmts[0].Cmd.(*syntax.CallExpr)
	if !ok || len(c.Args) < 2 || c.Args[0].Lit() != "seq" {
		return 0
	}
	n, _ := strconv.Atoi(c.Args[len(c.Args)-1].Lit())
	return n
}
