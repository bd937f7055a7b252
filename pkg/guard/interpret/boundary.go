package interpret

import (
	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// brokenText is a text that could not be followed to its end because of an error of
// ctxhook itself.
type brokenText struct {
	text  string
	stand Standpoint // of what runs it
}

// leftByError says of a text why it is unread.
const leftByError = "an error of ctxhook left it unread"

// guarded follows a text and reports whether that ended well. An error of ctxhook
// leaves this text unread and nothing else: what it stands in is followed on.
func (w *Walker) guarded(follow func()) (ok bool) {
	stand, running := w.at.Standpoint(), len(w.running)
	depth, stack, nested := w.depth, w.stack, w.nested
	defer func() {
		if !ok && recover() != nil {
			w.at.GoBack(stand)
			w.running = w.running[:min(running, len(w.running))]
			w.depth, w.stack, w.nested = depth, stack, nested
		}
	}()
	follow()
	return true
}

// leaveBroken notes a text that an error of ctxhook left unread.
func (w *Walker) leaveBroken(text string) {
	w.LeavePart(unread.Broken, leftByError, w.at.Span(0, len(text)))
	w.broken = append(w.broken, brokenText{text, w.at.Standpoint()})
}

// scanBroken follows the commands of the texts that errors left unread, each on its own.
// Of one that cannot be followed even so, the user is asked if it may do harm.
func scanBroken(w *Walker) {
	for len(w.broken) > 0 {
		b := w.broken[0]
		w.broken = w.broken[1:]
		for _, at := range shell.Pieces(b.text, 0) {
			source := b.text[at.From:at.To]
			w.at.GoBack(b.stand)
			w.at.pos = w.at.pos.at(at.From, at.To)
			more := w.Spend(stepsOfPiece + len(source)/shell.CodeOfStep)
			if !more || !w.guarded(func() { scanCommand(w, source) }) && !surelyHarmless(w, source) {
				w.script.Problems = append(w.script.Problems, shell.Left(unread.Failed, leftByError, w.at.Span(0, len(source)), w.at.place()))
			}
			if !more {
				return
			}
		}
	}
}

// surelyHarmless reports whether a command only reads.
func surelyHarmless(w *Walker, source string) (yes bool) {
	w.guarded(func() { yes = !w.MayHarm(source) })
	return yes
}

// scanCommand follows a command on its own.
func scanCommand(w *Walker, source string) {
	if stmts, err := w.parser.All(source, w.opt.Dialect); err == nil {
		st := NewState()
		if w.at.pos.file != nil {
			st.Cwd = shell.Dir{Path: shell.UnknownWord("$PWD")}
		}
		w.stmts(stmts, st, shell.OwnInput)
	}
}
