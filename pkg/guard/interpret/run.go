package interpret

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Follower follows what calls run in turn: program texts and files.
type Follower interface {
	// Follow follows what call i runs, as its model says.
	Follow(i int, x Invocation, st *State)
	// Code follows the text of call i, which is written in another language.
	Code(i int, x Invocation, st *State, language string, text shell.Word)
	// Program follows the text that call i runs, which reads that language.
	Program(i int, x Invocation, st *State, language string, text shell.Word)
	// Finish reports whether something was left undone, and ends the notes of it.
	Finish() (left bool)
	// Undone does what was left undone and could do harm, in the text or in files.
	Undone(files bool)
}

// Run follows the text of a script, and records its calls there.
func (w *Walker) Run(s *shell.Script, opt shell.Options, f Follower) {
	text := shell.ValidUTF8(s.Text)
	w.script, w.opt, w.follower, w.exports.env = s, opt, f, opt.Env
	w.root = *NewState()
	w.at = Cursor{text: s.Text, pos: Position{exact: true, Whole: shell.Span{To: len(text)}}}
	if !w.guarded(func() { w.whole(text, &w.root) }) {
		s.Problems = append(s.Problems, shell.Left(unread.Failed, leftByError, shell.Span{To: len(s.Text)}, nil))
	}
}

// Reset makes the walker ready for another script. It keeps its arrays and its parser.
func (w *Walker) Reset() {
	words, parts, numbers, parser := w.words.again(), w.parts.again(), w.numbers.again(), w.parser
	parser.Reset()
	*w = Walker{words: words, parts: parts, numbers: numbers, parser: parser}
}

// whole follows all of the text.
func (w *Walker) whole(text string, st *State) {
	w.problemsOf(text)
	whole := text
	if len(text) > shell.MaxText {
		text = text[:shell.MaxText]
		if i := strings.LastIndex(text, "\n}\n"); i > shell.MaxText/2 { // in the middle of a function nothing parses
			text = text[:i+len("\n}")]
		} else if i := strings.LastIndexByte(text, '\n'); i > 0 {
			text = text[:i]
		}
		w.leaveUnread(len(text), len(w.script.Text))
	}
	st.errexit = w.opt.Errexit || startsErrexit(text)
	switch {
	case w.opt.Language != "":
		w.program(w.opt.Language, text, st)
	case w.opt.Dialect == shell.PowerShell:
		w.powerShell(text, st)
	default:
		w.text(text, st, shell.OwnInput, nil)
	}
	if undone := w.follower.Finish(); undone || len(w.unread)+len(w.rests)+len(w.broken) > 0 {
		scanUnread(w, whole)
	}
	w.finish()
	w.disguises()
}

// Afford counts steps of parsing. The text itself may take half of all work.
func (w *Walker) Afford(steps int) bool {
	return w.Spend(steps) && (w.at.here != nil || w.raw || w.script.Work.Half(0))
}

// powerShell follows a text that PowerShell runs as if a shell called that with
// it.
func (w *Walker) powerShell(text string, st *State) {
	whole := shell.Span{To: len(text)}
	code := shell.LitWord(text)
	code.Span = whole
	w.Call([]shell.Word{shell.LitWord("pwsh"), shell.LitWord("-Command"), code}, Invocation{In: shell.OwnInput, Span: whole}, st)
}

// program follows a text that a program runs which reads that language.
func (w *Walker) program(language, text string, st *State) {
	whole := shell.Span{To: len(text)}
	code := shell.LitWord(text)
	code.Span = whole
	i := w.AddCall(&shell.Call{Program: language, Argv: []shell.Word{shell.LitWord(language)}, Span: whole, Cwd: st.Cwd}, st)
	w.follower.Program(i, Invocation{In: shell.OwnInput, Span: whole}, st, language, code)
}

// text parses a text and walks its statements in the given state. What they print is
// added to an output, unless out is nil.
func (w *Walker) text(text string, st *State, in *shell.Source, out *Output) {
	if w.depth >= maxDepth {
		w.LeavePart(unread.Deep, "commands are nested too deeply to follow", w.at.Span(0, len(text)))
		if out != nil {
			*out = Output{}
		}
		return
	}
	if w.depth > 0 {
		w.Spend(stepsOfPiece)
	}
	w.depth++
	if !w.guarded(func() { w.walkText(text, st, in, out) }) {
		w.leaveBroken(text)
		if out != nil {
			*out = Output{}
		}
	}
	w.depth--
}

// walkText parses a text and walks its statements.
func (w *Walker) walkText(text string, st *State, in *shell.Source, out *Output) {
	t := w.tree(text)
	if n := len(t.stmts); n > cap(w.script.Calls) && len(w.script.Calls) == 0 { // a call is large, and growing copies all
		joined := strings.Count(text, "&&") + strings.Count(text, "|")
		w.script.Calls = make([]shell.Call, 0, min(n+min(joined, 3*n), w.script.Work.Limit()/shell.StepsOfCall))
	}
	w.each(t.stmts, st, in, out)
	if len(t.pieces) == 0 {
		return
	}
	// A piece may be out of a function, whose arguments are not those of the text.
	any := st.anyArgs
	st.anyArgs = any || len(st.params) == 0
	defer func() { st.anyArgs = any }()
	for _, piece := range t.pieces {
		whole := w.at.pos
		w.at.pos = whole.at(piece.at.From, piece.at.To)
		w.each(piece.stmts, st, in, nil)
		w.at.pos = whole
	}
}

// tree is a parsed text, with the pieces behind what could not be parsed.
type tree struct {
	stmts  []*syntax.Stmt
	pieces []piece
}

type piece struct {
	at    shell.Span
	stmts []*syntax.Stmt
}

// tree parses a text. That of a file is parsed once, however often it runs.
func (w *Walker) tree(text string) tree {
	f := w.at.pos.file
	if f != nil && f.tree != nil && w.at.pos.line == 0 {
		return *f.tree
	}
	read := w.parser.Read(text, w.opt.Dialect, w)
	if read.Unread < len(text) {
		w.leaveUnread(read.Unread, len(text))
	}
	if p := read.Problem; p != nil {
		w.LeavePart(p.Unread, p.Say, w.at.Span(p.Span.From, p.Span.To))
	}
	t := tree{stmts: read.Stmts}
	for _, at := range read.Rest {
		if !w.Spend(stepsOfPiece + (at.To-at.From)/shell.CodeOfStep) {
			break
		}
		if stmts, err := w.parser.All(text[at.From:at.To], w.opt.Dialect); err == nil {
			t.pieces = append(t.pieces, piece{at, stmts})
		}
	}
	if f != nil && w.at.pos.line == 0 {
		kept := t
		f.tree = &kept
	}
	return t
}

// Parses reports whether a text is a program of a shell.
func (w *Walker) Parses(text string) bool {
	_, err := w.parser.All(text, w.opt.Dialect)
	return err == nil
}

// Attempt follows a text that may run, if it is a program of a shell, for which a range
// stands.
func (w *Walker) Attempt(text string, whole shell.Span, st *State) {
	stmts, err := w.parser.All(text, w.opt.Dialect)
	if err != nil {
		return
	}
	in := st.Fork()
	w.Conditional(in)
	before := w.at.Move(w.at.Inside(whole))
	w.stmts(stmts, in, shell.OwnInput)
	w.at.Move(before)
}

// Descend goes into a text within a text, and reports whether there may be another.
func (w *Walker) Descend() bool {
	if w.depth >= maxDepth {
		return false
	}
	w.depth++
	return true
}

// Ascend comes back from a text within a text.
func (w *Walker) Ascend() { w.depth-- }
