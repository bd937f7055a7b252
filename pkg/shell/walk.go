package shell

import "mvdan.cc/sh/v3/syntax"

// walker follows the statements of a text and records the calls. It asks an
// expander what words stand for, a follower what a call runs in turn, a printer
// what it prints, and a pathTracker what it makes.
type walker struct {
	follower  Follower
	root      state // of the text itself
	script    *Script
	opt       Options
	spans     spanMap
	depth     int          // texts within each other
	stack     int          // statements within each other
	nested    int          // compound commands within each other
	here      *syntax.Stmt // the statement being walked
	stopped   bool
	unread    []Span    // of the text
	rests     fileRests // what was left unread of files
	broken    []brokenText
	harmful   map[string]bool // programs, by name: whether they may do more than read
	raw       bool            // what was left unread of a file is looked through
	foreign   bool            // the text has characters beyond ASCII
	holes     holes
	files     files
	madeKeys  madeKeys    // paths that the text made, on any way through it
	filled    []string    // paths to which the text moved something
	filesOver bool        // there was more to do in files than there may be
	stems     bool        // it unpacked an archive
	running   []*function // functions being walked
	late      []lateFunc
	bodies    map[*syntax.Stmt]*function // what each declaration declares
	readers   []reader                   // the commands in >(cmd)
	feeds     bool                       // there was one
	exports   exports
	words     slab[Word]
	parts     slab[Part]
	numbers   slab[int]
	parser    Parser
}

// output is what a command prints.
type output struct {
	word  Word // when known
	known bool
	from  []int  // the calls that print it
	items []Word // the paths it lists, when known is false: find's
	tail  bool   // word is known to come last, after unknown text
	maybe []Word // when known is false: texts that may be part of it

	program string // the program that it is the file of: cat /bin/rm
	grows   bool   // that of a list of commands: what is behind from is its own
}

// texts returns what an output prints or may print, as far as it is known.
func (o *output) texts() []Word {
	if o.known && len(o.word.Parts) > 0 {
		return []Word{o.word}
	}
	return o.maybe
}

// doubtful returns an output that may be printed, in part, or again and again.
func (o output) doubtful() output {
	o.maybe, o.known = o.texts(), false
	return o
}

// source returns an output as another command reads it.
func (o output) source() *Source {
	in := &Source{Kind: SourcePipe, Text: o.word, Known: o.known, From: o.from, items: o.items, maybe: o.maybe}
	if o.known {
		in.at = new(int)
	}
	return in
}

// maxProblems bounds how many problems are listed; one is enough to act on.
const maxProblems = 16

func (w *walker) problem(kind, say string, at Span) {
	if f := w.spans.file; f != nil && kind != ForkBomb {
		w.leave(f, say)
		return
	}
	if len(w.script.Problems) < maxProblems {
		w.script.Problems = append(w.script.Problems, Problem{Kind: kind, Say: say, Span: at, In: w.place()})
	}
}

// spend counts a step of work and reports whether there may be more.
func (w *walker) spend(n int) bool {
	switch {
	case w.raw:
		return w.script.Work.SpendOnRests(n)
	case w.spans.file != nil:
		return w.spendOn(w.spans.file, n)
	}
	if !w.script.Work.Spend(n) && !w.stopped {
		w.stopped = true
		w.leaveUnread(w.from(), len(w.script.Text))
	}
	return !w.stopped
}

// grow counts what an expansion produces and reports whether there may be more:
// x=$x$x doubles with every line.
func (w *walker) grow(words []Word) bool {
	n := 0
	for i := range words {
		n += words[i].expanding("")
		if len(words[i].Parts) > 1 && textLength(words[i]) > maxValue {
			n += w.script.Work.Limit()
		}
	}
	return w.spend(n)
}

// stmts walks a list of statements; their outputs follow each other.
func (w *walker) stmts(list []*syntax.Stmt, st *state, in *Source) output {
	out := output{known: true}
	w.each(list, st, in, &out)
	return out
}

// each walks a list of statements, and adds what they print to an output, unless
// nothing takes that: out is nil.
func (w *walker) each(list []*syntax.Stmt, st *state, in *Source, out *output) {
	branch, outer := st.branch, w.here
	defer func() { w.here = outer }()
	for _, s := range list {
		w.here = s
		if !w.spend(stepsOfStmt) {
			if out != nil {
				*out = output{}
			}
			return
		}
		o := w.stmt(s, st, in)
		if out != nil {
			out.add(o)
		}
		st.branch = branch
	}
}

