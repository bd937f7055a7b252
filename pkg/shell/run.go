package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Follower follows what calls run in turn: program texts and files.
type Follower interface {
	// Follow follows what call i runs, as its model says.
	Follow(i int, x invocation, st *state)
	// Code follows the text of call i, which is written in another language.
	Code(i int, x invocation, st *state, language string, text Word)
	// Program follows the text that call i runs, which reads that language.
	Program(i int, x invocation, st *state, language string, text Word)
	// Finish reports whether something was left undone, and ends the notes of it.
	Finish() (left bool)
	// Undone does what was left undone and could do harm, in the text or in files.
	Undone(files bool)
}

// run follows the text of a script, and records its calls there.
func (w *walker) run(s *Script, opt Options, f Follower) {
	text := validUTF8(s.Text)
	w.script, w.opt, w.follower, w.exports.env = s, opt, f, opt.Env
	w.root = *newState()
	w.spans = spanMap{exact: true, whole: Span{0, len(text)}}
	if !w.guarded(func() { w.whole(text, &w.root) }) {
		s.Problems = append(s.Problems, Problem{Kind: TooLarge, Say: leftByError, Span: Span{0, len(s.Text)}})
	}
}

// again makes the walker ready for another script. It keeps its arrays and its parser.
func (w *walker) again() {
	words, parts, numbers, parser := w.words.again(), w.parts.again(), w.numbers.again(), w.parser
	parser.Reset()
	*w = walker{words: words, parts: parts, numbers: numbers, parser: parser}
}

// whole follows all of the text.
func (w *walker) whole(text string, st *state) {
	w.problemsOf(text)
	whole := text
	if len(text) > MaxText {
		text = text[:MaxText]
		if i := strings.LastIndexByte(text, '\n'); i > 0 {
			text = text[:i]
		}
		w.leaveUnread(len(text), len(w.script.Text))
	}
	st.errexit = w.opt.Errexit || startsErrexit(text)
	switch {
	case w.opt.Language != "":
		w.program(w.opt.Language, text, st)
	case w.opt.Dialect == PowerShell:
		w.powerShell(text, st)
	default:
		w.text(text, st, inherited, nil)
	}
	if undone := w.follower.Finish(); undone || len(w.unread)+len(w.rests)+len(w.broken) > 0 {
		scanUnread(w, whole)
	}
	w.finish()
	w.disguises()
}

// Afford counts steps of parsing. The text itself may take half of all work.
func (w *walker) Afford(steps int) bool {
	return w.spend(steps) && (w.here != nil || w.raw || w.script.Work.Half(0))
}

// powerShell follows a text that PowerShell runs as if a shell called that with
// it.
func (w *walker) powerShell(text string, st *state) {
	whole := Span{0, len(text)}
	code := lit(text)
	code.Span = whole
	w.call([]Word{lit("pwsh"), lit("-Command"), code}, invocation{in: inherited, span: whole}, st)
}

// program follows a text that a program runs which reads that language.
func (w *walker) program(language, text string, st *state) {
	whole := Span{0, len(text)}
	code := lit(text)
	code.Span = whole
	i := w.addCall(&Call{Program: language, Argv: []Word{lit(language)}, Span: whole, Cwd: st.cwd}, st)
	w.follower.Program(i, invocation{in: inherited, span: whole}, st, language, code)
}

// text parses a text and walks its statements in the given state. What they print is
// added to an output, unless out is nil.
func (w *walker) text(text string, st *state, in *Source, out *output) {
	if w.depth >= maxDepth {
		w.problem(TooDeep, "commands are nested too deeply to follow", w.span(0, len(text)))
		if out != nil {
			*out = output{}
		}
		return
	}
	if w.depth > 0 {
		w.spend(stepsOfPiece)
	}
	w.depth++
	if !w.guarded(func() { w.walkText(text, st, in, out) }) {
		w.leaveBroken(text)
		if out != nil {
			*out = output{}
		}
	}
	w.depth--
}

// walkText parses a text and walks its statements.
func (w *walker) walkText(text string, st *state, in *Source, out *output) {
	t := w.tree(text)
	if n := len(t.stmts); n > cap(w.script.Calls) && len(w.script.Calls) == 0 { // a call is large, and growing copies all
		joined := strings.Count(text, "&&") + strings.Count(text, "|")
		w.script.Calls = make([]Call, 0, min(n+min(joined, 3*n), w.script.Work.Limit()/stepsOfCall))
	}
	w.each(t.stmts, st, in, out)
	for _, piece := range t.pieces {
		whole := w.spans
		w.spans = whole.at(piece.at.From, piece.at.To)
		w.each(piece.stmts, st, in, nil)
		w.spans = whole
	}
}

// tree is a parsed text, with the pieces behind what could not be parsed.
type tree struct {
	stmts  []*syntax.Stmt
	pieces []piece
}

type piece struct {
	at    Span
	stmts []*syntax.Stmt
}

// tree parses a text. That of a file is parsed once, however often it runs.
func (w *walker) tree(text string) tree {
	f := w.spans.file
	if f != nil && f.tree != nil && w.spans.line == 0 {
		return *f.tree
	}
	read := w.parser.Read(text, w.opt.Dialect, w)
	if read.Unread < len(text) {
		w.leaveUnread(read.Unread, len(text))
	}
	if p := read.Problem; p != nil {
		w.problem(p.Kind, p.Say, w.span(p.Span.From, p.Span.To))
	}
	t := tree{stmts: read.Stmts}
	for _, at := range read.Rest {
		if !w.spend(stepsOfPiece + (at.To-at.From)/codeOfStep) {
			break
		}
		if stmts, err := w.parser.All(text[at.From:at.To], w.opt.Dialect); err == nil {
			t.pieces = append(t.pieces, piece{at, stmts})
		}
	}
	if f != nil && w.spans.line == 0 {
		kept := t
		f.tree = &kept
	}
	return t
}

// parses reports whether a text is a program of a shell.
func (w *walker) parses(text string) bool {
	_, err := w.parser.All(text, w.opt.Dialect)
	return err == nil
}

// attempt follows a text that may run, if it is a program of a shell, for which a range
// stands.
func (w *walker) attempt(text string, whole Span, st *state) {
	stmts, err := w.parser.All(text, w.opt.Dialect)
	if err != nil {
		return
	}
	in := st.fork()
	w.conditional(in)
	before := w.move(w.inside(whole))
	w.stmts(stmts, in, inherited)
	w.move(before)
}

// descend goes into a text within a text, and reports whether there may be another.
func (w *walker) descend() bool {
	if w.depth >= maxDepth {
		return false
	}
	w.depth++
	return true
}

func (w *walker) ascend() { w.depth-- }
