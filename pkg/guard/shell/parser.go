package shell

import (
	"errors"
	"fmt"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Parser reads texts as the statements of a shell. It can be used for one text after
// another, and keeps its buffers.
type Parser struct {
	budget Budget // nil: nothing is counted
	src    strings.Reader
	bash   *syntax.Parser                 // that read the last text of Bash without a panic; it has buffers of some kilobytes
	next   func(*syntax.Stmt, error) bool // add
	size   int
	stmts  []*syntax.Stmt
	end    int   // of the last of them
	full   bool  // the rest is too much
	deep   bool  // has so many brackets that statements of any length are measured
	err    error // the first
}

// Budget bounds how much of a text is read.
type Budget interface {
	// Afford counts steps of reading, and reports whether more may be read.
	Afford(steps int) bool
}

// All returns the statements read before the first error, and it. Nothing is counted.
func (p *Parser) All(text string, d Dialect) (stmts []*syntax.Stmt, err error) {
	if TooNested(text) >= 0 {
		return nil, errNested
	}
	p.begin(nil, 0)
	err = p.read(text, d)
	return p.stmts, err
}

// Reset forgets the last text.
func (p *Parser) Reset() { *p = Parser{bash: p.bash, next: p.next} }

// begin makes the parser ready for another text.
func (p *Parser) begin(b Budget, size int) {
	p.Reset()
	p.budget, p.size = b, size
	if p.next == nil {
		p.next = p.add
	}
}

// read parses a text until there is an error or the rest is too much.
func (p *Parser) read(text string, d Dialect) (err error) {
	defer func() {
		if r := recover(); r != nil {
			p.bash = nil
			err = fmt.Errorf("parser: %v", r)
		}
	}()
	v := d.variant()
	parser := p.bash
	if parser == nil || v != syntax.LangBash {
		parser = syntax.NewParser(syntax.Variant(v))
	}
	if v == syntax.LangBash {
		p.bash = parser
	}
	p.src.Reset(text)
	p.stmts = make([]*syntax.Stmt, 0, 1+min(strings.Count(text, "\n"), 1<<12))
	p.deep = strings.Count(text, "(")+strings.Count(text, "{")+strings.Count(text, "[") > MaxNested
	parser.StmtsSeq(&p.src)(p.next)
	p.src.Reset("")
	return p.err
}

// longStmt is how many bytes a statement must have that its nodes are counted: most of
// it may be a text.
const longStmt = 4 << 10

// add takes the next statement, and reports whether there may be another.
func (p *Parser) add(s *syntax.Stmt, err error) bool {
	if err != nil {
		at, _ := errorAt(err)
		p.fail(err, at)
		return false
	}
	end := min(int(s.End().Offset()), p.size)
	steps := (end - p.end) / CodeOfStep
	if long := end-p.end >= longStmt; long || p.deep {
		nodes, deep := measure(s)
		if deep {
			p.fail(errNested, end)
			return false
		}
		if long {
			steps = (end-p.end)/BytesOfStep + nodes
		}
	}
	p.stmts = append(p.stmts, s)
	if p.budget != nil {
		p.full = !p.budget.Afford(steps)
		p.end = end
	}
	return !p.full
}

// fail keeps the error that ends the reading at an offset.
func (p *Parser) fail(err error, at int) {
	p.err = err
	if p.budget != nil && at > p.end {
		p.budget.Afford((at - p.end) / CodeOfStep)
	}
}

// ParseDocument reads a text as if it stood in double quotes.
func ParseDocument(text string) (word *syntax.Word, err error) {
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
