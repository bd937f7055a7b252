package shell

// MatchGlob reports whether text matches a pattern of literals, * and ?.
func MatchGlob(pattern, text string) bool {
	if n := len(pattern); n > 0 && pattern[n-1] != '*' && (len(text) == 0 || pattern[n-1] != '?' && pattern[n-1] != text[len(text)-1]) {
		return false // most patterns of rules end in a letter
	}
	star, mark := -1, 0
	p, t := 0, 0
	for t < len(text) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, mark = p, t
			p++
		case p < len(pattern) && (pattern[p] == '?' || pattern[p] == text[t]):
			p++
			t++
		case star >= 0:
			mark++
			p, t = star+1, mark
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}
