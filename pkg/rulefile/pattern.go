package rulefile

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"sync"

	"github.com/ctxhook/ctxhook/pkg/display"
)

// Bounds on patterns and on the work they may cause, which is counted and the
// same on every machine. The standard library's matcher takes at most one step
// for each instruction and byte.
const (
	maxPattern = 2 << 10  // bytes of a pattern
	maxProgram = 20_000   // instructions of a compiled one
	maxSteps   = 64 << 20 // instructions times bytes
	maxSubject = 64 << 10 // bytes of text for a backtracking pattern
	oneMatch   = 4 << 20  // its steps
	allMatches = 16 << 20 // and those of all backtracking patterns
)

// ErrBound says that matching was given up, so that neither a match nor the
// lack of one is known.
var ErrBound = errors.New("matching stopped at its limit")

// CheckPattern reports what is wrong with a regular expression.
func CheckPattern(pattern string) error {
	_, err := compile(pattern)
	return err
}

// Matcher holds texts against regular expressions. Patterns are compiled
// when they are first needed and remembered. The zero value is ready; it may
// be used by several goroutines, which then take turns.
type Matcher struct {
	mu       sync.Mutex
	patterns map[string]*pattern
	spent    int // steps of backtracking patterns since Begin
}

// pattern is a compiled regular expression, or why it is none.
type pattern struct {
	linear    *regexp.Regexp
	size      int // instructions of linear
	backtrack *backtracking
	err       error
}

// Begin gives back all steps that backtracking patterns may take. It
// is for those who judge more than one command in a process.
func (m *Matcher) Begin() {
	m.mu.Lock()
	m.spent = 0
	m.mu.Unlock()
}

// Match reports whether a pattern matches anywhere in a text. The standard
// library decides where it can say the pattern, which it does in linear
// time; look-around and back references are left to backtracking.
func (m *Matcher) Match(pattern, text string) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p := m.get(pattern)
	switch {
	case p.err != nil:
		return false, p.err
	case p.backtrack != nil:
		return m.backtrack(p.backtrack, text)
	case p.size*len(text) > maxSteps:
		return false, ErrBound
	}
	return p.linear.MatchString(text), nil
}

// Hit is Match for those who need a yes or a no. What could not be decided
// is a yes: a command must not get past a rule by being hard to match. A
// pattern that is no pattern hits nothing; it was an error when it was read.
func (m *Matcher) Hit(pattern, text string) bool {
	ok, err := m.Match(pattern, text)
	return ok || errors.Is(err, ErrBound)
}

func (m *Matcher) get(text string) *pattern {
	p := m.patterns[text]
	if p == nil {
		var err error
		if p, err = compile(text); err != nil {
			p = &pattern{err: err}
		}
		if m.patterns == nil {
			m.patterns = make(map[string]*pattern)
		}
		m.patterns[text] = p
	}
	return p
}

func (m *Matcher) backtrack(b *backtracking, text string) (bool, error) {
	left := min(allMatches-m.spent, oneMatch)
	if len(text) > maxSubject || left <= 0 || b.size*len(text) > maxSteps {
		return false, ErrBound
	}
	ok, steps := b.match([]rune(text), left)
	m.spent += steps
	if steps > left {
		return false, ErrBound
	}
	return ok, nil
}

func compile(text string) (*pattern, error) {
	if text == "" {
		return nil, errors.New("an empty pattern matches everything")
	}
	if len(text) > maxPattern {
		return nil, fmt.Errorf("a pattern of %d bytes, more than %d", len(text), maxPattern)
	}
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return compileBacktracking(text, err)
	}
	prog, err := syntax.Compile(tree.Simplify())
	if err != nil {
		return nil, fmt.Errorf("pattern %s: %w", display.Quote(text), err)
	}
	if len(prog.Inst) > maxProgram {
		return nil, fmt.Errorf("pattern %s repeats too much", display.Quote(text))
	}
	re, err := regexp.Compile(text)
	if err != nil {
		return nil, fmt.Errorf("pattern %s: %w", display.Quote(text), err)
	}
	return &pattern{linear: re, size: len(prog.Inst)}, nil
}

// compileBacktracking compiles what the standard library cannot say, and
// returns its error for what neither can.
func compileBacktracking(text string, linear error) (*pattern, error) {
	var why *syntax.Error
	if !errors.As(linear, &why) || !beyondLinear(why.Code) {
		return nil, fmt.Errorf("pattern %s: %w", display.Quote(text), linear)
	}
	b, err := readDialect(text)
	if err != nil {
		return nil, fmt.Errorf("pattern %s: %w", display.Quote(text), err)
	}
	return &pattern{backtrack: b}, nil
}

// beyondLinear tells the syntax that a dialect has and the standard library has
// not from what is simply wrong.
func beyondLinear(code syntax.ErrorCode) bool {
	switch code {
	case syntax.ErrInvalidPerlOp, syntax.ErrInvalidEscape, syntax.ErrInvalidNamedCapture, syntax.ErrInvalidRepeatOp:
		return true
	}
	return false
}
