package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// walker follows the statements of a text.
type walker struct {
	script  *Script
	opt     Options
	spans   spanMap
	depth   int // texts within each other
	stack   int // statements within each other
	volume  int // bytes that expansions have produced
	nodes   int
	stopped bool
	holes   []Part            // unknown parts that nested texts name as __uN
	files   map[string]output // what the text itself wrote, by path
	filled  []string          // paths to which the text moved something
	running []*function       // functions being walked
	late    []lateFunc
}

// output is what a command prints.
type output struct {
	word  Word // when known
	known bool
	from  []int  // the calls that print it
	items []Word // the paths it lists, when known is false: find's
}

// spanMap places offsets of a nested text in the outer one.
type spanMap struct {
	exact bool
	off   int
	whole Span
}

func (m spanMap) at(from, to int) spanMap {
	if !m.exact {
		return m
	}
	return spanMap{exact: true, off: m.off + from, whole: Span{m.off + from, m.off + to}}
}

func (w *walker) span(from, to int) Span {
	s := w.spans.whole
	if w.spans.exact {
		s = Span{w.spans.off + from, w.spans.off + to}
	}
	n := len(w.script.Text)
	s.From = min(max(s.From, 0), n)
	s.To = min(max(s.To, s.From), n)
	return s
}

func (w *walker) nodeSpan(n syntax.Node) Span {
	return w.span(int(n.Pos().Offset()), int(n.End().Offset()))
}

// maxProblems bounds how many problems are told; one is enough to act on.
const maxProblems = 16

func (w *walker) problem(kind, say string, at Span) {
	if len(w.script.Problems) < maxProblems {
		w.script.Problems = append(w.script.Problems, Problem{Kind: kind, Say: say, Span: at})
	}
}

// spend counts a step of work and reports whether there may be more.
func (w *walker) spend(n int) bool {
	w.nodes += n
	if !w.stopped && (w.nodes > maxNodes || len(w.script.Calls) >= maxCalls) {
		w.stopped = true
		w.problem(TooLarge, "the text does more than can be followed", Span{0, len(w.script.Text)})
	}
	return !w.stopped
}

// grow counts bytes that an expansion produces and reports whether there may
// be more: x=$x$x doubles with every line.
func (w *walker) grow(words []Word) bool {
	for i := range words {
		w.volume += 16
		for k := range words[i].Parts {
			w.volume += len(words[i].Parts[k].Text) + 16
		}
	}
	return w.volume <= maxVolume || w.spend(maxNodes)
}

// stmts walks a list of statements; their outputs follow each other.
func (w *walker) stmts(list []*syntax.Stmt, st *state, in Source) output {
	out := output{known: true}
	for _, s := range list {
		if !w.spend(1) {
			return output{}
		}
		out.add(w.stmt(s, st, in))
	}
	return out
}

// then is what two commands print one after the other.
func (o output) then(p output) output {
	o.from = o.from[:len(o.from):len(o.from)]
	o.items = o.items[:len(o.items):len(o.items)]
	o.word = o.word.clone()
	o.add(p)
	return o
}

// add appends to an output that shares no memory with another.
func (o *output) add(p output) {
	o.from = append(o.from, p.from...)
	o.items = append(o.items, p.items...)
	if o.known = o.known && p.known; o.known {
		o.word.addWord(p.word)
	}
}

// stmt walks one statement and returns what it prints.
func (w *walker) stmt(s *syntax.Stmt, st *state, in Source) output {
	if w.stack > maxStack {
		w.problem(TooDeep, "commands are nested too deeply to follow", w.nodeSpan(s))
		return output{}
	}
	w.stack++
	defer func() { w.stack-- }()
	if s.Background || s.Coprocess || s.Disown {
		st = st.fork()
		st.spawn = true
	}
	redirs, in, sinks := w.redirs(s.Redirs, st, in)
	defer noteRedirs(redirs, st)
	first := len(w.script.Calls)
	var out output
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		return w.sink(w.simple(c, s, redirs, st, in), sinks, st)
	case nil:
		w.redirOnly(s, redirs, st, in)
		return w.sink(w.passThrough(in, s), sinks, st)
	default:
		out = w.compound(c, st, in)
	}
	if len(redirs) > 0 && writes(redirs) {
		w.addCall(Call{Redirs: redirs, Stdin: Source{Kind: SourcePipe, From: callsSince(w, first)}, Span: w.nodeSpan(s)}, st)
	}
	return w.sink(out, sinks, st)
}

