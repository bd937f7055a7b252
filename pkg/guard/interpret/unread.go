package interpret

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// leaveUnread notes a range of the text that is too much to follow.
func (w *Walker) leaveUnread(from, to int) {
	if f := w.at.pos.file; f != nil && w.at.pos.line == 0 {
		w.rests.add(fileRest{f, w.at.pos.first + from, w.at.pos.Whole})
	}
	w.LeavePart(unread.Long, "the text does too much to check", w.at.Span(from, to))
	if w.at.pos.exact && from < to {
		w.unread = append(w.unread, w.at.Span(from, to))
	}
}

// scanUnread looks in what was left for commands that could do harm: in the text and the
// programs in it, then in files.
func scanUnread(w *Walker, text string) {
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
func scanText(w *Walker, text string) {
	w.at.pos = Position{exact: true, Whole: shell.Span{To: len(text)}}
	whole := w.at.pos
	for _, at := range w.unread {
		for _, piece := range shell.Pieces(text[:at.To], at.From) {
			if !w.Spend(1) {
				return
			}
			source := text[piece.From:piece.To]
			if !w.MayHarm(source) || !w.Spend(stepsOfPiece+len(source)/shell.CodeOfStep) {
				continue
			}
			if stmts, err := w.parser.All(source, w.opt.Dialect); err == nil {
				w.at.pos = whole.at(piece.From, piece.To)
				w.stmts(stmts, NewState(), shell.OwnInput)
				w.at.pos = whole
			}
		}
	}
}

// MayHarm reports whether a command calls a program that does more than read, or
// that runs others.
func (w *Walker) MayHarm(source string) bool {
	for word := range strings.FieldsSeq(source) {
		if name, _, ok := strings.Cut(word, "="); ok && syntax.ValidName(name) {
			continue
		}
		return w.ProgramMayHarm(strings.Trim(word, `"'\`))
	}
	return false
}

// ProgramMayHarm is MayHarm of a program, by its name or path.
func (w *Walker) ProgramMayHarm(program string) bool {
	name := shell.ProgramName(program)
	harm, seen := w.harmful[name]
	if !seen {
		m := w.model(name)
		harm = m != nil && shell.MayHarm(m)
		if w.harmful == nil {
			w.harmful = map[string]bool{}
		}
		w.harmful[name] = harm
	}
	return harm
}
