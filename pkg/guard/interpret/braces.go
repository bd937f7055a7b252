package interpret

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxBraces bounds the words that the braces of one word multiply into. It
// does not bound a list of alternatives that is written out in the text.
const maxBraces = 256

// maxMultiplied bounds the parts of all those words, where one has many.
const maxMultiplied = 1 << 15

// braces expands {a,b} and {1..3} into the words they stand for, nil where there
// are none. Past the bound braces stay in the words, as parts of which nothing is
// known.
func braces(word *syntax.Word) []*syntax.Word {
	if openBraces(word) == 0 {
		return nil
	}
	c := *word
	c.Parts = append([]syntax.WordPart(nil), word.Parts...)
	if !syntax.SplitBraces(&c) {
		return nil
	}
	words := []*syntax.Word{&c}
	for i := 0; i < len(words); {
		next := expandFirst(words[i])
		if n := len(words) + len(next); next == nil || len(words) > 1 && n > maxBraces || n*len(c.Parts) > maxMultiplied && len(c.Parts) > 8 {
			i++
			continue
		}
		words = slices.Replace(words, i, i+1, next...)
	}
	return words
}

// openBraces counts the braces that a word opens.
func openBraces(word *syntax.Word) (n int) {
	for _, p := range word.Parts {
		if l, ok := p.(*syntax.Lit); ok {
			n += strings.Count(l.Value, "{")
		}
	}
	return n
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
	ends := [...]string{b.Elems[0].Lit(), b.Elems[1].Lit()}
	from, err1 := strconv.Atoi(ends[0])
	to, err2 := strconv.Atoi(ends[1])
	show := strconv.Itoa
	switch {
	case err1 == nil && err2 == nil:
		if width := max(len(ends[0]), len(ends[1])); padded(ends[0]) || padded(ends[1]) {
			show = func(n int) string { return fmt.Sprintf("%0*d", width, n) }
		}
	case len(ends[0]) == 1 && len(ends[1]) == 1:
		from, to = int(ends[0][0]), int(ends[1][0])
		show = func(n int) string { return string(rune(n)) }
	default:
		return b.Elems[:2]
	}
	step := 1
	if len(b.Elems) > 2 {
		if n, err := strconv.Atoi(b.Elems[2].Lit()); err == nil && n != 0 {
			step = max(n, -n)
		}
	}
	if step < 0 {
		return b.Elems[:2] // the smallest integer has no opposite
	}
	var out []*syntax.Word
	for n := from; len(out) < maxAlts; {
		l := *b.Elems[0].Parts[0].(*syntax.Lit)
		l.Value = show(n)
		out = append(out, &syntax.Word{Parts: []syntax.WordPart{&l}})
		if from <= to && n > to-step || from > to && n < to+step {
			break
		}
		if from <= to {
			n += step
		} else {
			n -= step
		}
	}
	return out
}

// padded reports whether an end of a sequence asks for zeros in front.
func padded(end string) bool {
	digits := strings.TrimPrefix(end, "-")
	return len(digits) > 1 && digits[0] == '0'
}
