package shell

import (
	"strings"
	"sync"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// Bounds of what is within each other, and of how much is told apart. What a
// text costs in all, Work bounds.
const (
	// MaxText is the most text that is parsed, in bytes. A longer one is
	// cut at a line and gives a TooLarge problem.
	MaxText  = 1 << 20
	maxDepth = 24      // texts within texts, functions within functions
	maxStack = 3000    // statements within statements: all of a list behind && are
	maxWrap  = 32      // programs that run programs, within each other
	maxAlts  = 8       // values one word may have
	maxValue = 1 << 18 // bytes of one that is put together
)

// Options is what the reader may know of the world outside the text.
type Options struct {
	Models    func(program string) *rule.Command // nil: no models
	Functions rule.Functions                     // nil: no functions of embedded languages
	Home      string                             // "" is read as SomeHome
	Cwd       string                             // "" leaves the start directory unnamed
	Env       func(name string) (string, bool)   // values of variables that the text does not set
	Dialect   Dialect
	Errexit   bool       // the shell is started with -e
	Files     rule.Files // the files that the text runs; nil: they are not known
	Language  string     // of a text that is no shell: one of rule.Languages
	Work      *Work      // what it may cost; nil: Steps
}

// SomeHome stands for a home directory that is not known.
const SomeHome = "/home/user"

// Parse reads a text. It always returns a script; what could not be followed
// is in its Problems.
func Parse(text string, opt Options) *Script {
	if opt.Home == "" {
		opt.Home = SomeHome
	}
	d, _ := workspaces.Get().(*workspace)
	if d == nil {
		d = new(workspace)
	}
	d.work, d.state = *NewWork(Steps), *newState()
	if opt.Work == nil {
		opt.Work = &d.work
	}
	s, w, st := &d.script, &d.walker, &d.state
	s.Text, s.Work, s.workspace = text, opt.Work, d
	text = validUTF8(text)
	w.script, w.opt, w.exports.env = s, opt, opt.Env
	w.disk = disk{files: opt.Files, cwd: opt.Cwd, script: s}
	w.spans = spanMap{exact: true, whole: Span{0, len(text)}}
	if !w.guarded(func() { w.whole(text, st) }) {
		s.Problems = append(s.Problems, Problem{Kind: TooLarge, Say: leftByError, Span: Span{0, len(s.Text)}})
	}
	return s
}

// whole follows the text that Parse was given.
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
	if len(w.unread)+len(w.rests)+len(w.undone)+len(w.broken) > 0 {
		scanUnread(w, whole)
	}
	w.finish()
	w.disguises()
}

// workspace is the memory that reading a text takes, allocated at once: most texts need
// little more.
type workspace struct {
	script Script
	work   Work
	walker walker
	state  state
}

// workspaces are those of scripts that were released, all zero but for their arrays.
var workspaces sync.Pool

// Release gives the memory of a script to the next texts that are read. Who reads many
// texts and is done with one may call it. Nothing of that script may be used then.
func (s *Script) Release() {
	d := s.workspace
	if d == nil {
		return
	}
	calls, words, parts, numbers := s.Calls, d.walker.words.again(), d.walker.parts.again(), d.walker.numbers.again()
	clear(calls)
	parser := d.walker.parser
	parser.Reset()
	*d = workspace{}
	d.walker.parser = parser
	if cap(calls) <= 16 {
		d.script.Calls = calls[:0]
	}
	d.walker.words, d.walker.parts, d.walker.numbers = words, parts, numbers
	workspaces.Put(d)
}

// Afford counts steps of parsing. The text itself may take half of all work.
func (w *walker) Afford(steps int) bool {
	return w.spend(steps) && (w.here != nil || w.raw || w.script.Work.done*2 <= w.script.Work.limit)
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
	r := runner{w, i, invocation{in: inherited, span: whole}, st}
	r.text(code, language, nil)
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
		w.script.Calls = make([]Call, 0, min(n+min(joined, 3*n), w.script.Work.limit/stepsOfCall))
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

// problemsOf reports the first character of each kind that makes a text look
// different from what it is.
func (w *walker) problemsOf(text string) {
	if isASCII(text) && strings.IndexByte(text, 0) < 0 && strings.IndexByte(text, '\b') < 0 && strings.IndexByte(text, 0x1b) < 0 {
		return // nearly always
	}
	const general = 0xe2 // the first byte of General Punctuation
	hidden, escaped := false, false
	for i := range len(text) {
		b := text[i]
		if b >= ' ' && b < utf8.RuneSelf {
			continue
		}
		if w.foreign = w.foreign || b >= utf8.RuneSelf; b > general || b >= utf8.RuneSelf && b < general {
			continue
		}
		switch r, n := utf8.DecodeRuneInString(text[i:]); {
		case !hidden && (r == 0 || OverridesDirection(r)):
			hidden = true
			w.problem(HiddenText, "it contains invisible characters", Span{i, i + n})
		case !escaped && (r == '\b' || r == 0x1b && strings.HasPrefix(text[i+n:], "[")):
			escaped = true
			w.problem(EscapeText, "it contains terminal escapes", Span{i, i + n})
		}
	}
}
