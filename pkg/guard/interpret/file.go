package interpret

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// FileText is a file that the text runs, with what it holds. Where that comes from is
// for the follower to know.
type FileText struct {
	Name  string // as the text has it
	Path  string
	Text  string
	Entry int // in Script.Files

	Unasked bool // it is read without being named: see shell.Place

	counted, lines int   // lines of text[:counted]
	tree           *tree // of the text as a shell reads it, once it was parsed
	searched       bool  // for what gives variables values that are not known
	unbound        bool  // there is some
}

// With returns the file with another text.
func (f *FileText) With(text string) FileText {
	return FileText{Name: f.Name, Path: f.Path, Text: text, Entry: f.Entry, Unasked: f.Unasked}
}

// line returns the line on which an offset of the file stands.
func (f *FileText) line(at int) int {
	at = min(max(at, 0), len(f.Text))
	if at < f.counted {
		f.counted, f.lines = 0, 0
	}
	f.lines += strings.Count(f.Text[f.counted:at], "\n")
	f.counted = at
	return f.lines + 1
}

// LineStart returns the offset at which a line begins.
func (f *FileText) LineStart(line int) int {
	at := 0
	for range line - 1 {
		at += strings.IndexByte(f.Text[at:], '\n') + 1
	}
	return at
}

// leave notes why not all of a file could be followed.
func (w *Walker) leave(f *FileText, why unread.Part) {
	if e := &w.script.Files[f.Entry]; e.Unread.Reason == unread.No {
		e.Unread = why
	}
}

// SpendOn is spend for a step of work on a file. Files may take half of all:
// what lies beyond that is looked through, the text itself is followed.
func (w *Walker) SpendOn(f *FileText, n int) bool {
	if w.stopped || w.filesOver || !w.script.Work.Half(n) {
		w.filesOver = true
		w.leave(f, unread.Part{Reason: unread.Long, Say: "the command runs too much to follow"})
		if f.tree != nil {
			w.LeaveRest(f, w.at.pos.offset(w.at.from()), w.at.pos.Whole)
		}
		return false
	}
	w.script.Work.Spend(n)
	return true
}

// LeaveRest notes that a file is unread from an offset on.
func (w *Walker) LeaveRest(f *FileText, from int, whole shell.Span) {
	w.rests.add(fileRest{f, from, whole})
}
