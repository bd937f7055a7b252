package safety

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// matcher holds the conditions of rules against one call at a time.
type matcher struct {
	script *shell.Script
	call   *shell.Call
	match  Match
	denied bool                // what holds keeps a rule from firing
	known  map[*rule.When]bool // results of ofCall, for a call with many effects; may be nil
}

// manyEffects is the number of effects from which on the conditions on a call
// are remembered, and not checked again for each effect.
const manyEffects = 8

// holds reports whether every condition of w holds for the call and, where
// one is named, for the effect.
func (m *matcher) holds(w *rule.When, e *effect.Effect) bool {
	return effectHolds(w, e) && m.ofCallOnce(w) && m.branches(w, e)
}

func (m *matcher) ofCallOnce(w *rule.When) bool {
	if m.known == nil {
		return m.ofCall(w)
	}
	ok, seen := m.known[w]
	if !seen {
		ok = m.ofCall(w)
		m.known[w] = ok
	}
	return ok
}

// ofCall reports whether the conditions on the call itself hold.
func (m *matcher) ofCall(w *rule.When) bool {
	if len(w.Program) > 0 && !m.program(w.Program) || len(w.Sub) > 0 && !m.call.Args.Is(w.Sub) {
		return false
	}
	if !m.flags(&w.Flags) || len(w.Operand) > 0 && !m.call.Args.Matches(w.Operand) || len(m.call.Args.Operands) < w.Min {
		return false
	}
	if len(w.Wrapper) > 0 && !m.under(w.Wrapper) || len(w.Where) > 0 && !slices.Contains(w.Where, m.where()) {
		return false
	}
	return w.Regex == "" || m.match != nil && m.match(w.Regex, m.text(), !m.denied)
}

func (m *matcher) branches(w *rule.When, e *effect.Effect) bool {
	for i := range w.Not {
		m.denied = !m.denied
		holds := m.holds(&w.Not[i], e)
		if m.denied = !m.denied; holds {
			return false
		}
	}
	if len(w.Any) == 0 {
		return true
	}
	for i := range w.Any {
		if m.holds(&w.Any[i], e) {
			return true
		}
	}
	return false
}

// trigger returns what rules may fire on in a call with effects of these kinds, on
// targets of these classes.
func (m *matcher) trigger(kinds []rule.EffectKind, classes effect.Class) rule.Trigger {
	t := rule.Trigger{Program: m.call.Program, Effects: kinds, Classes: classes}
	if m.call.Model != nil {
		t.Model = m.call.Model.Names[0]
	}
	return t
}

func (m *matcher) program(names []string) bool {
	for _, n := range names {
		if n == "*" && m.call.Program != "" || n == m.call.Program || m.call.Model != nil && n == m.call.Model.Names[0] {
			return true
		}
	}
	return false
}

// under reports whether the call runs under one of these programs, by the
// name that was typed or that of its model: under gawk is under awk.
func (m *matcher) under(names []string) bool {
	if intersects(names, m.call.Wrappers) {
		return true
	}
	for i := m.call.Via; i >= 0; i = m.script.Calls[i].Via {
		if model := m.script.Calls[i].Model; model != nil && slices.Contains(names, model.Names[0]) {
			return true
		}
	}
	return false
}

func (m *matcher) flags(f *rule.Flags) bool {
	a := &m.call.Args
	if len(f.Any) > 0 && !a.Given(f.Any) || len(f.None) > 0 && a.Given(f.None) {
		return false
	}
	for k := range f.All {
		if !a.Given(f.All[k : k+1]) {
			return false
		}
	}
	return true
}

func (m *matcher) where() string {
	if m.call.Where == "" {
		return "here"
	}
	return m.call.Where
}

// text returns the source of the call.
func (m *matcher) text() string {
	s := m.call.Span
	return m.script.Text[s.From:s.To]
}

// effectHolds reports whether the conditions on effects hold. Conditions on
// an effect never hold where there is none.
func effectHolds(w *rule.When, e *effect.Effect) bool {
	if e == nil {
		return !needsEffect(w)
	}
	// Most rules fail here, and to compare classes costs less than kinds.
	if w.Path != 0 && e.Class&w.Path == 0 || e.Class&w.NotPath != 0 {
		return false
	}
	if len(w.Effect) > 0 && !slices.Contains(w.Effect, e.Kind) {
		return false
	}
	if w.Scale != "" && (w.Scale == "all") != e.All {
		return false
	}
	if w.Recursive != nil && *w.Recursive != e.Recursive || w.Force != nil && *w.Force != e.Force {
		return false
	}
	if len(w.From) > 0 && !hasOrigin(e.From, w.From) {
		return false
	}
	if len(w.What) > 0 && !shell.MatchAny(w.What, e.What) {
		return false
	}
	if len(w.Content) > 0 && (e.Matches == nil || !e.Matches(w.Content)) {
		return false
	}
	return len(w.Target) == 0 || e.Target != nil && shell.MatchAny(w.Target, e.Text())
}

// needsEffect reports whether a condition speaks of an effect itself.
func needsEffect(w *rule.When) bool {
	return len(w.Effect) > 0 || w.Path != 0 || w.NotPath != 0 || w.Scale != "" || w.Recursive != nil ||
		w.Force != nil || len(w.From) > 0 || len(w.Target) > 0 || len(w.What) > 0 || len(w.Content) > 0
}

// speaksOfEffects reports whether any part of a condition needs an effect.
func speaksOfEffects(w *rule.When) bool {
	if needsEffect(w) {
		return true
	}
	for i := range w.Any {
		if speaksOfEffects(&w.Any[i]) {
			return true
		}
	}
	for i := range w.Not {
		if speaksOfEffects(&w.Not[i]) {
			return true
		}
	}
	return false
}

func hasOrigin(o effect.Origin, names []string) bool {
	for _, n := range names {
		if o.Has(n) {
			return true
		}
	}
	return false
}

// withoutBlanks returns a text without blanks and line ends, which formats such
// as JSON leave to taste.
func withoutBlanks(s string) string {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		if b := s[i]; b < utf8.RuneSelf {
			if i++; b != ' ' && (b < '\t' || b > '\r') {
				out = append(out, b)
			}
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if !unicode.IsSpace(r) {
			out = append(out, s[i:i+n]...)
		}
		i += n
	}
	return string(out)
}

func intersects(a, b []string) bool {
	for _, s := range b {
		if slices.Contains(a, s) {
			return true
		}
	}
	return false
}

// argvText returns the argument vector of a call as one line, for globs.
func argvText(c *shell.Call) string {
	var b strings.Builder
	for i, w := range c.Argv {
		if i > 0 {
			b.WriteByte(' ')
		}
		if i == 0 && c.Program != "" {
			b.WriteString(c.Program)
			continue
		}
		b.WriteString(w.String())
	}
	return b.String()
}
