package shell

import "strings"

// textFile is a file that the text runs, with what it holds. Where that comes from is
// for the follower to know.
type textFile struct {
	name  string // as the text has it
	path  string
	text  string
	entry int // in Script.Files

	counted, lines int   // lines of text[:counted]
	tree           *tree // of the text as a shell reads it, once it was parsed
}

// with returns the file with another text.
func (f *textFile) with(text string) textFile {
	return textFile{name: f.name, path: f.path, text: text, entry: f.entry}
}

// line returns the line on which an offset of the file stands.
func (f *textFile) line(at int) int {
	at = min(max(at, 0), len(f.text))
	if at < f.counted {
		f.counted, f.lines = 0, 0
	}
	f.lines += strings.Count(f.text[f.counted:at], "\n")
	f.counted = at
	return f.lines + 1
}

// lineStart returns the offset at which a line begins.
func (f *textFile) lineStart(line int) int {
	at := 0
	for range line - 1 {
		at += strings.IndexByte(f.text[at:], '\n') + 1
	}
	return at
}

// leave notes why not all of a file could be followed.
func (w *walker) leave(f *textFile, why string) {
	if e := &w.script.Files[f.entry]; e.Why == "" {
		e.Why = why
	}
}

// spendOn is spend for a step of work on a file. Files may take half of all:
// what lies beyond that is looked through, the text itself is followed.
func (w *walker) spendOn(f *textFile, n int) bool {
	if w.stopped || w.filesOver || !w.script.Work.Half(n) {
		w.filesOver = true
		w.leave(f, "the command runs too much to follow")
		if f.tree != nil {
			w.leaveRest(f, w.spans.offset(w.from()), w.spans.whole)
		}
		return false
	}
	w.script.Work.Spend(n)
	return true
}

// leaveRest notes that a file is unread from an offset on.
func (w *walker) leaveRest(f *textFile, from int, whole Span) {
	w.rests.add(fileRest{f, from, whole})
}
