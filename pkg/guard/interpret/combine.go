package interpret

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// combinations returns the words of a command, or the ways in which they may come
// out where there are several.
func (e expander) combinations(words []*syntax.Word) (argv fields, ways []fields) {
	argv = e.w.words.take(len(words))[:0]
	parts := e.w.parts.take(len(words)) // of words that stand for themselves
	for i, word := range words {
		var alts []fields
		text, ok := e.w.verbatim(word)
		switch {
		case !ok || openBraces(word) > 0:
			alts = e.fields(word)
		case !e.w.Spend(stepsOfField + 1):
			continue
		default:
			parts[i] = shell.Part{Text: text} // all of it: to read a page before it is written costs one more fault
			itself := shell.Word{Parts: parts[i : i+1 : i+1], Span: e.w.at.nodeSpan(word)}
			if ways == nil {
				argv = append(argv, itself)
				continue
			}
			alts = []fields{{itself}}
		}
		switch {
		case len(alts) == 0:
		case len(alts) == 1 && ways == nil:
			argv = append(argv, alts[0]...)
		case ways == nil:
			ways = product([]fields{argv}, alts)
		default:
			ways = product(ways, alts)
		}
	}
	return argv, ways
}

// roomy returns words with twice the capacity if they are full. Left to append, most of
// many words would be copied five times.
func (f fields) roomy() fields {
	if len(f) < cap(f) {
		return f
	}
	return slices.Grow(f, len(f))
}

// product appends every alternative to every list, within the bound on
// alternatives; past it each alternative is used once.
func product(lists, alts []fields) []fields {
	switch {
	case len(alts) == 0:
		return lists
	case len(alts) == 1:
		for i := range lists { // in place: every list has an array of its own
			lists[i] = append(lists[i].roomy(), alts[0]...)
		}
		return lists
	case len(lists)*len(alts) <= maxAlts:
		var out []fields
		for _, l := range lists {
			for _, a := range alts {
				out = append(out, append(l[:len(l):len(l)], a...))
			}
		}
		return out
	}
	if len(lists) >= len(alts) { // in place, too
		for i := range lists {
			lists[i] = append(lists[i].roomy(), alts[i%len(alts)]...)
		}
		return lists
	}
	out := make([]fields, len(alts))
	for i := range out {
		l := lists[i%len(lists)]
		out[i] = append(l[:len(l):len(l)], alts[i]...)
	}
	return out
}