// then returns what two commands print one after the other.
func (o output) then(p output) output {
	o.from = o.from[:len(o.from):len(o.from)]
	o.items = o.items[:len(o.items):len(o.items)]
	o.word = o.word.clone()
	o.add(p)
	return o
}

// then is output.then, and counts what it copies. The calls of a list of commands are
// in one list, which grows with it.
func (w *walker) then(o, p output) output {
	from, copied := o.from, len(p.from)
	if !o.grows {
		from, copied = from[:len(from):len(from)], copied+len(from)
	}
	w.spend(copied/16 + (len(o.word.Parts)+len(p.word.Parts))/partsOfStep)
	from, p.from = append(from, p.from...), nil
	o = o.then(p)
	o.from, o.grows = from, true
	return o
}

// add appends to an output that shares no memory with another.
func (o *output) add(p output) {
	if o.from == nil {
		o.from = p.from[:len(p.from):len(p.from)]
	} else {
		o.from = append(o.from, p.from...)
	}
	o.items = append(o.items, p.items...)
	if o.known && p.known {
		o.word.addWord(p.word)
		return
	}
	if more := p.texts(); len(more) > 0 && len(o.maybe) < maxAlts {
		maybe := o.texts()
		o.maybe = append(maybe[:len(maybe):len(maybe)], more[:min(len(more), maxAlts)]...)
	} else {
		o.maybe = o.texts()
	}
	o.known = false
}

// stmt walks one statement and returns what it prints.
func (w *walker) stmt(s *syntax.Stmt, st *state, in *Source) output {
	_, inRow := s.Cmd.(*syntax.BinaryCmd)
	if _, call := s.Cmd.(*syntax.CallExpr); !call && !inRow {
		w.nested++
		defer func() { w.nested-- }()
	}
	if w.stack > maxStack || w.nested > maxNested {
		at := w.nodeSpan(s)
		w.problem(TooDeep, "commands are nested too deeply to follow", at)
		if w.spans.exact {
			w.unread = append(w.unread, at)
		}
		return output{}
	}
	w.spend(st.depth / 16) // variables and functions are looked up through as many states
	w.stack++
	defer func() { w.stack-- }()
	if s.Background || s.Coprocess || s.Disown {
		st = st.fork()
		st.spawn = true
	}
	redirs, in, sinks := w.redirs(s.Redirs, st, in)
	defer w.paths(st).noteRedirs(redirs)
	first := len(w.script.Calls)
	var out output
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		out = w.simple(c, s, redirs, st, in)
		w.feedKnown(redirs, out)
		out.grows = false
		return w.sink(out, sinks, st)
	case nil:
		w.redirOnly(s, redirs, st, in)
		return w.sink(w.passThrough(in), sinks, st)
	case *syntax.BinaryCmd:
		out = binary(w, c, st, in)
	default:
		out = compound(w, c, st, in)
		out.grows = false
	}
	if len(redirs) > 0 && writes(redirs) {
		w.redirAll(s, redirs, callsSince(w, first), st)
		w.feedKnown(redirs, out)
	}
	return w.sink(out, sinks, st)
}

// redirAll records the redirections of a compound command, which take what some
// calls print.
func (w *walker) redirAll(s *syntax.Stmt, redirs []Redir, from []int, st *state) {
	w.addCall(&Call{Redirs: redirs, Stdin: &Source{Kind: SourcePipe, From: from}, Span: w.nodeSpan(s)}, st)
}

// passThrough returns the output of $(<file): the content of the file.
func (w *walker) passThrough(in *Source) output {
	if in.Kind != SourceFile {
		return output{known: true}
	}
	return output{word: in.Text, known: false, from: []int{len(w.script.Calls) - 1}}
}

// redirOnly records a statement that is nothing but redirections.
func (w *walker) redirOnly(s *syntax.Stmt, redirs []Redir, st *state, in *Source) {
	if len(redirs) > 0 {
		w.addCall(&Call{Redirs: redirs, Stdin: in, Span: w.nodeSpan(s)}, st)
	}
}

func callsSince(w *walker, first int) []int {
	var from []int
	for i := first; i < len(w.script.Calls); i++ {
		from = append(from, i)
	}
	return from
}

// substitutions runs the command substitutions in a node whose value does not
// matter.
func (w *walker) substitutions(n syntax.Node, st *state) {
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst:
			w.stmts(n.Stmts, st.fork(), inherited)
			return false
		case *syntax.ProcSubst:
			w.stmts(n.Stmts, st.fork(), inherited)
			return false
		}
		return w.spend(1)
	})
}
