// Package diagnose reads what one command printed: which check ran and how it
// ended, the errors, and the fixes. It knows nothing of other runs, runs
// nothing and stores nothing. Its input is already redacted.
package diagnose

import (
	"regexp"
	"strings"
	"sync"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Output is a command that has run, with what it printed.
type Output struct {
	Command redact.Text
	Script  *shell.Script // parsed from Command
	Text    redact.Text   // without terminal escapes
	Exit    int
	Exited  bool         // the exit code is known
	Dir     string       // where it ran, if known
	Around  Surroundings // nil: nothing is known

	// Deep returns the command parsed with the files that it runs; nil where they
	// are not looked at. It is asked only where the command does not say what it
	// checks.
	Deep func() *shell.Script
}

// Reader reads output by what is known of programs. It is safe for concurrent
// use.
type Reader struct {
	known   rule.Knowledge
	mu      sync.Mutex
	fails   lookup                    // for the patterns of failed checks
	errors  lookup                    // for those of known errors, and the phrases
	regexps map[string]*regexp.Regexp // compiled when a line first needs them
	checks  map[int]*rule.Check       // by place, decoded when first needed
	fixes   map[int]*rule.Fix
}

// lookup finds the lines of an output that some patterns may match, which are
// looked for in every output. There are two, because few outputs need both.
type lookup struct {
	add   func(*index, rule.Knowledge) // its patterns
	index *index                       // of the first text, or of any text after that

	done  bool   // text was scanned
	text  string // the last
	found []hit
}

// NewReader returns a reader that knows the checks and errors of a text.
func NewReader(known rule.Knowledge) *Reader {
	return &Reader{
		known:   known,
		fails:   lookup{add: (*index).addFails},
		errors:  lookup{add: (*index).addErrors},
		regexps: make(map[string]*regexp.Regexp),
		checks:  make(map[int]*rule.Check),
		fixes:   make(map[int]*rule.Fix),
	}
}

// check returns the check at a place.
func (r *Reader) check(i int) *rule.Check { return unpack(r, r.checks, i, r.known.Check) }

// fix returns the known error at a place.
func (r *Reader) fix(i int) *rule.Fix { return unpack(r, r.fixes, i, r.known.Fix) }

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

// hits returns the lines of an output that the patterns of a lookup may match,
// in order, with their owners. A check's other patterns are only tried for a
// check that ran. An output is scanned once, however often hits is called.
func (r *Reader) hits(l *lookup, text string) []hit {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !l.done || l.text != text {
		x := l.indexFor(text)
		x.addCommon(r.known, l.add)
		l.keep(text, scan(x, text, x.common))
	}
	return l.found
}

// keep keeps the hits of the common patterns in an output.
func (l *lookup) keep(text string, found []hit) {
	l.text, l.found, l.done = text, found, true
	for i := range found {
		found[i].owner = l.index.owners[found[i].pattern]
	}
}

// scanWith returns the lines that patterns of a check may match, as index.hitsOf
// does, and finds those of the common patterns in the same pass.
func (l *lookup) scanWith(known rule.Knowledge, text string, place int, c *rule.Check) []hit {
	x := l.indexFor(text)
	x.addCommon(known, l.add)
	own := x.patternsOf(place, c)
	if l.done && l.text == text {
		return x.hitsOf(own, text)
	}
	var hits, common []hit
	for _, h := range scan(x, text, x.common, own) {
		if h.pattern < own.from {
			common = append(common, h)
			continue
		}
		h.pattern -= own.from
		hits = append(hits, h)
	}
	l.keep(text, common)
	return hits
}

// match returns the indexes of the groups of a hit's pattern in the text, or
// nil if it does not match the line.
func (r *Reader) match(text string, h hit) []int {
	return r.submatch(text, r.pattern(h.owner), h.from, h.to)
}

// submatch is match for a given pattern and line.
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

// regexp returns a pattern's expression. The generator compiles them all, so
// none is invalid.
func (r *Reader) regexp(p *rule.Pattern) *regexp.Regexp {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.compiled(p.Regex)
}

// multiline returns a pattern's expression for a whole text.
func (r *Reader) multiline(p *rule.Pattern) *regexp.Regexp {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.compiled("(?m)" + p.Regex)
}

func (r *Reader) compiled(text string) *regexp.Regexp {
	re := r.regexps[text]
	if re == nil {
		re = regexp.MustCompile(text)
		r.regexps[text] = re
	}
	return re
}
