package rulefile

import "strings"

// maxAlternatives bounds the globs that one with alternatives stands for.
const maxAlternatives = 512

// globs reads a list of globs, of which one with {a,b} stands for several. Braces without
// a comma are text.
func (r *reader) globs(to *[]string) func(*Node) {
	return func(n *Node) {
		var list []string
		r.list(&list)(n)
		for _, glob := range list {
			*to = append(*to, alternatives(glob)...)
		}
		if len(*to) > maxAlternatives {
			r.errorIn(n, "these stand for %d globs, more than %d", len(*to), maxAlternatives)
		}
	}
}

// alternatives returns the globs that one with alternatives stands for.
func alternatives(glob string) []string {
	for at := 0; ; {
		open := strings.IndexByte(glob[at:], '{')
		if open < 0 {
			return []string{glob}
		}
		open += at
		end := strings.IndexByte(glob[open:], '}')
		if end < 0 {
			return []string{glob}
		}
		end += open
		words := strings.Split(glob[open+1:end], ",")
		if len(words) == 1 {
			at = open + 1
			continue
		}
		var list []string
		for _, rest := range alternatives(glob[end+1:]) {
			for _, word := range words {
				list = append(list, glob[:open]+word+rest)
			}
		}
		return list
	}
}
