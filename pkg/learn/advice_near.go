package learn

import (
	"slices"
	"strings"
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
	maxWord    = 40  // bytes of a word that is compared
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
		if score := alike(word, c); score >= least && c != word {
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

// alike says of 100 how much of two words is the same, in the same order. A
// beginning in common counts once more, because people err late in a word.
func alike(a, b string) int {
	a, b = strings.ToLower(a), strings.ToLower(b)
	if a == "" || b == "" || len(a) > maxWord || len(b) > maxWord {
		return 0
	}
	var row [maxWord + 1]int // the longest common subsequence, a row of the table at a time
	for i := range len(a) {
		diagonal := 0
		for j := range len(b) {
			above := row[j+1]
			if a[i] == b[j] {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(above, row[j])
			}
			diagonal = above
		}
	}
	score := 200 * row[len(b)] / (len(a) + len(b))
	if a[0] == b[0] {
		score++
	}
	if len(a) == len(b) && len(a) > 2 && sameLetters(a, b) {
		score = max(score, guessedLike)
		if swapped(a, b) {
			score = max(score, 95)
		}
	}
	return score
}

// sameLetters reports whether two words are made of the same letters.
func sameLetters(a, b string) bool {
	var count [256]int8
	for i := range len(a) {
		count[a[i]]++
		count[b[i]]--
	}
	return count == [256]int8{}
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
	if w == "" || len(w) > 2*maxWord || strings.Trim(w, "-") == "" {
		return false
	}
	return !strings.ContainsFunc(w, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && !strings.ContainsRune("-_.:@+/", c)
	})
}
