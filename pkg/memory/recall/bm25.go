package recall

import "math"

// term is a word of a query.
type term struct {
	hash uint32
	idf  float64 // inverse document frequency: how rare it is
}

// terms returns the words of a query, with how rare each is in the past.
func (l *lexicon) terms(text string) []term {
	var list []term
	n := float64(len(l.ends) + assumed)
next:
	for _, w := range appendWords(nil, text) {
		for _, t := range list {
			if t.hash == w.hash {
				continue next
			}
		}
		if len(list) == maxTerms {
			break
		}
		count := float64(l.counts[w.hash%buckets])
		list = append(list, term{w.hash, math.Log(1 + (n-count+0.5)/(count+0.5))})
	}
	return list
}

// The parameters of BM25, with their usual values.
const (
	k1 = 1.2  // how soon repeating a word counts no more
	b  = 0.75 // how much a long text counts less
)

// shared returns the BM25 score of a text, as a part of the score of a text of
// usual length with all terms in it: 0 to 1.
// https://en.wikipedia.org/wiki/Okapi_BM25
func (l *lexicon) shared(i int, terms []term) float64 {
	words := l.of(i)
	usual := float64(len(l.words)) / float64(len(l.ends))
	damp := k1 * (1 - b + b*float64(len(words))/max(usual, 1))
	sum, all := 0.0, 0.0
	for _, t := range terms {
		all += t.idf
		times := 0.0
		for _, w := range words {
			if w.hash == t.hash {
				times++
			}
		}
		if times > 0 {
			sum += t.idf * times * (k1 + 1) / (times + damp)
		}
	}
	if all == 0 {
		return 0
	}
	return sum / all
}
