package interpret

import (
	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// fileRest is what was left unread of a script on this machine.
type fileRest struct {
	file  *FileText
	from  int
	whole shell.Span // of the command that runs it
}

// fileRests are those of a text, one of each file.
type fileRests []fileRest

// add notes what was left unread of a file, or that it is more than was noted.
func (list *fileRests) add(rest fileRest) {
	for i := range *list {
		if r := &(*list)[i]; r.file.Path == rest.file.Path {
			if rest.from < r.from {
				r.file, r.from = rest.file, rest.from
			}
			return
		}
	}
	*list = append(*list, rest)
}

// scanFiles looks in what was left unread of scripts for commands that could do harm,
// as scanText does in the text. What is too much for that, too, is left unread, unless the
// project has committed it.
func scanFiles(w *Walker) {
	rests := w.rests
	w.rests = nil
	for i := range rests {
		if r := &rests[i]; !scanFile(w, r) && !r.file.Unasked && !w.opt.Files.Committed(r.file.Path) {
			w.note(shell.Left(unread.Long, "the file "+r.file.Name+" does too much to check", r.whole, nil))
		}
	}
}

// scanFile reports whether all was looked through.
func scanFile(w *Walker, r *fileRest) bool {
	if !w.Spend(len(r.file.Text) / shell.CodeOfStep / 2) {
		return false
	}
	text := r.file.Text
	all := shell.Pieces(text, min(r.from, len(text)))
	for _, worst := range [...]shell.Reach{shell.ReachesWhole, shell.ReachesOutside} { // while there is work to spend
		for _, at := range all {
			if source := text[at.From:at.To]; shell.ReachOf(source) == worst && w.MayHarm(source) && !scanPiece(w, r, at) {
				return false
			}
		}
	}
	return true
}

// scanPiece follows a command of a file on its own, and reports whether there may be
// another.
func scanPiece(w *Walker, r *fileRest, at shell.Span) bool {
	source := r.file.Text[at.From:at.To]
	if !w.Spend(stepsOfPiece + len(source)/shell.CodeOfStep) {
		return false
	}
	if stmts, err := w.parser.All(source, w.opt.Dialect); err == nil {
		st := NewState()
		st.Cwd = shell.Dir{Path: shell.UnknownWord("$PWD")}
		file := Position{Whole: r.whole, file: r.file}
		w.at.pos = file.at(at.From, at.To)
		w.stmts(stmts, st, shell.OwnInput)
	}
	return true
}
