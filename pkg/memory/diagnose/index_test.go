package diagnose

import (
	"fmt"
	"slices"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/rules"
)

// Every number stands for the pattern it was assigned to.
func TestPatternsAreNumbered(t *testing.T) {
	r := NewReader(rules.Knowledge())
	fails, errors := commonIndex(r.known, (*index).addFails, true, ""), commonIndex(r.known, (*index).addErrors, true, "")
	var want, got []string
	name := func(kind string, i int, p *rule.Pattern) string { return fmt.Sprint(kind, i, " ", p.Regex) }
	all := func(kind string, i int, list []rule.Pattern) {
		for _, p := range list {
			if len(p.Literals) > 0 {
				want = append(want, name(kind, i, &p))
			}
		}
	}
	for i := range r.known.Checks() {
		all("check", i, r.check(i).Fail)
	}
	for i := range r.known.Fixes() {
		all("fix", i, r.fix(i).Error)
	}
	for p := noPhrase + 1; p < phraseKinds; p++ {
		want = append(want, fmt.Sprint("phrase", p))
	}
	for _, o := range slices.Concat(fails.owners, errors.owners) {
		switch {
		case o.check >= 0:
			got = append(got, name("check", int(o.check), r.pattern(o)))
		case o.fix >= 0:
			got = append(got, name("fix", int(o.fix), r.pattern(o)))
		default:
			got = append(got, fmt.Sprint("phrase", o.phrase))
		}
	}
	if len(want) == 0 || !slices.Equal(want, got) {
		t.Errorf("%d patterns, want %d: the numbers are not theirs", len(got), len(want))
	}
	for i := range r.known.Checks() {
		c, n := r.check(i), 0
		for _, list := range c.Parts() {
			n += len(*list)
		}
		p := errors.patternsOf(i, c)
		if p.to-p.from != n {
			t.Errorf("%s: patterns %v, want %d", c.ID, p, n)
		}
		if again := errors.patternsOf(i, c); again != p {
			t.Errorf("%s: patterns %v the second time, %v the first", c.ID, again, p)
		}
	}
}

// A literal of any pattern is found, with its pattern.
func TestLiteralsAreFound(t *testing.T) {
	r := NewReader(rules.Knowledge())
	tried := 0
	for i := range r.known.Checks() {
		e := r.examiner(&Output{})
		for n, said := range patternsByRole(r.check(i)) {
			for _, l := range said.pattern.Literals {
				tried++
				e.text = "  " + l + " and more"
				if !slices.ContainsFunc(e.hitsOf(i), func(h hit) bool { return h.pattern == n }) {
					t.Errorf("%s: %q does not lead to /%s/", r.check(i).ID, l, said.pattern.Regex)
				}
			}
		}
	}
	for _, l := range [...]*lookup{&r.fails, &r.errors} {
		l.index = commonIndex(r.known, l.add, true, "")
		for _, o := range l.index.owners {
			p := r.pattern(o)
			if p == nil {
				continue
			}
			for _, word := range p.Literals {
				tried++
				if !slices.ContainsFunc(r.hits(l, "  "+word+" and more"), func(h hit) bool { return h.owner == o }) {
					t.Errorf("%q does not lead to /%s/", word, p.Regex)
				}
			}
		}
	}
	if tried == 0 {
		t.Error("no literals")
	}
}

// An index for one text leads to what one for any text leads to.
func TestIndexOfOneText(t *testing.T) {
	found := 0
	for place := range rules.Knowledge().Fixes() {
		f := rules.Knowledge().Fix(place)
		for _, p := range f.Error {
			for _, l := range p.Literals {
				text := "ok\n" + l + "\nerror: x"
				want, got := owned(true, text), owned(false, text)
				if !slices.Equal(want, got) {
					t.Errorf("%q: got %v, want %v", text, got, want)
				}
				found += len(got)
			}
		}
	}
	if found == 0 {
		t.Error("nothing is found")
	}
}

// owned returns the hits of common patterns, with the owner instead of its
// number, from an index for any text or for this one.
func owned(full bool, text string) []hit {
	var list []hit
	for _, add := range [...]func(*index, rule.Knowledge){(*index).addFails, (*index).addErrors} {
		x := commonIndex(rules.Knowledge(), add, full, text)
		for _, h := range scan(x, text, x.common) {
			list = append(list, hit{owner: x.owners[h.pattern], from: h.from, to: h.to})
		}
	}
	return list
}

// commonIndex returns an index of the common patterns.
func commonIndex(known rule.Knowledge, add func(*index, rule.Knowledge), full bool, text string) *index {
	x := newIndex(full, text)
	x.addCommon(known, add)
	return x
}
