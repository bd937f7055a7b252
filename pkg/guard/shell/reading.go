package shell

import (
	"errors"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/base/fault"
	"github.com/ctxhook/ctxhook/pkg/base/unread"
)

// Reading is what a parser made of a text.
type Reading struct {
	Stmts   []*syntax.Stmt
	Rest    []Span   // the pieces behind what could not be parsed, to be read each on its own
	Unread  int      // where the text begins that is too much to read: at its end, if all was read
	Problem *Problem // why not all of it was parsed, at its place in the text; nil: it was
}

// maxRepairs bounds the attempts to repair what the parser refuses.
const maxRepairs = 12

// errNested is what a piece of a text is refused for, as the text itself is.
var errNested = errors.New("brackets are nested too deeply to follow")

// Read returns the statements of a text, as far as the budget lets it. Where a shell
// would go on, it repairs what the parser refuses. Pieces that could not be repaired are
// returned as ranges, to be parsed on their own.
func (p *Parser) Read(text string, d Dialect, b Budget) Reading {
	all := len(text)
	if at := TooNested(text); at >= 0 {
		return Reading{Rest: Pieces(text, 0), Unread: all, Problem: deepAt(at, all)}
	}
	stmts, end, err := p.statements(text, d, b)
	if err == nil {
		return Reading{Stmts: stmts, Unread: end}
	}
	if err == errNested {
		from := endOf(stmts, text)
		return Reading{Stmts: stmts, Rest: Pieces(text, from), Unread: all, Problem: deepAt(from, all)}
	}
	mended := text
	for range maxRepairs {
		next, ok := repair(mended, err)
		if !ok {
			break
		}
		mended = next
		more, end, e := p.statements(mended, d, b)
		if e == nil && end < len(mended) {
			break // too much to try again
		}
		if e == nil {
			return Reading{Stmts: more, Unread: all}
		}
		if len(more) > len(stmts) {
			stmts = more
		}
		err = e
	}
	at, msg := errorAt(err)
	why := Left(unread.Broken, msg, Span{min(at, all), all}, nil)
	return Reading{Stmts: stmts, Rest: Pieces(text, endOf(stmts, text)), Unread: all, Problem: &why}
}

// deepAt is the problem of a text that nests too deeply from an offset on.
func deepAt(from, to int) *Problem {
	p := Left(unread.Deep, errNested.Error(), Span{from, to}, nil)
	return &p
}

// endOf returns where the last of the statements that a text begins with ends.
func endOf(stmts []*syntax.Stmt, text string) int {
	n := len(stmts)
	if n == 0 {
		return 0
	}
	return min(int(stmts[n-1].End().Offset()), len(text))
}

// statements parses a text until it is read or the budget is spent. It returns the
// statements before the first error, and where the unread text begins.
func (p *Parser) statements(text string, d Dialect, b Budget) (stmts []*syntax.Stmt, end int, err error) {
	fault.At("shell", text)
	p.begin(b, len(text))
	err = p.read(text, d)
	if end = len(text); p.full {
		end = p.end
	}
	return p.stmts, end, err
}
