// Package learn reads what a command printed: the errors in it, the check
// that failed, and the way out. It takes values and returns values; it keeps
// nothing, and what it is given is redacted already.
package learn

import (
	"regexp"
	"strings"
	"sync"

	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// Seen is a command that has run.
type Seen struct {
	Command redact.Text
	Script  *shell.Script // read from Command
	Output  redact.Text   // without terminal escapes
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
	scanner *scanner                  // made for the first output
	owners  []owner                   // by the number of the pattern
	scanned bool                      // text was
	text    string                    // what was scanned last
	found   []hit                     // in it
}

// owner tells what a pattern of the scanner belongs to.
type owner struct {
	check int // index in book.Checks, or -1
	fix   int // index in book.Fixes, or -1

	phrase phrase // of neither
}

// NewReader makes a reader.
func NewReader(book rule.Book) *Reader {
	return &Reader{book: book, regexps: make(map[string]*regexp.Regexp)}
}

// hits lists the lines of an output that patterns may match, in the order of
// the output: those of failed checks, whose other patterns matter only when
// it is theirs, and then those of the fixes. Owners tells whose a number is.
// An output is scanned once, however often it is asked for.
func (r *Reader) hits(text string) []hit {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.scanner == nil {
		r.number()
	}
	if !r.scanned || r.text != text {
		r.text, r.found, r.scanned = text, r.scanner.scan(text), true
	}
	return r.found
}

// number gives all patterns their numbers.
func (r *Reader) number() {
	r.scanner = newScanner()
	add := func(patterns []rule.Pattern, o owner) {
		for i := range patterns {
			r.scanner.add(&patterns[i])
			r.owners = append(r.owners, o)
		}
	}
	for i := range r.book.Checks {
		add(r.book.Checks[i].Fail, owner{check: i, fix: -1})
	}
	for i := range r.book.Fixes {
		add(r.book.Fixes[i].Error, owner{check: -1, fix: i})
	}
	for p := noPhrase + 1; p < phraseKinds; p++ {
		r.scanner.add(p.pattern())
		r.owners = append(r.owners, owner{check: -1, fix: -1, phrase: p})
	}
}

// match returns the groups of a hit's pattern on its line, nil when it does
// not match: what is at 2i, 2i+1 is where group i stands in the text.
func (r *Reader) match(text string, h hit) []int {
	return r.submatch(text, r.scanner.patterns[h.pattern], h.from, h.to)
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
