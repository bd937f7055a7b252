package shell

import "strings"

// fileRest is what was left unread of a script on this machine.
type fileRest struct {
	file  *onDisk
	from  int
	whole Span // of the command that runs it
}

// fileRests are those of a text, one of each file.
type fileRests []fileRest

// add notes what was left unread of a file, or that it is more than was noted.
func (list *fileRests) add(rest fileRest) {
	for i := range *list {
		if r := &(*list)[i]; r.file.path == rest.file.path {
			if rest.from < r.from {
				r.file, r.from = rest.file, rest.from
			}
			return
		}
	}
	*list = append(*list, rest)
}

// scanFiles looks in what was left unread of scripts for commands that could do harm,
// as scan does in the text. What is too much for that, too, is left: a large script is
// no reason to ask.
func (w *unreadScan) scanFiles() {
	rests := w.rests
	w.stopped, w.raw, w.rests = false, true, nil
	for i := range rests {
		w.scanFile(&rests[i])
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
			w.stmts(stmts, st, inherited)
		}
	}
}

// spendOnRests is Spend for what was left unread of files. It leaves an eighth of all
// work for judging what was found.
func (w *Work) spendOnRests(n int) bool { return (w.done+n)*8 <= w.limit*7 && w.Spend(n) }
