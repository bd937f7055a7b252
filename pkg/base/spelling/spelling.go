// Package spelling says how near two words are: how many slips lie between them,
// what they have in common, and which of several known words was meant. It compares
// bytes and knows no language.
package spelling

import "strings"

// maxWord is the length in bytes above which words are not compared: the work grows
// by the square.
const maxWord = 40

// Nearest returns the known word that was probably meant by a misspelt one,
// or "" when none is near: at most one slip in three letters.
func Nearest(word string, known []string) string {
	if word == "" || len(word) > maxWord {
		return ""
	}
	best, least := "", max(1, len(word)/3)+1
	for _, k := range known {
		if d := slips(strings.ToLower(word), strings.ToLower(k)); d < least {
			best, least = k, d
		}
	}
	return best
}

// Least scores, out of 100, of words made of the same letters.
const (
	sameLettersScore = 75
	swappedScore     = 95 // two neighbours changed places
)

// Similarity returns how much of two words is the same, in the same order, out
// of 100. A common beginning counts extra: typos happen late in a word.
func Similarity(a, b string) int {
	a, b = strings.ToLower(a), strings.ToLower(b)
	if a == "" || b == "" || len(a) > maxWord || len(b) > maxWord {
		return 0
	}
	both := len(a) + len(b)
	score := 100 * (both - apart(a, b)) / both
	if a[0] == b[0] {
		score++
	}
	if len(a) == len(b) && len(a) > 2 && sameLetters(a, b) {
		score = max(score, sameLettersScore)
		if Swapped(a, b) {
			score = max(score, swappedScore)
		}
	}
	return score
}

// Swapped reports whether two words differ only in the order of two
// neighbouring letters.
func Swapped(a, b string) bool {
	return len(a) == len(b) && len(a) > 2 && slips(a, b) == 1 && sameLetters(a, b)
}

// OneOff reports whether two words differ in one letter, or in the order of
// two. Short words that differ in a letter are different words.
func OneOff(a, b string) bool {
	switch shorter := min(len(a), len(b)); {
	case shorter < 3 || slips(a, b) != 1:
		return false
	case len(a) == len(b):
		return shorter > 4 || sameLetters(a, b)
	}
	return true
}

// LeftOut reports whether a word is another one without one of its inner
// letters.
func LeftOut(short, long string) bool {
	if len(short)+1 != len(long) || len(long) < 3 || short[0] != long[0] || slips(short, long) != 1 {
		return false
	}
	last, atEnd := len(long)-1, strings.HasPrefix(long, short)
	return !atEnd || long[last] == long[last-1]
}

// Doubled reports whether a word has the same letter twice in a row.
func Doubled(word string) bool {
	for i := 1; i < len(word); i++ {
		if word[i] == word[i-1] {
			return true
		}
	}
	return false
}

// sameLetters reports whether two words are made of the same letters.
func sameLetters(a, b string) bool {
	var count [256]int
	for i := range len(a) {
		count[a[i]]++
	}
	for i := range len(b) {
		count[b[i]]--
	}
	return count == [256]int{}
}
