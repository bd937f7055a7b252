package recall

import (
	"math"
	"strings"
)

// lexicon holds the words of the past: where they are, and how rare each is.
type lexicon struct {
	words  []word
	ends   []int           // end of each text in words
	counts [buckets]uint16 // number of texts that a word is in, by its hash
	weight [buckets]int32  // how rare it is, for wordings
}

// word is a word of a text in lower case.
type word struct {
	text string
	hash uint32
}

// Bounds of what is compared.
const (
	maxText  = 200 // bytes of a text: a command shows at its beginning what it is
	maxTerms = 48  // words of a query
	maxWord  = 60
	buckets  = 1 << 12
	assumed  = 20 // texts that are added to the count, so that in a short past no word is everywhere
)

func newLexicon(past []Past) *lexicon {
	l := &lexicon{ends: make([]int, len(past))}
	var last [buckets]int32
	for i := range past {
		from := len(l.words)
		l.words = appendWords(l.words, past[i].Text)
		l.ends[i] = len(l.words)
		for _, w := range l.words[from:] {
			if b := w.hash % buckets; last[b] != int32(i+1) {
				last[b] = int32(i + 1)
				l.counts[b]++
			}
		}
	}
	for b, n := range l.counts {
		l.weight[b] = int32(math.Round(16 * math.Sqrt(math.Log(1+float64(len(past)+assumed)/(float64(n)+0.5)))))
	}
	return l
}

// of returns the words of a text.
func (l *lexicon) of(i int) []word {
	if i == 0 {
		return l.words[:l.ends[0]]
	}
	return l.words[l.ends[i-1]:l.ends[i]]
}

// appendWords splits a text into runs of letters and digits.
func appendWords(list []word, text string) []word {
	text = strings.ToLower(text[:min(len(text), maxText)])
	for i := 0; i < len(text); {
		if !ofWord(text[i]) {
			i++
			continue
		}
		from, h := i, uint32(offset)
		for i < len(text) && ofWord(text[i]) {
			h = (h ^ uint32(text[i])) * prime
			i++
		}
		list = append(list, word{text[from:min(i, from+maxWord)], mixed(h)})
	}
	return list
}

// ofWord reports whether a byte belongs to a word. It takes bytes outside of
// ASCII for letters.
func ofWord(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c >= 0x80 }

// FNV-1a, with its bits mixed at the end: all of them are used.
const (
	offset = 2166136261
	prime  = 16777619
)

func mixed(h uint32) uint32 {
	h ^= h >> 15
	h *= 0x85ebca6b
	return h ^ h>>13
}
