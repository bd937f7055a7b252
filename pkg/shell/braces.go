package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxBraces bounds the words of one brace expansion.
const maxBraces = 64

// braces expands {a,b} and {1..3} into the words they stand for.
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
	return expandBraces(&c, 0)
}

func expandBraces(word *syntax.Word, depth int) []*syntax.Word {
	for i, p := range word.Parts {
		b, ok := p.(*syntax.BraceExp)
		if !ok || depth > maxDepth {
			continue
		}
		var out []*syntax.Word
		for _, e := range braceElems(b) {
			if len(out) >= maxBraces {
				break
			}
			next := &syntax.Word{}
			next.Parts = append(next.Parts, word.Parts[:i]...)
			next.Parts = append(next.Parts, e.Parts...)
			next.Parts = append(next.Parts, word.Parts[i+1:]...)
			out = append(out, expandBraces(next, depth+1)...)
		}
		return out
	}
	return []*syntax.Word{word}
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
