// Package interpret walks the statements of a text as a shell does: it expands
// words abstractly, follows directories, pipes, branches and functions, and lists
// every call the text may make. What a call runs in turn it asks a Follower. It
// knows no disk, no program's recipes and no other language.
package interpret

import (
	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Walker follows the statements of a text and records the calls. It asks an
// expander what words stand for, a follower what a call runs in turn, a printer
// what it prints, and a pathTracker what it makes.
type Walker struct {
	follower  Follower
	root      State // of the text itself
	script    *shell.Script
	opt       shell.Options
	at        Cursor
	depth     int // texts within each other
	stack     int // statements within each other
	nested    int // compound commands within each other
	stopped   bool
	unread    []shell.Span // of the text
	rests     fileRests    // what was left unread of files
	broken    []brokenText
	harmful   map[string]bool // programs, by name: whether they may do more than read
	raw       bool            // what was left unread of a file is looked through
	foreign   bool            // the text has characters beyond ASCII
	holes     holes
	files     Files
	madeKeys  madeKeys    // paths that the text made, on any way through it
	negated   int         // how many ! stand before what is walked
	filled    []string    // paths to which the text moved something
	filesOver bool        // there was more to do in files than there may be
	stems     bool        // it unpacked an archive
	running   []*function // functions being walked
	caller    shell.Span  // of the command that called the function which runs; none: the text itself
	late      []lateFunc
	bodies    map[*syntax.Stmt]*function // what each declaration declares
	told      map[string]told            // what calls of functions that change nothing came to
	listed    map[string]int             // calls of a long script by place and words
	readers   []reader                   // the commands in >(cmd)
	feeds     bool                       // there was one
	exports   exports
	words     slab[shell.Word]
	parts     slab[shell.Part]
	numbers   slab[int]
	parser    shell.Parser
}

// Output is what a command prints.
type Output struct {
	Word  shell.Word // when known
	Known bool
	From  []int        // the calls that print it
	items []shell.Word // the paths it lists, when known is false: find's
	Tail  bool         // word is known to come last, after unknown text
	maybe []shell.Word // when known is false: texts that may be part of it

	program string // the program that it is the file of: cat /bin/rm
	grows   bool   // that of a list of commands: what is behind from is its own
}

// texts returns what an output prints or may print, as far as it is known.
func (o *Output) texts() []shell.Word {
	if o.Known && len(o.Word.Parts) > 0 {
		return []shell.Word{o.Word}
	}
	return o.maybe
}

// doubtful returns an output that may be printed, in part, or again and again.
func (o Output) doubtful() Output {
	o.maybe, o.Known = o.texts(), false
	return o
}

// source returns an output as another command reads it.
func (o Output) source() *shell.Source {
	in := &shell.Source{Kind: shell.SourcePipe, Text: o.Word, Known: o.Known, From: o.From, Items: o.items, Maybe: o.maybe}
	if o.Known {
		in.Taken = new(int)
	}
	return in
}

// maxProblems bounds how many problems are listed; one is enough to act on.
const maxProblems = 16

// Problem notes what is wrong with a text. Of a file only what it does counts.
func (w *Walker) Problem(kind, say string, at shell.Span) {
	if w.at.pos.file == nil || kind == shell.ForkBomb {
		w.note(shell.Problem{Kind: kind, Say: say, Span: at, In: w.at.place()})
	}
}

// LeavePart notes what was left unread, of a text or of the file that it stands in.
func (w *Walker) LeavePart(why unread.Reason, say string, at shell.Span) {
	if f := w.at.pos.file; f != nil {
		w.leave(f, unread.Part{Reason: why, Say: say})
		return
	}
	w.note(shell.Left(why, say, at, w.at.place()))
}

func (w *Walker) note(p shell.Problem) {
	if len(w.script.Problems) < maxProblems {
		w.script.Problems = append(w.script.Problems, p)
	}
}

// Spend counts a step of work and reports whether there may be more.
func (w *Walker) Spend(n int) bool {
	switch {
	case w.raw:
		return w.script.Work.SpendOnRests(n)
	case w.at.pos.file != nil:
		return w.SpendOn(w.at.pos.file, n)
	}
	if !w.script.Work.Spend(n) && !w.stopped {
		w.stopped = true
		w.leaveUnread(w.at.from(), len(w.script.Text))
	}
	return !w.stopped
}

// grow counts what an expansion produces and reports whether there may be more:
// x=$x$x doubles with every line.
func (w *Walker) grow(words []shell.Word) bool {
	n := 0
	for i := range words {
		n += words[i].Expanding("")
		if len(words[i].Parts) > 1 && shell.TextLength(words[i]) > maxValue {
			n += w.script.Work.Limit()
		}
	}
	return w.Spend(n)
}

// stmts walks a list of statements; their outputs follow each other.
func (w *Walker) stmts(list []*syntax.Stmt, st *State, in *shell.Source) Output {
	out := Output{Known: true}
	w.each(list, st, in, &out)
	return out
}

// each walks a list of statements, and adds what they print to an output, unless
// nothing takes that: out is nil.
func (w *Walker) each(list []*syntax.Stmt, st *State, in *shell.Source, out *Output) {
	branch, outer := st.branch, w.at.here
	defer func() { w.at.here = outer }()
	for _, s := range list {
		w.at.here = s
		if !w.Spend(stepsOfStmt) {
			if out != nil {
				*out = Output{}
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
func (o Output) then(p Output) Output {
	o.From = o.From[:len(o.From):len(o.From)]
	o.items = o.items[:len(o.items):len(o.items)]
	o.Word = o.Word.Clone()
	o.add(p)
	return o
}

// then is output.then, and counts what it copies. The calls of a list of commands are
// in one list, which grows with it.
func (w *Walker) then(o, p Output) Output {
	from, copied := o.From, len(p.From)
	if !o.grows {
		from, copied = from[:len(from):len(from)], copied+len(from)
	}
	w.Spend(copied/16 + (len(o.Word.Parts)+len(p.Word.Parts))/shell.PartsOfStep)
	from, p.From = append(from, p.From...), nil
	o = o.then(p)
	o.From, o.grows = from, true
	return o
}

// add appends to an output that shares no memory with another.
func (o *Output) add(p Output) {
	if o.From == nil {
		o.From = p.From[:len(p.From):len(p.From)]
	} else {
		o.From = append(o.From, p.From...)
	}
	o.items = append(o.items, p.items...)
	if o.Known && p.Known {
		o.Word.AddWord(p.Word)
		return
	}
	if more := p.texts(); len(more) > 0 && len(o.maybe) < maxAlts {
		maybe := o.texts()
		o.maybe = append(maybe[:len(maybe):len(maybe)], more[:min(len(more), maxAlts)]...)
	} else {
		o.maybe = o.texts()
	}
	o.Known = false
}

// stmt walks one statement and returns what it prints.
func (w *Walker) stmt(s *syntax.Stmt, st *State, in *shell.Source) Output {
	_, inRow := s.Cmd.(*syntax.BinaryCmd)
	if _, call := s.Cmd.(*syntax.CallExpr); !call && !inRow {
		w.nested++
		defer func() { w.nested-- }()
	}
	if w.stack > maxStack || w.nested > shell.MaxNested {
		at := w.at.nodeSpan(s)
		w.LeavePart(unread.Deep, "commands are nested too deeply to follow", at)
		if w.at.pos.exact {
			w.unread = append(w.unread, at)
		}
		return Output{}
	}
	w.Spend(st.depth / 16) // variables and functions are looked up through as many states
	w.stack++
	defer func() { w.stack-- }()
	if s.Background || s.Coprocess || s.Disown {
		st = st.Fork()
		st.spawn = true
	}
	if s.Negated {
		w.negated++
		defer func() { w.negated-- }()
	}
	redirs, in, sinks := w.redirs(s.Redirs, st, in)
	defer w.paths(st).noteRedirs(redirs)
	first := len(w.script.Calls)
	var out Output
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
	if len(redirs) > 0 && shell.Writes(redirs) {
		w.redirAll(s, redirs, callsSince(w, first), st)
		w.feedKnown(redirs, out)
	}
	return w.sink(out, sinks, st)
}

// redirAll records the redirections of a compound command, which take what some
// calls print.
func (w *Walker) redirAll(s *syntax.Stmt, redirs []shell.Redir, from []int, st *State) {
	w.AddCall(&shell.Call{Redirs: redirs, Stdin: &shell.Source{Kind: shell.SourcePipe, From: from}, Span: w.at.nodeSpan(s)}, st)
}

// passThrough returns the output of $(<file): the content of the file.
func (w *Walker) passThrough(in *shell.Source) Output {
	if in.Kind != shell.SourceFile {
		return Output{Known: true}
	}
	return Output{Word: in.Text, Known: false, From: []int{len(w.script.Calls) - 1}}
}

// redirOnly records a statement that is nothing but redirections.
func (w *Walker) redirOnly(s *syntax.Stmt, redirs []shell.Redir, st *State, in *shell.Source) {
	if len(redirs) > 0 {
		w.AddCall(&shell.Call{Redirs: redirs, Stdin: in, Span: w.at.nodeSpan(s)}, st)
	}
}

func callsSince(w *Walker, first int) []int {
	var from []int
	for i := first; i < len(w.script.Calls); i++ {
		from = append(from, i)
	}
	return from
}

// substitutions runs the command substitutions in a node whose value does not
// matter.
func (w *Walker) substitutions(n syntax.Node, st *State) {
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst:
			w.stmts(n.Stmts, st.Fork(), shell.OwnInput)
			return false
		case *syntax.ProcSubst:
			w.stmts(n.Stmts, st.Fork(), shell.OwnInput)
			return false
		}
		return w.Spend(1)
	})
}
