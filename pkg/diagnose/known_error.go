package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

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
		i := r.owner(h.pattern).fix
		if i < 0 || count[i] == maxPerRow {
			continue
		}
		fix := r.fix(i)
		if !s.ended(fix.Exit) || !knows(fix) && count[i] == maxPerClass {
			continue
		}
		m := r.match(text, h)
		if m == nil {
			continue
		}
		t := trouble{fix: fix, at: passage{h.from, h.to}, row: i}
		t.named = particulars(r.regexp(r.pattern(h.pattern)).SubexpNames(), text, m)
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
	return withoutClasses(s.withoutSameOfAny(list))
}

// withoutSameOfAny leaves out what a row of any program says where one of the
// program that failed says the same, which is of the same class.
func (s *Seen) withoutSameOfAny(list []trouble) []trouble {
	own := func(t trouble) bool {
		return t.call >= 0 && (len(t.fix.Programs) > 0 || s.Script.Calls[t.call].Program == t.tool()) ||
			strings.HasPrefix(s.Output.String()[t.at.from:], t.tool()+" ")
	}
	var classes []string
	for _, t := range list {
		if knows(t.fix) && own(t) {
			classes = append(classes, t.fix.Class)
		}
	}
	if len(classes) == 0 {
		return list
	}
	return slices.DeleteFunc(list, func(t trouble) bool {
		return len(t.fix.Programs) == 0 && slices.Contains(classes, t.fix.Class) && !own(t)
	})
}

// tool is the name of the file that a row stands in: of a program, or of what
// any of them may say.
func (t *trouble) tool() string {
	name, _, _ := strings.Cut(t.fix.ID, "/")
	return name
}

// withoutClasses leaves out the rows that only tell a class where another row
// of the tool knows more.
func withoutClasses(list []trouble) []trouble {
	known := len(list)
	for i := range list {
		if !knows(list[i].fix) {
			known = i
			break
		}
	}
	return append(list[:known:known], slices.DeleteFunc(list[known:], func(t trouble) bool {
		return slices.ContainsFunc(list[:known], func(o trouble) bool { return o.tool() == t.tool() })
	})...)
}

// ended reports whether the run is known to have ended with a status; 0 stands
// for any, known or not.
func (s *Seen) ended(exit int) bool { return exit == 0 || s.Exited && s.Exit == exit }

// surer reports whether an error is what a line says rather than another: of
// the rows of one file the first, otherwise the one that knows more, or whose
// pattern says more of the line.
func (t *trouble) surer(o *trouble) bool {
	if t.tool() == o.tool() {
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
