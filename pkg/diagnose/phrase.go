package diagnose

import "slices"

// phrase is a kind of words that mark lines worth reading, whatever program
// printed them.
type phrase uint8

const (
	noPhrase   phrase = iota
	saysError         // clearly
	mayError          // or may say one
	offersWord        // for a wrong one, or lists the valid ones
	instructs         // to run something
	phraseKinds
)

// words returns the words of a kind, in lower case.
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

// literals gives the words in lower case, capitalized, and in upper case.
func (p phrase) literals(give func(string)) {
	for _, w := range p.words() {
		var upper [64]byte
		n := copy(upper[:], w)
		for i, c := range upper[:n] {
			if 'a' <= c && c <= 'z' {
				upper[i] = c - 'a' + 'A'
			}
		}
		give(w)
		if string(upper[:n]) != w {
			give(string(upper[:1]) + w[1:])
			give(string(upper[:n]))
		}
	}
}

// linesWith returns the lines with words of some kinds, in order.
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
