package shell

// brokenText is a text that could not be followed to its end because of an error of
// ctxhook itself.
type brokenText struct {
	text  string
	stand standpoint // of what runs it
}

// leftByError says of a text why it is unread.
const leftByError = "an error of ctxhook left it unread"

// guarded follows a text and reports whether that ended well. An error of ctxhook
// leaves this text unread and nothing else: what it stands in is followed on.
func (w *walker) guarded(follow func()) (ok bool) {
	stand, running := w.standpoint(), len(w.running)
	depth, stack, nested := w.depth, w.stack, w.nested
	defer func() {
		if !ok && recover() != nil {
			w.goBack(stand)
			w.running = w.running[:min(running, len(w.running))]
			w.depth, w.stack, w.nested = depth, stack, nested
		}
	}()
	follow()
	return true
}

// leaveBroken notes a text that an error of ctxhook left unread.
func (w *walker) leaveBroken(text string) {
	w.problem(Unparsable, leftByError, w.span(0, len(text)))
	w.broken = append(w.broken, brokenText{text, w.standpoint()})
}

// scanBroken follows the commands of the texts that errors left unread, each on its own.
// Of one that cannot be followed even so, the user is asked if it may do harm.
func scanBroken(w *walker) {
	for len(w.broken) > 0 {
		b := w.broken[0]
		w.broken = w.broken[1:]
		for _, at := range pieces(b.text, 0) {
			source := b.text[at.From:at.To]
			w.goBack(b.stand)
			w.spans = w.spans.at(at.From, at.To)
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
	w.guarded(func() { yes = !w.mayHarm(source) })
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
