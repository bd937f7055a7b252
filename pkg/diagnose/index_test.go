package diagnose

import (
	"fmt"
	"slices"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/rules"
)

// Every number stands for the pattern it was assigned to.
func TestPatternsAreNumbered(t *testing.T) {
	r := NewReader(rules.Book())
	x := &r.book.Index
	var want, got []string
	name := func(kind string, i int, p *rule.Pattern) string { return fmt.Sprint(kind, i, " ", p.Regex) }
	for i := range r.book.Checks.Len() {
		for _, p := range r.check(i).Fail {
			want = append(want, name("check", i, &p))
		}
	}
	for i := range r.book.Fixes.Len() {
		for _, p := range r.fix(i).Error {
			want = append(want, name("fix", i, &p))
		}
	}
	for p := noPhrase + 1; p < phraseKinds; p++ {
		want = append(want, fmt.Sprint("phrase", p))
	}
	for n := range x.Open {
		switch o := r.owner(n); {
		case o.check >= 0:
			got = append(got, name("check", o.check, r.pattern(n)))
		case o.fix >= 0:
			got = append(got, name("fix", o.fix, r.pattern(n)))
		default:
			got = append(got, fmt.Sprint("phrase", o.phrase))
		}
	}
	if len(want) == 0 || !slices.Equal(want, got) {
		t.Errorf("%d patterns, want %d: the numbers are not theirs", len(got), len(want))
	}
	for i := range r.book.Checks.Len() {
		fail, others := r.patternsOf(i)
		c, n := r.check(i), 0
		for p, list := range c.Parts() {
			if role(p) != roleFail {
				n += len(*list)
			}
		}
		if fail.to-fail.from != len(c.Fail) || others.to-others.from != n {
			t.Errorf("%s: patterns %v and %v, want %d and %d", c.ID, fail, others, len(c.Fail), n)
		}
	}
}

// A literal of any pattern is found, with its pattern.
func TestLiteralsAreFound(t *testing.T) {
	r := NewReader(rules.Book())
	tried := 0
	for i := range r.book.Checks.Len() {
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
	for n := range r.book.Index.Open {
		if p := r.pattern(n); p != nil {
			for _, l := range p.Literals {
				tried++
				if !slices.ContainsFunc(r.hits("  "+l+" and more"), func(h hit) bool { return h.pattern == n }) {
					t.Errorf("%q does not lead to /%s/", l, p.Regex)
				}
			}
		}
	}
	if tried == 0 {
		t.Error("no literals")
	}
}
