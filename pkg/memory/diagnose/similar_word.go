package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/base/spelling"
)

// How similar words must be, out of 100: if the output offers one for the other,
// if it only lists the valid ones, and if the choice is a guess.
const (
	offeredLike = 45
	listedLike  = 60
	guessedLike = 75
)

// The bounds on choices.
const (
	maxChoice  = 80  // bytes of a choice
	maxChoices = 250 // choices of a list
)

// nearest returns the choices similar to a word, the most similar first.
// Equally similar ones keep their order.
func nearest(word string, choices []string, least int) []string {
	type choice struct {
		text  string
		score int
	}
	var list []choice
	for _, c := range choices[:min(len(choices), maxChoices)] {
		if len(word) <= 4 && len(c) == len(word) && !spelling.Swapped(word, c) {
			continue // short words that differ in a letter are different words
		}
		if score := spelling.Similarity(word, c); score >= least && c != word {
			list = append(list, choice{c, score})
		}
	}
	order.By(list, func(a, b choice) int { return b.score - a.score })
	var out []string
	for _, c := range list {
		if !slices.Contains(out, c.text) {
			out = append(out, c.text)
		}
	}
	return out
}

// wordsOf splits a list of choices at commas, bars, blanks, "or" and "and",
// and drops quotes and brackets.
func wordsOf(text string) []string {
	var words []string
	for w := range strings.FieldsFuncSeq(text, func(c rune) bool {
		return c <= ' ' || strings.ContainsRune(",|[]{}()<>;'\"`‘’“”«»•*?", c)
	}) {
		w = strings.TrimRight(strings.TrimPrefix(w, "…"), ".:!")
		switch w {
		case "", "or", "and", "of", "one", "this", "these", "the", "-", "…":
			continue
		}
		if isChoice(w) && len(words) < maxChoices {
			words = append(words, w)
		}
	}
	return words
}

// isChoice reports whether a word may replace another one in a command: a name
// or an option, without characters special to a shell.
func isChoice(w string) bool {
	if w == "" || len(w) > maxChoice || strings.Trim(w, "-") == "" {
		return false
	}
	return !strings.ContainsFunc(w, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && !strings.ContainsRune("-_.:@+/", c)
	})
}