// passThrough is the output of $(<file): the content of the file.
func (w *walker) passThrough(in Source, s *syntax.Stmt) output {
	if in.Kind != SourceFile {
		return output{known: true}
	}
	return output{word: in.Text, known: false, from: []int{len(w.script.Calls) - 1}}
}

// redirOnly records a statement that is nothing but redirections.
func (w *walker) redirOnly(s *syntax.Stmt, redirs []Redir, st *state, in Source) {
	if len(redirs) > 0 {
		w.addCall(Call{Redirs: redirs, Stdin: in, Span: w.nodeSpan(s)}, st)
	}
}

func callsSince(w *walker, first int) []int {
	var from []int
	for i := first; i < len(w.script.Calls); i++ {
		from = append(from, i)
	}
	return from
}

func writes(redirs []Redir) bool {
	for _, r := range redirs {
		if strings.HasPrefix(r.Op, ">") || strings.HasPrefix(r.Op, "&>") {
			return true
		}
	}
	return false
}

// compound walks everything that is not a simple command.
func (w *walker) compound(c syntax.Command, st *state, in Source) output {
	switch c := c.(type) {
	case *syntax.BinaryCmd:
		return w.binary(c, st, in)
	case *syntax.Subshell:
		b := st.fork()
		out := w.stmts(c.Stmts, b, in)
		st.fresh = b.fresh
		return out
	case *syntax.Block:
		return w.stmts(c.Stmts, st, in)
	case *syntax.IfClause:
		return w.ifClause(c, st, in)
	case *syntax.WhileClause:
		b := st.fork()
		b.loop, b.cond = true, true
		out := w.stmts(c.Cond, b, in)
		out = out.then(w.stmts(c.Do, b, in))
		st.join(b, nil)
		out.known = false
		return out
	case *syntax.ForClause:
		return w.forClause(c, st, in)
	case *syntax.CaseClause:
		return w.caseClause(c, st, in)
	case *syntax.FuncDecl:
		w.declare(c, st)
		return output{known: true}
	case *syntax.DeclClause:
		w.declClause(c, st)
		return w.listing(c, st)
	case *syntax.TimeClause:
		if c.Stmt == nil {
			return output{known: true}
		}
		return w.stmt(c.Stmt, st, in)
	case *syntax.CoprocClause:
		b := st.fork()
		b.spawn = true
		return w.stmt(c.Stmt, b, Source{})
	case *syntax.TestDecl:
		return w.stmt(c.Body, st.fork(), in)
	}
	w.substitutions(c, st)
	return output{known: true}
}

func (w *walker) binary(b *syntax.BinaryCmd, st *state, in Source) output {
	switch b.Op {
	case syntax.Pipe, syntax.PipeAll:
		left, right := st.fork(), st.fork()
		left.pipe, right.pipe = true, true
		o := w.stmt(b.X, left, in)
		right.fresh = left.fresh
		o = w.stmt(b.Y, right, Source{Kind: SourcePipe, Text: o.word, Known: o.known, From: o.from, items: o.items})
		st.fresh = right.fresh
		return o
	case syntax.AndStmt:
		before, made := st.cwd, st.fresh
		o := w.stmt(b.X, st, in)
		failed := st.cwd.Else
		if before.Else == nil {
			st.cwd.Else = nil // the right side runs only where the cd went well
		}
		st.prove(made, true)
		cond := st.cond
		st.cond = true
		o = o.then(w.stmt(b.Y, st, in))
		st.cond = cond
		st.prove(made, false)
		if st.cwd.Else == nil {
			st.cwd.Else = failed
		}
		return o
	}
	before, own := st.cwd, st.fresh
	o := w.stmt(b.X, st, in)
	other := st.fork()
	other.cond = true
	if st.cwd.Else != nil {
		other.cwd = Dir{Path: *st.cwd.Else}
	} else {
		other.cwd = before
	}
	p := w.stmt(b.Y, other, in)
	if leaves(b.Y) {
		st.cwd.Else = nil
		st.prove(own, true)
		return o
	}
	st.fresh = own
	st.join(nil, other)
	if st.cwd.Else != nil && before.Else == nil && other.cwd.Path.equal(before.Path) && !cds(b.X) {
		st.cwd.Else = nil
	}
	if w.looksUp(o) {
		return o // which python3 || which python: any of them will do
	}
	o = o.then(p)
	o.known = false
	return o
}

