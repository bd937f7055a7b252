// Package diagnose reads what one command printed: the check that it was, the
// errors, and the fixes. It knows nothing of other runs, runs nothing and keeps
// nothing; what it is given is redacted already.
package diagnose

import (
	"regexp"
	"strings"
	"sync"

	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// Output is a command that has run.
type Output struct {
	Command redact.Text
	Script  *shell.Script // read from Command
	Text    redact.Text   // without terminal escapes
	Exit    int
	Exited  bool   // the exit status is known
	Dir     string // where it was run; "" where that is not told
}

// Reader reads output by what is known of programs. It is safe for
// concurrent use.
type Reader struct {
	book    rule.Book
	mu      sync.Mutex
	regexps map[string]*regexp.Regexp // made when a line first needs them
	checks  map[int]*rule.Check       // unpacked when they are first asked for
	fixes   map[int]*rule.Fix
	scanned bool   // text was
	text    string // what was scanned last
	found   []hit  // in it
}

// NewReader makes a reader.
func NewReader(book rule.Book) *Reader {
	return &Reader{
		book:    book,
		regexps: make(map[string]*regexp.Regexp),
		checks:  make(map[int]*rule.Check),
		fixes:   make(map[int]*rule.Fix),
	}
}

// check returns a check by its number.
func (r *Reader) check(i int) *rule.Check { return unpack(r, r.checks, i, r.book.Check) }

// fix returns a known error by its number.
func (r *Reader) fix(i int) *rule.Fix { return unpack(r, r.fixes, i, r.book.Fix) }

func unpack[T any](r *Reader, known map[int]*T, i int, unpack func(int) *T) *T {
	r.mu.Lock()
	defer r.mu.Unlock()
	x := known[i]
	if x == nil {
		x = unpack(i)
		known[i] = x
	}
	return x
}

// hits lists the lines of an output that patterns may match, in the order of
// the output: those of failed checks, whose other patterns matter only when
// it is theirs, those of the fixes, and phrases. Owner tells whose a number
// is. An output is scanned once, however often it is asked for.
func (r *Reader) hits(text string) []hit {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.scanned || r.text != text {
		r.text, r.found, r.scanned = text, scan(&r.book.Index, text, patternRange{0, r.book.Index.Open}), true
	}
	return r.found
}

// match returns the groups of a hit's pattern on its line, nil when it does
// not match: what is at 2i, 2i+1 is where group i stands in the text.
func (r *Reader) match(text string, h hit) []int {
	return r.submatch(text, r.pattern(h.pattern), h.from, h.to)
}

// submatch is match for a pattern and the line to hold it against.
func (r *Reader) submatch(text string, p *rule.Pattern, from, to int) []int {
	for range p.More {
		end := strings.IndexByte(text[to:], '\n')
		if end < 0 {
			break
		}
		_, to = line(text, to+end+1)
	}
	m := r.regexp(p).FindStringSubmatchIndex(text[from:to])
	for i := range m {
		if m[i] >= 0 {
			m[i] += from
		}
	}
	return m
}

// regexp returns the expression of a pattern. The generator has compiled them
// all, so none is broken.
func (r *Reader) regexp(p *rule.Pattern) *regexp.Regexp {
	r.mu.Lock()
	defer r.mu.Unlock()
	re := r.regexps[p.Regex]
	if re == nil {
		re = regexp.MustCompile(p.Regex)
		r.regexps[p.Regex] = re
	}
	return re
}
