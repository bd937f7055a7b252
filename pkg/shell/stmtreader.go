package shell

import (
	"errors"
	"fmt"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// all returns the statements read before the first error, and it. Nothing is counted.
func (r *stmtReader) all(text string, d Dialect) (stmts []*syntax.Stmt, err error) {
	if tooNested(text) >= 0 {
		return nil, errNested
	}
	r.begin(nil, 0)
	err = r.read(text, d)
	return r.stmts, err
}

// stmtReader parses a text.
type stmtReader struct {
	w     *walker // counts what it costs; nil: it is not counted
	src   strings.Reader
	bash  *syntax.Parser                 // that read the last text of Bash without a panic; it has buffers of some kilobytes
	next  func(*syntax.Stmt, error) bool // add
	size  int
	stmts []*syntax.Stmt
	end   int   // of the last of them
	full  bool  // the rest is too much
	deep  bool  // has so many brackets that statements of any length are measured
	err   error // the first
}

// read parses a text until there is an error or the rest is too much.
func (r *stmtReader) read(text string, d Dialect) (err error) {
	defer func() {
		if p := recover(); p != nil {
			r.bash = nil
			err = fmt.Errorf("parser: %v", p)
		}
	}()
	v := d.variant()
	p := r.bash
	if p == nil || v != syntax.LangBash {
		p = syntax.NewParser(syntax.Variant(v))
	}
	if v == syntax.LangBash {
		r.bash = p
	}
	r.src.Reset(text)
	r.stmts = make([]*syntax.Stmt, 0, 1+min(strings.Count(text, "\n"), 1<<12))
	r.deep = strings.Count(text, "(")+strings.Count(text, "{")+strings.Count(text, "[") > maxNested
	p.StmtsSeq(&r.src)(r.next)
	r.src.Reset("")
	return r.err
}

// begin makes the reader ready for another text.
func (r *stmtReader) begin(w *walker, size int) {
	*r = stmtReader{w: w, size: size, bash: r.bash, next: r.next}
	if r.next == nil {
		r.next = r.add
	}
}

// longStmt is how many bytes a statement must have that its nodes are counted: most of
// it may be a text.
const longStmt = 4 << 10

// add takes the next statement, and reports whether there may be another.
func (r *stmtReader) add(s *syntax.Stmt, err error) bool {
	if err != nil {
		at, _ := errorAt(err)
		r.fail(err, at)
		return false
	}
	end := min(int(s.End().Offset()), r.size)
	steps := (end - r.end) / codeOfStep
	if long := end-r.end >= longStmt; long || r.deep {
		nodes, deep := measure(s)
		if deep {
			r.fail(errNested, end)
			return false
		}
		if long {
			steps = (end-r.end)/bytesOfStep + nodes
		}
	}
	r.stmts = append(r.stmts, s)
	if w := r.w; w != nil {
		r.full = !w.spend(steps) || w.here == nil && !w.raw && w.script.Work.done*2 > w.script.Work.limit
		r.end = end
	}
	return !r.full
}

// fail keeps the error that ends the reading at an offset.
func (r *stmtReader) fail(err error, at int) {
	r.err = err
	if r.w != nil && at > r.end {
		r.w.spend((at - r.end) / codeOfStep)
	}
}

// parseDocument reads a text as if it stood in double quotes.
func parseDocument(text string) (word *syntax.Word, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("parser: %v", r)
		}
	}()
	return syntax.NewParser().Document(strings.NewReader(text))
}

func (d Dialect) variant() syntax.LangVariant {
	switch d {
	case Mksh:
		return syntax.LangMirBSDKorn
	case Zsh:
		return syntax.LangZsh
	case Bats:
		return syntax.LangBats
	}
	return syntax.LangBash // for sh too: most sh shells understand what bash adds
}

// errorAt returns the offset and the message of a parser's error.
func errorAt(err error) (int, string) {
	var pe syntax.ParseError
	if errors.As(err, &pe) {
		return int(pe.Pos.Offset()), pe.Text
	}
	var le syntax.LangError
	if errors.As(err, &le) {
		return int(le.Pos.Offset()), le.Feature
	}
	return 0, "the parser gave up"
}
