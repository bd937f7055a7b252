package shell

// fileRest is what was left unread of a script on this machine.
type fileRest struct {
	file  *textFile
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
// as scanText does in the text. What is too much for that, too, is left: a large script is
// no reason to ask.
func scanFiles(w *walker) {
	rests := w.rests
	w.rests = nil
	for i := range rests {
		scanFile(w, &rests[i])
	}
}

func scanFile(w *walker, r *fileRest) {
	if !w.spend(len(r.file.text) / codeOfStep / 2) {
		return
	}
	text := r.file.text
	all := pieces(text, min(r.from, len(text)))
	for _, worst := range [...]reach{reachesWhole, reachesOutside} { // while there is work to spend
		for _, at := range all {
			if source := text[at.From:at.To]; reachOf(source) == worst && w.mayHarm(source) && !scanPiece(w, r, at) {
				return
			}
		}
	}
}

// scanPiece follows a command of a file on its own, and reports whether there may be
// another.
func scanPiece(w *walker, r *fileRest, at Span) bool {
	source := r.file.text[at.From:at.To]
	if !w.spend(stepsOfPiece + len(source)/codeOfStep) {
		return false
	}
	if stmts, err := w.parser.All(source, w.opt.Dialect); err == nil {
		st := newState()
		st.cwd = Dir{Path: unknown("$PWD")}
		file := spanMap{whole: r.whole, file: r.file}
		w.spans = file.at(at.From, at.To)
		w.stmts(stmts, st, inherited)
	}
	return true
}
