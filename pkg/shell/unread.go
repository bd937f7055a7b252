package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// leaveUnread notes a range of the text that is too much to follow.
func (w *walker) leaveUnread(from, to int) {
	if f := w.spans.file; f != nil && w.spans.line == 0 {
		w.rests.add(fileRest{f, w.spans.first + from, w.spans.whole})
	}
	w.problem(TooLarge, "the text does too much to check", w.span(from, to))
	if w.spans.exact && from < to {
		w.unread = append(w.unread, w.span(from, to))
	}
}

// scanUnread looks in what was left for commands that could do harm: in the text and the
// programs in it, then in files.
func scanUnread(w *walker, text string) {
	if len(w.unread) > 0 {
		w.stopped = false
		w.script.Work.Extend()
		scanText(w, text)
		w.follower.Undone(false)
	}
	scanBroken(w)
	w.stopped, w.raw = false, true
	scanFiles(w)
	w.follower.Undone(true)
}

// scanText looks for commands in what was left unread of the text, each on its own:
// what the text before them sets, or whether they run, is not known. An eighth of all
// work is kept for it.
func scanText(w *walker, text string) {
	w.spans = spanMap{exact: true, whole: Span{0, len(text)}}
	whole := w.spans
	for _, at := range w.unread {
		for _, piece := range pieces(text[:at.To], at.From) {
			if !w.spend(1) {
				return
			}
			source := text[piece.From:piece.To]
			if !w.mayHarm(source) || !w.spend(stepsOfPiece+len(source)/codeOfStep) {
				continue
			}
			if stmts, err := w.parser.All(source, w.opt.Dialect); err == nil {
				w.spans = whole.at(piece.From, piece.To)
				w.stmts(stmts, newState(), inherited)
				w.spans = whole
			}
		}
	}
}

// mayHarm reports whether a command calls a program that does more than read, or
// that runs others.
func (w *walker) mayHarm(source string) bool {
	for word := range strings.FieldsSeq(source) {
		if name, _, ok := strings.Cut(word, "="); ok && syntax.ValidName(name) {
			continue
		}
		return w.programMayHarm(strings.Trim(word, `"'\`))
	}
	return false
}

func (w *walker) programMayHarm(program string) bool {
	name := programName(program)
	harm, seen := w.harmful[name]
	if !seen {
		m := w.model(name)
		harm = m != nil && MayHarm(m)
		if w.harmful == nil {
			w.harmful = map[string]bool{}
		}
		w.harmful[name] = harm
	}
	return harm
}
