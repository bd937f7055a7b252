package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// spanMap places offsets of a nested text in the outer one, and in the file that
// it is read from.
type spanMap struct {
	exact bool
	off   int
	whole Span
	file  *textFile // nil: the text stands in the command
	first int       // offset in the file at which the text begins
	line  int       // the line that all of the text stands for, unless 0
}

func (m spanMap) at(from, to int) spanMap {
	m.first += from
	if m.exact {
		m.off, m.whole = m.off+from, Span{m.off + from, m.off + to}
	}
	return m
}

// inside returns the map of a text that a statement makes, for which the whole of
// a range stands, and one line of the file.
func (w *walker) inside(whole Span) spanMap {
	m := spanMap{whole: whole, file: w.spans.file}
	if m.file != nil {
		m.line = w.line()
	}
	return m
}

func (w *walker) span(from, to int) Span {
	s := w.spans.whole
	if w.spans.exact {
		s = Span{w.spans.off + from, w.spans.off + to}
	}
	n := len(w.script.Text)
	s.From = min(max(s.From, 0), n)
	s.To = min(max(s.To, s.From), n)
	return s
}

func (w *walker) nodeSpan(n syntax.Node) Span {
	return w.span(int(n.Pos().Offset()), int(n.End().Offset()))
}

// at returns the range of the statement being walked.
func (w *walker) at() Span {
	if w.here == nil {
		return w.spans.whole
	}
	return w.nodeSpan(w.here)
}

// from returns the offset of the statement being walked in its text.
func (w *walker) from() int {
	if w.here == nil {
		return 0
	}
	return int(w.here.Pos().Offset())
}

// within returns the span map of a text in a word: exact when the word's
// source is the text itself, quoted or not.
func (w *walker) within(text Word, whole Span) spanMap {
	s := text.Span
	if s.To <= s.From || s.To > len(w.script.Text) {
		return w.inside(whole)
	}
	src := validUTF8(w.script.Text[s.From:s.To]) // as the word was read
	t, ok := text.Literal()
	switch {
	case !ok || w.spans.file != nil:
	case strings.HasPrefix(src, t):
		return spanMap{exact: true, off: s.From, whole: s}
	case len(src) == len(t)+2 && src[1:len(src)-1] == t:
		return spanMap{exact: true, off: s.From + 1, whole: s}
	case strings.TrimSuffix(t, "\n") == strings.Trim(src, "'\""):
		return spanMap{exact: true, off: s.From + (len(src)-len(t)+1)/2, whole: s}
	}
	return w.inside(s)
}

// line returns the line of the file that the statement being walked stands on.
func (w *walker) line() int {
	m := w.spans
	if m.line > 0 || m.file == nil {
		return m.line
	}
	if w.here == nil {
		return m.file.line(m.first)
	}
	return m.file.line(m.first + int(w.here.Pos().Offset()))
}

// offset returns where an offset of the text lies in its file, or the line that the
// text stands for.
func (m spanMap) offset(from int) int {
	if m.line == 0 {
		return m.first + from
	}
	return m.file.lineStart(m.line)
}

// wholeFile returns the file whose text the statements are, as it is; else nil.
func (m spanMap) wholeFile() *textFile {
	if m.line != 0 {
		return nil
	}
	return m.file
}

// inFile is the map of the text of a file, which a command runs.
func inFile(f *textFile, command Span) spanMap { return spanMap{whole: command, file: f} }

// behind is the map of a text that begins at an offset of the file.
func (m spanMap) behind(offset int) spanMap {
	m.first = offset
	return m
}

// onLine is the map of a text for which a line of a file stands.
func onLine(f *textFile, command Span, line int) spanMap {
	return spanMap{whole: command, file: f, line: line}
}

// place returns where the statement being walked stands in a file, nil where it
// stands in the text itself.
func (w *walker) place() *Place {
	f := w.spans.file
	if f == nil {
		return nil
	}
	return &Place{Path: f.path, Name: f.name, Line: w.line()}
}

// standpoint is where a walker is: a statement of a text, and where that stands.
type standpoint struct {
	spans spanMap
	here  *syntax.Stmt
}

// file returns the file that the statement stands in, nil for the text itself.
func (s standpoint) file() *textFile { return s.spans.file }

// moved returns the standpoint of the same statement where its text is another.
func (s standpoint) moved(to spanMap) standpoint {
	s.spans = to
	return s
}

func (w *walker) standpoint() standpoint { return standpoint{w.spans, w.here} }

// goBack returns to where the walker was.
func (w *walker) goBack(to standpoint) { w.spans, w.here = to.spans, to.here }

// enter goes to a text of which no statement was read yet, and returns where the walker
// was.
func (w *walker) enter(at spanMap) (before standpoint) {
	before = w.standpoint()
	w.spans, w.here = at, nil
	return before
}

// move goes to a text that the statement being walked makes, and returns where the
// statement stands.
func (w *walker) move(to spanMap) (before spanMap) {
	before, w.spans = w.spans, to
	return before
}

// toLine goes to the line on which an offset of the text stands, if the text is that of
// a file.
func (w *walker) toLine(at int) (before spanMap) {
	before = w.spans
	if f := before.wholeFile(); f != nil {
		w.spans.line = f.line(before.first + at)
	}
	return before
}
