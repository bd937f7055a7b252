package lessons

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// difference is how two argument lists differ.
type difference struct {
	common int
	only   []string // words that only the first has
	at     []int    // their indexes, if the lists differ in nothing but these places
	more   []int    // indexes of words that only the second has
}

// diff compares two lists by their longest common subsequence. Of long lists
// it compares the beginning, to bound the work.
func diff(a, b []string) difference {
	const most = 60
	a, b = a[:min(len(a), most)], b[:min(len(b), most)]
	table := make([][]int, len(a)+1)
	for i := range table {
		table[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				table[i][j] = table[i+1][j+1] + 1
			} else {
				table[i][j] = max(table[i+1][j], table[i][j+1])
			}
		}
	}
	d := difference{common: table[0][0]}
	var gone, come []int
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && table[i+1][j] >= table[i][j+1]:
			gone, d.only = append(gone, i), append(d.only, a[i])
			i++
		default:
			come = append(come, j)
			j++
		}
	}
	if slices.Equal(gone, come) {
		d.at = gone
	}
	d.more = come
	return d
}

// addedOptions returns the words that the second list adds, if they are all
// options and nothing else differs. Such a correction helps whatever the
// operands are.
func (d *difference) addedOptions(b []string) string {
	var list []string
	for _, i := range d.more {
		if len(b[i]) < 2 || b[i][0] != '-' || strings.ContainsAny(b[i], " \t\n'\"$`\\*?[]{}()<>|&;!#~") {
			return ""
		}
		list = append(list, b[i])
	}
	if len(d.only) > 0 {
		return ""
	}
	return strings.Join(list, " ")
}

// wrongWord returns the index of the one word that had to change: the only one
// that differs, or the only differing one that the error names. It returns -1
// if there is no such word.
func (d *difference) wrongWord(e *memory.Error) int {
	if len(d.at) == 1 {
		return d.at[0]
	}
	at := -1
	for i, n := range d.at {
		if !strings.Contains(e.Line.String(), d.only[i]) {
			continue
		}
		if at >= 0 {
			return -1
		}
		at = n
	}
	return at
}

// alike reports whether one call may be an attempt at the other.
func (d *difference) alike(a, b *shell.Call) bool {
	shorter := min(len(a.Argv), len(b.Argv))
	if a.Program == b.Program {
		return 2*d.common >= shorter
	}
	if isVersion(a.Program, b.Program) || isVersion(b.Program, a.Program) {
		return true // python3.12 and python3
	}
	return 2*d.common >= shorter && shareOperand(words(a), words(b))
}

// shareOperand reports whether two lists have a word in common that is no option: -q alone
// says nothing of what is done.
func shareOperand(a, b []string) bool {
	return slices.ContainsFunc(a, func(w string) bool { return w != "" && w[0] != '-' && slices.Contains(b, w) })
}

// isVersion reports whether a name is another one with a version appended.
func isVersion(long, short string) bool {
	rest, ok := strings.CutPrefix(long, short)
	return ok && strings.Trim(rest, "-.0123456789") == ""
}

// namedBy reports whether an error names a word that the second call does not
// have.
func (d *difference) namedBy(e *memory.Error) bool {
	for _, w := range d.only {
		if w = strings.TrimLeft(w, "-"); w != "" && strings.Contains(e.Line.String(), w) {
			return true
		}
	}
	return false
}
