package command

import "strings"

// Least scores, out of 100, of words made of the same letters.
const (
	sameLettersScore = 75
	swappedScore     = 95 // two neighbours changed places
)

// maxWord is the length in bytes above which words are not compared.
const maxWord = 40

// Similarity returns how much of two words is the same, in the same order, out
// of 100. A common beginning counts extra: typos happen late in a word.
func Similarity(a, b string) int {
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
		score = max(score, sameLettersScore)
		if Swapped(a, b) {
			score = max(score, swappedScore)
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

// Swapped reports whether two words differ only in the order of two
// neighbouring letters.
func Swapped(a, b string) bool {
	if len(a) != len(b) || len(a) < 3 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}
