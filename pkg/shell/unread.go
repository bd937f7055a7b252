package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/rule"
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

// unreadScan looks through what was left unread.
type unreadScan struct {
	*walker
	harmful map[string]bool // programs, by name
}

// scan looks in what was left unread for commands that could do harm, each on
// its own: what the text before them sets, or whether they run, is not known. An
// eighth of all work is kept for it.
func (w *unreadScan) scan(text string) {
	unread := w.unread
	if len(unread) == 0 {
		return
	}
	w.stopped, w.spans = false, spanMap{exact: true, whole: Span{0, len(text)}}
	w.script.Work.limit += w.script.Work.limit / 8
	whole := w.spans
	for _, at := range unread {
		for _, piece := range pieces(text[:at.To], at.From) {
			if !w.spend(1) {
				return
			}
			source := text[piece.From:piece.To]
			if !w.mayHarm(source) || !w.spend(stepsOfPiece+len(source)/codeOfStep) {
				continue
			}
			if stmts, err := w.reader.all(source, w.opt.Dialect); err == nil {
				w.spans = whole.at(piece.From, piece.To)
				w.stmts(stmts, newState(), inherited)
				w.spans = whole
			}
		}
	}
}

// mayHarm reports whether a command calls a program that does more than read, or
// that runs others.
func (w *unreadScan) mayHarm(source string) bool {
	for word := range strings.FieldsSeq(source) {
		if name, _, ok := strings.Cut(word, "="); ok && syntax.ValidName(name) {
			continue
		}
		name := programName(strings.Trim(word, `"'\`))
		harm, seen := w.harmful[name]
		if !seen {
			harm = doesHarm(w.model(name))
			w.harmful[name] = harm
		}
		return harm
	}
	return false
}

// doesHarm reports whether a program may do more than read.
func doesHarm(m *rule.Command) bool {
	if m == nil {
		return false
	}
	if len(m.Nested) > 0 {
		return true
	}
	for _, v := range m.VerbsFor("") {
		for _, e := range v.Effects {
			if e.Do != rule.Read {
				return true
			}
		}
	}
	return false
}
