// Package learn reads what a command printed: the errors in it, the check
// that failed, and the way out. It takes values and returns values; it keeps
// nothing, and what it is given is redacted already.
package learn

import (
	"regexp"
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
	Exited  bool // the exit status is known
}

// Reader reads output by what is known of programs. It is safe for
// concurrent use.
type Reader struct {
	book    rule.Book
	mu      sync.Mutex
	regexps map[string]*regexp.Regexp // made when a line first needs them
}

// NewReader makes a reader.
func NewReader(book rule.Book) *Reader {
	return &Reader{book: book, regexps: make(map[string]*regexp.Regexp)}
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
