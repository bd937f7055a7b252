package shell

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxBraces bounds the words that the braces of one word multiply into. It
// does not bound a list of alternatives that is written out in the text.
const maxBraces = 256

// braces expands {a,b} and {1..3} into the words they stand for. Past the
// bound braces stay in the words, as parts of which nothing is known.
func braces(word *syntax.Word) []*syntax.Word {
	plain := true
	for _, p := range word.Parts {
		if l, ok := p.(*syntax.Lit); ok && strings.IndexByte(l.Value, '{') >= 0 {
			plain = false
		}
	}
	if plain {
		return []*syntax.Word{word}
	}
	c := *word
	c.Parts = append([]syntax.WordPart(nil), word.Parts...)
	if !syntax.SplitBraces(&c) {
		return []*syntax.Word{word}
	}
	words := []*syntax.Word{&c}
	for i := 0; i < len(words); {
		next := expandFirst(words[i])
		if next == nil || len(words) > 1 && len(words)+len(next) > maxBraces {
			i++
			continue
		}
		words = slices.Replace(words, i, i+1, next...)
	}
	return words
}

// expandFirst returns a word once for each element of its first braces, or nil
// when it has none.
func expandFirst(word *syntax.Word) []*syntax.Word {
	for i, p := range word.Parts {
		b, ok := p.(*syntax.BraceExp)
		if !ok {
			continue
		}
		var out []*syntax.Word
		for _, e := range braceElems(b) {
			next := &syntax.Word{}
			next.Parts = append(next.Parts, word.Parts[:i]...)
			next.Parts = append(next.Parts, e.Parts...)
			next.Parts = append(next.Parts, word.Parts[i+1:]...)
			out = append(out, next)
		}
		return out
	}
	return nil
}

// braceElems lists the elements of a brace expression; a sequence gives its
// ends and a few between, which is all that matters to a judgement.
func braceElems(b *syntax.BraceExp) []*syntax.Word {
	if !b.Sequence || len(b.Elems) < 2 {
		return b.Elems
	}
	from, err1 := strconv.Atoi(b.Elems[0].Lit())
	to, err2 := strconv.Atoi(b.Elems[1].Lit())
	if err1 != nil || err2 != nil {
		return b.Elems[:2]
	}
	step := 1
	if to < from {
		step = -1
	}
	var out []*syntax.Word
	for n := from; len(out) < maxAlts; n += step {
		l := *b.Elems[0].Parts[0].(*syntax.Lit)
		l.Value = strconv.Itoa(n)
		out = append(out, &syntax.Word{Parts: []syntax.WordPart{&l}})
		if n == to {
			break
		}
	}
	return out
}
