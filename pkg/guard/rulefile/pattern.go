package rulefile

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"sync"
	"time"

	"github.com/dlclark/regexp2"

	"github.com/ctxhook/ctxhook/pkg/base/display"
)

// Bounds on patterns and on the work they may cause. The standard library's
// matcher takes at most one step for each instruction and byte, so its bound
// is counted and the same on every machine. A backtracking pattern has no
// such measure; it has a clock.
const (
	maxPattern = 2 << 10          // bytes of a pattern
	maxProgram = 20_000           // instructions of a compiled one
	maxSteps   = 64 << 20         // instructions times bytes, of all matches: rules must not keep a hook until its limit
	maxSubject = 64 << 10         // bytes of text for a backtracking pattern
	clockTick  = time.Millisecond // how exactly its clock runs
	oneMatch   = 50 * time.Millisecond
	allMatches = 200 * time.Millisecond
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
	spent    time.Duration // by backtracking patterns since Begin
	steps    int           // by the others
}

// pattern is a compiled regular expression, or why it is none.
type pattern struct {
	linear    *regexp.Regexp
	size      int // instructions of linear
	backtrack *regexp2.Regexp
	err       error
}

// Begin gives back all the time and steps that patterns may spend. It is for
// those who judge more than one command in a process.
func (m *Matcher) Begin() {
	m.mu.Lock()
	m.spent, m.steps = 0, 0
	m.mu.Unlock()
}

// Match reports whether a pattern matches anywhere in a text. The standard
// library decides where it can say the pattern, which it does in linear
// time; look-around and back references are left to regexp2.
func (m *Matcher) Match(pattern, text string) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p := m.get(pattern)
	switch {
	case p.err != nil:
		return false, p.err
	case p.backtrack != nil:
		return m.backtrack(p.backtrack, text)
	case m.steps+p.size*len(text) > maxSteps:
		return false, ErrBound
	}
	m.steps += p.size * len(text)
	return p.linear.MatchString(text), nil
}

// Hit is Match for those who need a yes or a no. doubt is the answer where it could
// not be decided: a command must not get past a rule by being hard to match. A
// pattern that is no pattern hits nothing; it was an error when it was read.
func (m *Matcher) Hit(pattern, text string, doubt bool) bool {
	ok, err := m.Match(pattern, text)
	if errors.Is(err, ErrBound) {
		return doubt
	}
	return ok
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

func (m *Matcher) backtrack(re *regexp2.Regexp, text string) (bool, error) {
	left := min(allMatches-m.spent, oneMatch)
	if len(text) > maxSubject || left <= 0 {
		return false, ErrBound
	}
	re.MatchTimeout = left
	start := time.Now()
	ok, err := re.MatchString(text)
	m.spent += time.Since(start)
	if err != nil {
		return false, ErrBound // the only error of a match is its timeout
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

// compileBacktracking compiles a pattern that the standard library cannot. If the pattern is
// simply wrong, it returns the error of the standard library.
func compileBacktracking(text string, linear error) (*pattern, error) {
	var why *syntax.Error
	if !errors.As(linear, &why) || !beyondLinear(why.Code) {
		return nil, fmt.Errorf("pattern %s: %w", display.Quote(text), linear)
	}
	// The clock of regexp2 ticks every tenth of a second unless it is told
	// otherwise before it first runs.
	tick.Do(func() { regexp2.SetTimeoutCheckPeriod(clockTick) })
	re, err := regexp2.Compile(text, regexp2.RE2)
	if err != nil {
		return nil, fmt.Errorf("pattern %s: %w", display.Quote(text), err)
	}
	return &pattern{backtrack: re}, nil
}

var tick sync.Once

// beyondLinear reports whether an error is about syntax that regexp2 may know although the
// standard library does not.
func beyondLinear(code syntax.ErrorCode) bool {
	switch code {
	case syntax.ErrInvalidPerlOp, syntax.ErrInvalidEscape, syntax.ErrInvalidNamedCapture, syntax.ErrInvalidRepeatOp:
		return true
	}
	return false
}
