package learn

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/rule"
)

// The bounds on what is kept of a failure.
const (
	maxErrors = 5
	maxSaid   = 300 // bytes of the line that says it
)

// Errors lists the errors that the output of a failed run shows, the most
// telling first: those that are known, the first failure of the check, and
// the lines that look like errors. Of a run that went well it lists none.
func (r *Reader) Errors(s *Seen, c *memory.Check) []memory.Error {
	failing := c != nil && c.Failed
	if s.Exited && s.Exit == 0 && !failing {
		return nil
	}
	var list []memory.Error
	add := func(e memory.Error) {
		same := func(o memory.Error) bool { return o.Signature == e.Signature || o.Line == e.Line }
		if len(list) < maxErrors && e.Shape.Len() > 0 && !slices.ContainsFunc(list, same) {
			list = append(list, e)
		}
	}
	// What failing tests print on their way is rarely why they fail.
	first := failing && (c.Kind == "test" || c.Kind == "lint" || c.Kind == "format")
	if first {
		add(ofCheck(c))
	}
	for _, t := range r.troubles(s) {
		add(s.known(t))
	}
	if failing && !first {
		add(ofCheck(c))
	}
	// That a run failed is not known without its status: then only what says
	// so outright counts, too.
	if text, known := s.Output.String(), len(list) > 0 || !s.Exited; len(list) < maxErrors {
		for _, at := range tellingLines(text, r.linesWith(text, saysError, mayError), maxErrors-len(list), known) {
			add(s.errorAt("error", s.tool(c), at))
		}
	}
	return list
}

// known is an error of a row.
func (s *Seen) known(t trouble) memory.Error {
	e := s.errorAt(t.fix.Class, "", t.at)
	e.Rule = t.fix.ID
	return e
}

// errorAt is the error that a line of the output says. The tool tells apart
// what many programs say in the same words.
func (s *Seen) errorAt(class, tool string, at passage) memory.Error {
	line := s.Output.Sub(at.from, at.to).Cut(maxSaid)
	form := shape(line.String())
	if tool != "" && form != "" && !strings.HasPrefix(form, tool+":") {
		form = tool + ": " + form
	}
	text := redact.Clean(form)
	return memory.Error{Class: class, Signature: signature(class, text.String()), Line: line, Shape: text}
}

// ofCheck is the first failure of a check.
func ofCheck(c *memory.Check) memory.Error {
	said := c.Lines.String()
	at := passage{0, 0}
	if found := tellingLines(said, slices.Collect(lines(said)), 1, false); len(found) > 0 {
		at = found[0]
	} else {
		at.from, at.to = line(said, 0)
	}
	first := c.Lines.Sub(at.from, at.to).Cut(maxSaid)
	form := c.Tool
	if len(c.Tests) > 0 {
		form += ": " + c.Tests[0].Cut(maxShape/2).String()
	}
	if tail := shape(first.String()); tail != "" {
		form += ": " + tail
	}
	if first.Len() == 0 && len(c.Tests) > 0 {
		first = c.Tests[0].Cut(maxSaid)
	}
	text := redact.Clean(form).Cut(2 * maxShape)
	return memory.Error{Class: c.Kind, Signature: signature(c.Kind, text.String()), Line: first, Shape: text}
}

// tool names what failed: the check, or the last program that does not only
// move or show text.
func (s *Seen) tool(c *memory.Check) string {
	if c != nil {
		return c.Tool
	}
	if i := s.lastCall(); i >= 0 {
		return s.Script.Calls[i].Program
	}
	return ""
}

// passage is a part of an output.
type passage struct{ from, to int }

// trouble is an error that a row knows, where it stands.
type trouble struct {
	fix   *rule.Fix
	at    passage
	named []particular
	call  int // that it is of; -1: of a program that a call started
	row   int
	fixed int // bytes of the line that the pattern names
}

// particular is what a named group matched.
type particular struct{ name, text string }

// How many errors of one row are looked at: of one that knows a way out, and
// of one that only tells the class.
const (
	maxPerRow   = 4
	maxPerClass = 2
)

// troubles lists the errors that rows know and that are of this script: one a
// line, those that know a way out first, and each in the order of the output.
func (r *Reader) troubles(s *Seen) []trouble {
	text := s.Output.String()
	var list []trouble
	count := make(map[int]int)
	for _, h := range r.hits(text) {
		i := r.owners[h.pattern].fix
		if i < 0 || !s.ended(r.book.Fixes[i].Exit) || count[i] == maxPerRow || !knows(&r.book.Fixes[i]) && count[i] == maxPerClass {
			continue
		}
		m := r.match(text, h)
		if m == nil {
			continue
		}
		t := trouble{fix: &r.book.Fixes[i], at: passage{h.from, h.to}, row: i}
		t.named = particulars(r.regexp(r.scanner.patterns[h.pattern]).SubexpNames(), text, m)
		var ok bool
		if t.call, ok = s.whose(&t, text[h.from:h.to]); !ok {
			continue
		}
		t.fixed = m[1] - m[0]
		for _, p := range t.named {
			t.fixed -= len(p.text)
		}
		count[i]++
		if n := len(list) - 1; n < 0 || list[n].at.from != t.at.from {
			list = append(list, t)
		} else if t.surer(&list[n]) {
			list[n] = t
		}
	}
	slices.SortStableFunc(list, func(a, b trouble) int { return b.rank() - a.rank() })
	return withoutClasses(list)
}