// cds reports whether a statement is a cd.
func cds(s *syntax.Stmt) bool {
	c, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(c.Args) == 0 {
		return false
	}
	n := c.Args[0].Lit()
	return n == "cd" || n == "pushd"
}

// leaves reports whether a statement ends the list it stands in.
func leaves(s *syntax.Stmt) bool {
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		if len(c.Args) == 0 {
			return false
		}
		switch c.Args[0].Lit() {
		case "exit", "return", "break", "continue", "exec", "die", "fail", "fatal", "abort":
			return true
		}
	case *syntax.Block:
		return len(c.Stmts) > 0 && leaves(c.Stmts[len(c.Stmts)-1])
	case *syntax.BinaryCmd:
		return c.Op == syntax.AndStmt && leaves(c.Y)
	}
	return false
}

func (w *walker) ifClause(c *syntax.IfClause, st *state, in Source) output {
	var branches []*state
	out := output{}
	closed := false
	for ; c != nil; c = c.Else {
		made := st.fresh
		if len(c.Cond) > 0 {
			out = out.then(w.stmts(c.Cond, st, in))
		} else {
			closed = true
		}
		b := st.fork()
		b.cond = true
		if len(c.Cond) > 0 && !c.Cond[len(c.Cond)-1].Negated {
			b.cwd.Else = nil
			b.prove(made, true)
		}
		out = out.then(w.stmts(c.Then, b, in))
		if n := len(c.Then); n > 0 && leaves(c.Then[n-1]) {
			continue
		}
		branches = append(branches, b)
	}
	if !closed || len(branches) == 0 {
		branches = append(branches, nil)
	}
	st.join(branches...)
	out.known = false
	return out
}

func (w *walker) forClause(c *syntax.ForClause, st *state, in Source) output {
	b := st.fork()
	b.loop, b.cond = true, true
	switch l := c.Loop.(type) {
	case *syntax.WordIter:
		var alts []Word
		if !l.InPos.IsValid() {
			alts, _ = w.positional(st)
		}
		for _, item := range l.Items {
			for _, fields := range w.fields(item, st) {
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
		w.substitutions(l, st)
	}
	out := w.stmts(c.Do, b, in)
	st.join(b, nil)
	out.known = false
	return out
}

func (w *walker) caseClause(c *syntax.CaseClause, st *state, in Source) output {
	w.substitutions(c.Word, st)
	branches := []*state{nil}
	out := output{}
	for _, item := range c.Items {
		for _, p := range item.Patterns {
			w.substitutions(p, st)
		}
		b := st.fork()
		b.cond = true
		out = out.then(w.stmts(item.Stmts, b, in))
		branches = append(branches, b)
	}
	st.join(branches...)
	out.known = false
	return out
}

// substitutions runs the command substitutions that stand in a node whose
// value does not matter.
func (w *walker) substitutions(n syntax.Node, st *state) {
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst:
			w.stmts(n.Stmts, st.fork(), Source{})
			return false
		case *syntax.ProcSubst:
			w.stmts(n.Stmts, st.fork(), Source{})
			return false
		}
		return w.spend(1)
	})
}
