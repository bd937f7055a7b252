package spelling

// slips counts the letters to insert, drop, replace or swap with their neighbour to
// get from a to b.
func slips(a, b string) int { return distance(a, b, 1, 1) }

// apart counts the letters that two words do not have in common, in the same order.
func apart(a, b string) int { return distance(a, b, 2, 2) }

// maxDifferent bounds the differing parts of two words that are compared. Longer ones
// have more slips than any caller forgives.
const maxDifferent = 80

// distance returns the least cost to get from a to b, where a letter that is
// inserted or dropped costs one.
func distance(a, b string, replace, swap int) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) > maxDifferent || len(b) > maxDifferent {
		return maxDifferent
	}
	var rows [3][maxDifferent + 1]int // a row of the table for each of the last letters of a
	for j := range len(b) + 1 {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		row, last, before := &rows[i%3], &rows[(i+2)%3], &rows[(i+1)%3]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			same := a[i-1] == b[j-1]
			if row[j] = last[j-1]; !same {
				row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+replace)
			}
			if i > 1 && j > 1 && !same && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+swap)
			}
		}
	}
	return rows[len(a)%3][len(b)]
}
