package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/command"
)

// How alike words must be, of 100: when the output offers one for the other,
// and when it only lists what there is.
const (
	offeredLike = 45
	listedLike  = 60
	guessedLike = 75
)

// The bounds on the comparison of words.
const (
	maxChoice  = 80  // bytes of a word that may take the place of another
	maxChoices = 250 // that a list may have
)

// nearest returns the choices that are like a word, the likest first. Those
// that are equally like it keep their order.
func nearest(word string, choices []string, least int) []string {
	type choice struct {
		text  string
		score int
	}
	var list []choice
	for _, c := range choices[:min(len(choices), maxChoices)] {
		if score := command.Similarity(word, c); score >= least && c != word {
			list = append(list, choice{c, score})
		}
	}
	slices.SortStableFunc(list, func(a, b choice) int { return b.score - a.score })
	var out []string
	for _, c := range list {
		if !slices.Contains(out, c.text) {
			out = append(out, c.text)
		}
	}
	return out
}

// wordsOf splits a list of choices: by commas, bars, blanks, "or" and "and",
// quotes and brackets taken off.
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

// isChoice reports whether a word may take the place of another in a command:
// a name or an option, with nothing in it that a shell reads.
func isChoice(w string) bool {
	if w == "" || len(w) > maxChoice || strings.Trim(w, "-") == "" {
		return false
	}
	return !strings.ContainsFunc(w, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && !strings.ContainsRune("-_.:@+/", c)
	})
}
