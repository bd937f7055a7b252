package shell

import "strings"

// fileRest is what was left unread of a script on this machine.
type fileRest struct {
	file  *onDisk
	from  int
	whole Span // of the command that runs it
}

// leaveRest notes that a script was read up to an offset.
func (w *walker) leaveRest(f *onDisk, from int) {
	if w.raw {
		return
	}
	for i := range w.rests {
		if r := &w.rests[i]; r.file.path == f.path {
			if from < r.from {
				r.file, r.from = f, from
			}
			return
		}
	}
	w.rests = append(w.rests, fileRest{f, from, w.spans.whole})
}

// scanFiles looks in what was left unread of scripts for commands that could do harm,
// as scan does in the text. What is too much for that, too, is left: a large script is
// no reason to ask.
func (w *unreadScan) scanFiles() {
	w.stopped, w.raw = false, true
	for i := range w.rests {
		w.scanFile(&w.rests[i])
	}
}

func (w *unreadScan) scanFile(r *fileRest) {
	if !w.spend(len(r.file.text) / codeOfStep / 2) {
		return
	}
	whole := spanMap{whole: r.whole, file: r.file}
	text := r.file.text
	for _, piece := range pieces(text, min(r.from, len(text))) {
		source := text[piece.From:piece.To]
		if !strings.ContainsAny(source, "/~") && !strings.Contains(source, "HOME") || !w.mayHarm(source) {
			continue // it names no place outside of the project
		}
		if !w.spend(stepsOfPiece + len(source)/codeOfStep) {
			return
		}
		if stmts, err := parseStmts(source, w.opt.Dialect); err == nil {
			st := newState()
			st.cwd = Dir{Path: unknown("$PWD")}
			w.spans = whole.at(piece.From, piece.To)
			w.stmts(stmts, st, Source{})
		}
	}
}

// spendOnRests is spend for what was left unread of files. It leaves an eighth of all
// work for judging what was found.
func (w *walker) spendOnRests(n int) bool {
	work := w.script.Work
	return (work.done+n)*8 <= work.limit*7 && work.Spend(n)
}
