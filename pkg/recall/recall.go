// Package recall finds, in what was done before, what is like that which is
// done now: by the work it does, by the words that are rare here, and by
// similar wording. It takes values and returns values, it knows no meaning,
// and it neither reads nor keeps anything.
package recall

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/display"
)

// Past is one thing that was done: a command, or a task.
type Past struct {
	Text string // what it is compared by, and told in
	Work string // a command without its particulars; "" for what has none
	Well bool   // it went well
}

// Query is what others are to be like.
type Query struct {
	Text string
	Work string
	Well bool // only what went well is wanted
}

// Budget bounds what is recalled.
type Budget struct {
	Notes  int
	Tokens int // of all their texts together
}

// Note is something recalled.
type Note struct {
	Index int     // in the past
	Score float64 // how much it matters, from 0 to 1: above a half it is more likely like the query than not
}

// What a score is made of. That something was done late, and went well,
// decides between what is alike; the sum is 1.
const (
	partWords   = 0.36
	partWording = 0.36
	partWork    = 0.18
	partLate    = 0.05
	partWell    = 0.05
)

// leastLike is how alike the wording of two texts is that share no word:
// below that it is so by chance.
const leastLike = 0.2

// enough is the score of what is as good as the same: that which is put in
// other words has no more.
const enough = 0.7

// maxNote is how many bytes of its text a note is told in.
const maxNote = 200

// Select ranks the past of a project, of which the latest is the first, by
// how much it is like a query, and returns the best as far as a budget goes.
// What says the same is returned once, and what shares nothing is not.
func Select(past []Past, q Query, b Budget) []Note {
	var chosen []Note
	for _, n := range rank(past, q) {
		if len(chosen) >= b.Notes {
			break
		}
		text := past[n.Index].Text
		cost := display.Tokens(text[:min(len(text), maxNote)])
		if cost > b.Tokens { // another one may be shorter
			continue
		}
		if slices.ContainsFunc(chosen, func(c Note) bool { return past[c.Index].Text == text }) {
			continue
		}
		b.Tokens -= cost
		n.Score = min(n.Score/enough, 1)
		chosen = append(chosen, n)
	}
	return chosen
}

// rank orders what has something in common with a query, the best first, and
// of equals the latest.
func rank(past []Past, q Query) []Note {
	l := newLexicon(past)
	terms := l.terms(q.Text)
	asked := l.wordingOf(appendWords(nil, q.Text))
	var list []Note
	for i := range past {
		p := &past[i]
		if q.Well && !p.Well {
			continue
		}
		words := l.shared(i, terms)
		work := sameWork(p.Work, q.Work)
		strange := words+work == 0
		if strange && q.Work != "" { // commands that are alike share a word: to look at the others takes most of the time
			continue
		}
		w := l.wordingOf(l.of(i))
		like := asked.alike(&w)
		if strange && like < leastLike {
			continue
		}
		score := partWords*words + partWording*like + partWork*work + partLate*(1-float64(i)/float64(len(past)))
		if p.Well {
			score += partWell
		}
		list = append(list, Note{Index: i, Score: score})
	}
	slices.SortStableFunc(list, func(a, b Note) int { return cmp.Compare(b.Score, a.Score) })
	return list
}

// sameWork tells how far two commands do the same, from 0 to 1.
func sameWork(a, b string) float64 {
	switch {
	case a == "" || b == "":
		return 0
	case a == b:
		return 1
	}
	first, _, _ := strings.Cut(a, " ")
	other, _, _ := strings.Cut(b, " ")
	if first == other {
		return 0.5
	}
	return 0
}
