// Package recall finds earlier commands and tasks that are like the one at
// hand: by the work they do, by words that are rare here, and by similar
// wording. It takes values and returns values, does not know what words mean,
// and neither reads nor keeps anything.
package recall

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/order"
)

// Past is one thing that was done: a command, or a task.
type Past struct {
	Text string // compared, and shown
	Work string // a command without its particulars; "" when there is none
	Well bool   // it went well
}

// Query is the command or task at hand.
type Query struct {
	Text string
	Work string
	Well bool // find only what went well
}

// Budget bounds what is recalled.
type Budget struct {
	Notes  int
	Tokens int // of all their texts together
}

// Note is something recalled.
type Note struct {
	Index int     // in the past
	Score float64 // how much it matters, from 0 to 1: above a half it is probably like the query
}

// The parts of a score; their sum is 1. Being late and going well decide
// between equals.
const (
	partWords   = 0.36
	partWording = 0.36
	partWork    = 0.18
	partLate    = 0.05
	partWell    = 0.05
)

// leastLike is the least similarity in wording that counts for texts without a
// common word. Less arises by chance.
const leastLike = 0.2

// enough is the score of texts that are practically the same. Saying the same
// in other words scores no more.
const enough = 0.7

// maxNote is how many bytes of its text a note shows.
const maxNote = 200

// Select ranks the past of a project, latest first, by how much it is like a
// query, and returns the best within a budget. It returns equal texts once,
// and nothing that has nothing in common with the query.
func Select(past []Past, q Query, b Budget) []Note {
	var chosen []Note
	for _, n := range rank(past, q) {
		if len(chosen) >= b.Notes {
			break
		}
		text := past[n.Index].Text
		cost := display.Tokens(text[:min(len(text), maxNote)])
		if cost > b.Tokens { // a later one may be shorter
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

// rank returns what has something in common with a query, the best first, and
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
		if strange && q.Work != "" { // commands that are alike share a word; comparing the others would take most of the time
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
	order.By(list, func(a, b Note) int { return cmp.Compare(b.Score, a.Score) })
	return list
}

// sameWork returns how far two commands do the same, from 0 to 1.
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
