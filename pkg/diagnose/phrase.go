package diagnose

import (
	"slices"
	"strings"
)

// phrase is a kind of words that stand in lines worth reading, whatever
// program they are of. A line that holds one is read with more care.
type phrase uint8

const (
	noPhrase   phrase = iota
	saysError         // outright
	mayError          // or something of the kind
	offersWord        // for a wrong one, or says what words there are
	instructs         // says to run something
	phraseKinds
)

// words lists the words of a kind, in small letters.
func (p phrase) words() []string {
	switch p {
	case saysError:
		return []string{"error", "fatal", "panic", "uncaught", "exception", "abort", "e: ", "!!! ", "err!"}
	case mayError:
		return maybeErrorWords[:]
	case offersWord:
		return slices.Concat(offers[:], listings[:])
	case instructs:
		return instructions[:]
	}
	return nil
}

// literals lists the words as they may be written: in small letters, at the
// beginning of a sentence, and in capitals.
func (p phrase) literals() []string {
	var list []string
	for _, w := range p.words() {
		list = append(list, w, strings.ToUpper(w[:1])+w[1:], strings.ToUpper(w))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// linesWith lists the lines that hold words of some kinds, in the order of the
// text.
func (r *Reader) linesWith(text string, kinds ...phrase) []span {
	var list []span
	for _, h := range r.hits(text) {
		if slices.Contains(kinds, r.owner(h.pattern).phrase) {
			list = append(list, span{h.from, h.to})
		}
	}
	slices.SortFunc(list, func(a, b span) int { return a.from - b.from })
	return slices.Compact(list)
}
