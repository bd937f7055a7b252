package display

import "strings"

// diffContext is how many equal lines are shown around a change.
const diffContext = 3

// Diff shows a change of a text as lines that begin with "+", "-" or a space.
// Lines far from any change are left out; a line that begins with "@@" stands
// for them.
func Diff(before, after []byte) []string {
	return diff(lines(before), lines(after))
}

func lines(data []byte) []string {
	if len(data) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
}

func diff(a, b []string) []string {
	var out []string
	skipped := 0
	all := align(a, b)
	near := func(i int) bool {
		for j := max(0, i-diffContext); j <= min(len(all)-1, i+diffContext); j++ {
			if all[j][0] != ' ' {
				return true
			}
		}
		return false
	}
	for i, line := range all {
		if !near(i) {
			skipped++
			continue
		}
		if skipped > 0 {
			out = append(out, "@@")
			skipped = 0
		}
		out = append(out, strings.TrimSuffix(line, "\r"))
	}
	return out
}

// align pairs equal lines by a longest common subsequence of what is left
// between an equal head and an equal tail.
func align(a, b []string) []string {
	head := 0
	for head < min(len(a), len(b)) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < min(len(a), len(b))-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	var out []string
	for _, line := range a[:head] {
		out = append(out, " "+line)
	}
	out = middle(out, a[head:len(a)-tail], b[head:len(b)-tail])
	for _, line := range a[len(a)-tail:] {
		out = append(out, " "+line)
	}
	return out
}

// middle walks the table of common lengths. When the table would be too large,
// everything counts as changed.
func middle(out, a, b []string) []string {
	if len(a)*len(b) > 4<<20 {
		for _, line := range a {
			out = append(out, "-"+line)
		}
		a = nil
	}
	common := make([][]int, len(a)+1)
	for i := range common {
		common[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			out = append(out, " "+a[i])
			i, j = i+1, j+1
		case i < len(a) && (j == len(b) || common[i+1][j] >= common[i][j+1]):
			out = append(out, "-"+a[i])
			i++
		default:
			out = append(out, "+"+b[j])
			j++
		}
	}
	return out
}
