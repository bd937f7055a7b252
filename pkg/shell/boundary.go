package shell

import (
	"sort"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/lang"
	"github.com/ctxhook/ctxhook/pkg/rule"
)

// brokenText is a text that could not be followed to its end because of an error of
// ctxhook itself.
type brokenText struct {
	text  string
	spans spanMap
	here  *syntax.Stmt // that runs it
}

// leftByError says of a text why it is unread.
const leftByError = "an error of ctxhook left it unread"

// guarded follows a text and reports whether that ended well. An error of ctxhook
// leaves this text unread and nothing else: what it stands in is followed on.
func (w *walker) guarded(follow func()) (ok bool) {
	spans, here, running := w.spans, w.here, len(w.running)
	depth, stack, nested := w.depth, w.stack, w.nested
	defer func() {
		if !ok && recover() != nil {
			w.spans, w.here, w.running = spans, here, w.running[:min(running, len(w.running))]
			w.depth, w.stack, w.nested = depth, stack, nested
		}
	}()
	follow()
	return true
}

// leaveBroken notes a text that an error of ctxhook left unread.
func (w *walker) leaveBroken(text string) {
	w.problem(Unparsable, leftByError, w.span(0, len(text)))
	w.broken = append(w.broken, brokenText{text, w.spans, w.here})
}

// scanBroken follows the commands of the texts that errors left unread, each on its own.
// Of one that cannot be followed even so, the user is asked if it may do harm.
func scanBroken(w *walker) {
	for len(w.broken) > 0 {
		b := w.broken[0]
		w.broken = w.broken[1:]
		for _, at := range pieces(b.text, 0) {
			source := b.text[at.From:at.To]
			w.here, w.spans = b.here, b.spans.at(at.From, at.To)
			more := w.spend(stepsOfPiece + len(source)/codeOfStep)
			if !more || !w.guarded(func() { scanCommand(w, source) }) && !surelyHarmless(w, source) {
				w.script.Problems = append(w.script.Problems, Problem{Kind: TooLarge, Say: leftByError, Span: w.span(0, len(source)), In: w.place()})
			}
			if !more {
				return
			}
		}
	}
}

// surelyHarmless reports whether a command only reads.
func surelyHarmless(w *walker, source string) (yes bool) {
	w.guarded(func() { yes = !mayHarm(w, source) })
	return yes
}

// scanCommand follows a command on its own.
func scanCommand(w *walker, source string) {
	if stmts, err := w.parser.All(source, w.opt.Dialect); err == nil {
		st := newState()
		if w.spans.file != nil {
			st.cwd = Dir{Path: unknown("$PWD")}
		}
		w.stmts(stmts, st, inherited)
	}
}

// readCode lists what program text would do. Where the reader of its language fails,
// the parts that it can read are listed, and ok is false.
func readCode(language, src string, functions rule.Functions) (steps []lang.Step, ok bool) {
	src = src[:min(len(src), lang.MaxBytes)]
	if steps, ok = attemptCode(language, src, functions); ok {
		return steps, true
	}
	return readParts(language, src, functions), false
}

// attemptCode reads program text and reports whether its reader did not fail.
func attemptCode(language, src string, functions rule.Functions) (steps []lang.Step, ok bool) {
	defer func() {
		if !ok && recover() != nil {
			steps = nil
		}
	}()
	return readLanguage(language, src, functions), true
}

// readParts reads a text whose reader fails without the lines at which it does. Of those
// the strings are taken for commands.
func readParts(language, src string, functions rule.Functions) (steps []lang.Step) {
	read := func(from, to int) bool {
		part, ok := attemptCode(language, src[from:to], functions)
		if ok {
			for i := range part {
				part[i].From += from
				part[i].To += from
			}
			steps = append(steps, part...)
		}
		return ok
	}
	var ends []int // of the lines that are not read
	for line := range strings.Lines(src) {
		ends = append(ends, len(line))
		if n := len(ends); n > 1 {
			ends[n-1] += ends[n-2]
		}
	}
	from := 0
	for tries := 0; len(ends) > 0 && tries < maxBrokenLines && !read(from, len(src)); tries++ {
		broken := sort.Search(len(ends)-1, func(i int) bool {
			_, ok := attemptCode(language, src[from:ends[i]], functions)
			return !ok
		})
		line := from
		if broken > 0 {
			line = ends[broken-1]
			read(from, line)
		}
		for _, s := range quoted(src[line:ends[broken]]) {
			steps = append(steps, lang.Step{Text: s, From: line, To: ends[broken]})
		}
		from, ends = ends[broken], ends[broken+1:]
		if tries == maxBrokenLines-1 { // and the others each on its own
			for _, end := range ends {
				read(from, end)
				from = end
			}
		}
	}
	return steps
}

// maxBrokenLines bounds how many lines are looked for at which a reader fails.
const maxBrokenLines = 4
