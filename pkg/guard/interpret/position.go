package interpret

import "github.com/ctxhook/ctxhook/pkg/guard/shell"

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

// InFile is the position of the text of a file, which a command runs.
func InFile(f *FileText, command shell.Span) Position { return Position{Whole: command, file: f} }

// OnLine is the position of a text for which a line of a file stands.
func OnLine(f *FileText, command shell.Span, line int) Position {
	return Position{Whole: command, file: f, line: line}
}

// Behind is the position of a text that begins at an offset of the file.
func (p Position) Behind(offset int) Position {
	p.first = offset
	return p
}

// at is the position of a range of the text.
func (p Position) at(from, to int) Position {
	p.first += from
	if p.exact {
		p.off, p.Whole = p.off+from, shell.Span{From: p.off + from, To: p.off + to}
	}
	return p
}

// offset returns where an offset of the text lies in its file, or the line that the
// text stands for.
func (p Position) offset(from int) int {
	if p.line == 0 {
		return p.first + from
	}
	return p.file.LineStart(p.line)
}

// wholeFile returns the file whose text it is, as it stands there; else nil.
func (p Position) wholeFile() *FileText {
	if p.line != 0 {
		return nil
	}
	return p.file
}
