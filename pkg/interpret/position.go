package interpret

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/shell"
)

// Position places offsets of a nested text in the outer one, and in the file that
// it is read from.
type Position struct {
	exact bool
	off   int
	Whole shell.Span
	file  *FileText // nil: the text stands in the command
	first int       // offset in the file at which the text begins
	line  int       // the line that all of the text stands for, unless 0
}

func (m Position) at(from, to int) Position {
	m.first += from
	if m.exact {
		m.off, m.Whole = m.off+from, shell.Span{From: m.off + from, To: m.off + to}
	}
	return m
}

// Inside returns the map of a text that a statement makes, for which the whole of
// a range stands, and one line of the file.
func (w *Walker) Inside(whole shell.Span) Position {
	m := Position{Whole: whole, file: w.spans.file}
	if m.file != nil {
		m.line = w.line()
	}
	return m
}

func (w *Walker) Span(from, to int) shell.Span {
	s := w.spans.Whole
	if w.spans.exact {
		s = shell.Span{From: w.spans.off + from, To: w.spans.off + to}
	}
	n := len(w.script.Text)
	s.From = min(max(s.From, 0), n)
	s.To = min(max(s.To, s.From), n)
	return s
}

func (w *Walker) nodeSpan(n syntax.Node) shell.Span {
	return w.Span(int(n.Pos().Offset()), int(n.End().Offset()))
}

// Here returns the range of the statement being walked.
func (w *Walker) Here() shell.Span {
	if w.here == nil {
		return w.spans.Whole
	}
	return w.nodeSpan(w.here)
}

// from returns the offset of the statement being walked in its text.
func (w *Walker) from() int {
	if w.here == nil {
		return 0
	}
	return int(w.here.Pos().Offset())
}

// Within returns the span map of a text in a word: exact when the word's
// source is the text itself, quoted or not.
func (w *Walker) Within(text shell.Word, whole shell.Span) Position {
	s := text.Span
	if s.To <= s.From || s.To > len(w.script.Text) {
		return w.Inside(whole)
	}
	src := shell.ValidUTF8(w.script.Text[s.From:s.To]) // as the word was read
	t, ok := text.Literal()
	switch {
	case !ok || w.spans.file != nil:
	case strings.HasPrefix(src, t):
		return Position{exact: true, off: s.From, Whole: s}
	case len(src) == len(t)+2 && src[1:len(src)-1] == t:
		return Position{exact: true, off: s.From + 1, Whole: s}
	case strings.TrimSuffix(t, "\n") == strings.Trim(src, "'\""):
		return Position{exact: true, off: s.From + (len(src)-len(t)+1)/2, Whole: s}
	}
	return w.Inside(s)
}

// line returns the line of the file that the statement being walked stands on.
func (w *Walker) line() int {
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
func (m Position) offset(from int) int {
	if m.line == 0 {
		return m.first + from
	}
	return m.file.LineStart(m.line)
}

// wholeFile returns the file whose text the statements are, as it is; else nil.
func (m Position) wholeFile() *FileText {
	if m.line != 0 {
		return nil
	}
	return m.file
}

// InFile is the map of the text of a file, which a command runs.
func InFile(f *FileText, command shell.Span) Position { return Position{Whole: command, file: f} }

// Behind is the map of a text that begins at an offset of the file.
func (m Position) Behind(offset int) Position {
	m.first = offset
	return m
}

// OnLine is the map of a text for which a line of a file stands.
func OnLine(f *FileText, command shell.Span, line int) Position {
	return Position{Whole: command, file: f, line: line}
}

// place returns where the statement being walked stands in a file, nil where it
// stands in the text itself.
func (w *Walker) place() *shell.Place {
	f := w.spans.file
	if f == nil {
		return nil
	}
	return &shell.Place{Path: f.Path, Name: f.Name, Line: w.line()}
}

// Standpoint is where a walker is: a statement of a text, and where that stands.
type Standpoint struct {
	spans Position
	here  *syntax.Stmt
}

// File returns the file that the statement stands in, nil for the text itself.
func (s Standpoint) File() *FileText { return s.spans.file }

// Moved returns the standpoint of the same statement where its text is another.
func (s Standpoint) Moved(to Position) Standpoint {
	s.spans = to
	return s
}

func (w *Walker) Standpoint() Standpoint { return Standpoint{w.spans, w.here} }

// GoBack returns to where the walker was.
func (w *Walker) GoBack(to Standpoint) { w.spans, w.here = to.spans, to.here }

// Enter goes to a text of which no statement was read yet, and returns where the walker
// was.
func (w *Walker) Enter(at Position) (before Standpoint) {
	before = w.Standpoint()
	w.spans, w.here = at, nil
	return before
}

// Move goes to a text that the statement being walked makes, and returns where the
// statement stands.
func (w *Walker) Move(to Position) (before Position) {
	before, w.spans = w.spans, to
	return before
}

// ToLine goes to the line on which an offset of the text stands, if the text is that of
// a file.
func (w *Walker) ToLine(at int) (before Position) {
	before = w.spans
	if f := before.wholeFile(); f != nil {
		w.spans.line = f.line(before.first + at)
	}
	return before
}
