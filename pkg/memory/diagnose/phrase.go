package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

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

// literals gives the words in lower case, capitalized, and in upper case, as
// far as they begin with a stem.
func (p phrase) literals(stems *rule.Stems, give func(string)) {
	for _, w := range p.words() {
		first, second, third := upper(w[0]), upper(w[1]), upper(w[2])
		if stems.Has(w[0], w[1], w[2]) {
			give(w)
		}
		if stems.Has(first, w[1], w[2]) {
			give(string(first) + w[1:])
		}
		if stems.Has(first, second, third) {
			give(strings.ToUpper(w))
		}
	}
}

func upper(b byte) byte {
	if 'a' <= b && b <= 'z' {
		return b - 'a' + 'A'
	}
	return b
}

// linesWith returns the lines with words of some kinds, in order.
func (r *Reader) linesWith(text string, kinds ...phrase) []span {
	var list []span
	for _, h := range r.hits(&r.errors, text) {
		if slices.Contains(kinds, h.owner.phrase) {
			list = append(list, span{h.from, h.to})
		}
	}
	order.By(list, func(a, b span) int { return a.from - b.from })
	return slices.Compact(list)
}