// withoutClasses leaves out the rows that only tell a class where another row
// of the tool knows more.
func withoutClasses(list []trouble) []trouble {
	tool := func(t trouble) string { name, _, _ := strings.Cut(t.fix.ID, "/"); return name }
	known := len(list)
	for i := range list {
		if !knows(list[i].fix) {
			known = i
			break
		}
	}
	return append(list[:known:known], slices.DeleteFunc(list[known:], func(t trouble) bool {
		return slices.ContainsFunc(list[:known], func(o trouble) bool { return tool(o) == tool(t) })
	})...)
}

// ended reports whether the run is known to have ended with a status; 0 stands
// for any, known or not.
func (s *Seen) ended(exit int) bool { return exit == 0 || s.Exited && s.Exit == exit }

// surer reports whether an error is what a line says rather than another: of
// the rows of one file the first, otherwise the one that knows more, or whose
// pattern says more of the line.
func (t *trouble) surer(o *trouble) bool {
	mine, _, _ := strings.Cut(t.fix.ID, "/")
	if other, _, _ := strings.Cut(o.fix.ID, "/"); mine == other {
		return t.row < o.row
	}
	if d := t.rank() - o.rank(); d != 0 {
		return d > 0
	}
	return t.fixed > o.fixed
}

// rank orders errors: known ways out before classes, and rows of the program
// that failed before those of any, and those before rows of a program that it
// may have started.
func (t *trouble) rank() int {
	rank := 0
	if knows(t.fix) {
		rank = 3
	}
	switch {
	case len(t.fix.Programs) == 0:
		rank++
	case t.call >= 0:
		rank += 2
	}
	return rank
}

// knows reports whether a row knows a way out.
func knows(f *rule.Fix) bool { return f.Advice != "" || len(f.Commands) > 0 }

func particulars(names []string, text string, m []int) []particular {
	var list []particular
	for i, name := range names {
		if name != "" && m[2*i] >= 0 {
			list = append(list, particular{name, text[m[2*i]:m[2*i+1]]})
		}
	}
	return list
}

// tellingLines finds among some lines those that look like errors, and those
// that say it outright before those that may; failing that, the last line of
// the text. Where something is known already, only the former count.
func tellingLines(text string, among []passage, most int, known bool) []passage {
	var sure, maybe []passage
	for _, at := range among {
		switch tells(strings.TrimSpace(text[at.from:at.to])) {
		case 2:
			sure = append(sure, at)
		case 1:
			maybe = append(maybe, at)
		}
	}
	if !known {
		sure = append(sure, maybe...)
	}
	if len(sure) > 0 || known {
		return sure[:min(len(sure), most)]
	}
	if end := len(strings.TrimRight(text, " \t\r\n")); end > 0 {
		from, to := line(text, end-1)
		return []passage{{max(from, to-maxLine), to}}
	}
	return nil
}

// tells says how much a line looks like an error: 2 it says so, 1 it may.
func tells(s string) int {
	if len(s) > maxLine {
		s = s[:maxLine]
	}
	low := strings.ToLower(s)
	for _, start := range [...]string{"npm warn", "warning", "note:", "hint:", "usage:", "try ", "see ", "for more ", "run ", "use ", "or: "} {
		if strings.HasPrefix(low, start) {
			return 0
		}
	}
	for _, start := range [...]string{"error", "fatal", "panic:", "uncaught", "exception", "abort", "e: ", "!!! ", "err!"} {
		if strings.HasPrefix(low, start) {
			return 2
		}
	}
	if name, _, ok := strings.Cut(s, ": "); ok && isException(name) {
		return 2
	}
	for _, word := range [...]string{" error:", ": error", "error[", "[error]", "fatal:", " err! "} {
		if strings.Contains(low, word) {
			return 2
		}
	}
	if strings.Contains(low, "error") || slices.ContainsFunc(likely[:], func(w string) bool { return strings.Contains(low, w) }) {
		return 1
	}
	return 0
}

// likely are words of lines that may say an error.
var likely = [...]string{"failed", "failure", " is not a", "cannot ", "can't ", "could not", "unable to", "not found", "denied", "invalid", "undefined", "unexpected", "unknown", "no such", "refused", "missing"}

// isException reports whether a word is the name of an exception, as Python,
// JavaScript and Java write it.
func isException(name string) bool {
	return !strings.Contains(name, " ") && (strings.HasSuffix(name, "Error") || strings.HasSuffix(name, "Exception"))
}
