package interpret

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Cursor is where a walker is in the texts that it walks.
type Cursor struct {
	text string // all of it
	pos  Position
	here *syntax.Stmt // the statement being walked; nil: none of its text was read yet
}

// Span returns the range of the text that stands for offsets of the text being walked.
func (c *Cursor) Span(from, to int) shell.Span {
	s := c.pos.Whole
	if c.pos.exact {
		s = shell.Span{From: c.pos.off + from, To: c.pos.off + to}
	}
	n := len(c.text)
	s.From = min(max(s.From, 0), n)
	s.To = min(max(s.To, s.From), n)
	return s
}

// nodeSpan is Span of a piece of syntax.
func (c *Cursor) nodeSpan(n syntax.Node) shell.Span {
	return c.Span(int(n.Pos().Offset()), int(n.End().Offset()))
}

// Whole returns the range that stands for the text being walked.
func (c *Cursor) Whole() shell.Span { return c.pos.Whole }

// Here returns the range of the statement being walked.
func (c *Cursor) Here() shell.Span {
	if c.here == nil {
		return c.pos.Whole
	}
	return c.nodeSpan(c.here)
}

// from returns the offset of the statement being walked in its text.
func (c *Cursor) from() int {
	if c.here == nil {
		return 0
	}
	return int(c.here.Pos().Offset())
}

// File returns the file that the statement being walked stands in, nil for the text
// itself.
func (c *Cursor) File() *FileText { return c.pos.file }

// WholeFile returns the file whose text is being walked, as it stands there; else nil.
func (c *Cursor) WholeFile() *FileText { return c.pos.wholeFile() }

// line returns the line of the file that the statement being walked stands on.
func (c *Cursor) line() int {
	p := c.pos
	if p.line > 0 || p.file == nil {
		return p.line
	}
	return p.file.line(p.first + c.from())
}

// place returns where the statement being walked stands in a file, nil where it
// stands in the text itself.
func (c *Cursor) place() *shell.Place {
	f := c.pos.file
	if f == nil {
		return nil
	}
	return &shell.Place{Path: f.Path, Name: f.Name, Line: c.line(), Unasked: f.Unasked}
}

// Inside returns the position of a text that a statement makes, for which the whole of
// a range stands, and one line of the file.
func (c *Cursor) Inside(whole shell.Span) Position {
	p := Position{Whole: whole, file: c.pos.file}
	if p.file != nil {
		p.line = c.line()
	}
	return p
}

// Within returns the position of a text in a word: exact when the word's source is the
// text itself, quoted or not.
func (c *Cursor) Within(text shell.Word, whole shell.Span) Position {
	s := text.Span
	if s.To <= s.From || s.To > len(c.text) {
		return c.Inside(whole)
	}
	src := shell.ValidUTF8(c.text[s.From:s.To]) // as the word was read
	t, ok := text.Literal()
	switch {
	case !ok || c.pos.file != nil:
	case strings.HasPrefix(src, t):
		return Position{exact: true, off: s.From, Whole: s}
	case len(src) == len(t)+2 && src[1:len(src)-1] == t:
		return Position{exact: true, off: s.From + 1, Whole: s}
	case strings.TrimSuffix(t, "\n") == strings.Trim(src, "'\""):
		return Position{exact: true, off: s.From + (len(src)-len(t)+1)/2, Whole: s}
	}
	return c.Inside(s)
}

// Move goes to a text that the statement being walked makes, and returns where the
// statement stands.
func (c *Cursor) Move(to Position) (before Position) {
	before, c.pos = c.pos, to
	return before
}

// ToLine goes to the line on which an offset of the text stands, if the text is that of
// a file.
func (c *Cursor) ToLine(at int) (before Position) {
	before = c.pos
	if f := before.wholeFile(); f != nil {
		c.pos.line = f.line(before.first + at)
	}
	return before
}

// Enter goes to a text of which no statement was read yet, and returns where the walker
// was.
func (c *Cursor) Enter(at Position) (before Standpoint) {
	before = c.Standpoint()
	c.pos, c.here = at, nil
	return before
}

// Standpoint returns where the walker is, to go back there.
func (c *Cursor) Standpoint() Standpoint { return Standpoint{c.pos, c.here} }

// GoBack returns to where the walker was.
func (c *Cursor) GoBack(to Standpoint) { c.pos, c.here = to.pos, to.here }

// Standpoint is a statement that a walker was at, and where its text stands.
type Standpoint struct {
	pos  Position
	here *syntax.Stmt
}

// File returns the file that the statement stands in, nil for the text itself.
func (s Standpoint) File() *FileText { return s.pos.file }

// Moved returns the standpoint of the same statement where its text is another.
func (s Standpoint) Moved(to Position) Standpoint {
	s.pos = to
	return s
}
