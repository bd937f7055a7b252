package prompts

// filter is a set of words that may hold more than were added: bits of their
// hashes. Most patterns need a word that a sentence does not have.
type filter [4]uint64

// newFilter returns the filter of the words that a class begins with, or a full
// one if it names parts of words.
func newFilter(c class) (f filter) {
	for _, words := range c {
		if first := words[0]; first[0] == '~' || first[len(first)-1] == '~' {
			return filter{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
		}
		f.add(words[0])
	}
	return f
}

func (f *filter) add(word string) {
	h := uint32(2166136261)
	for i := range len(word) {
		h = (h ^ uint32(word[i])) * 16777619
	}
	h ^= h >> 15
	f[h>>6&3] |= 1 << (h & 63)
}

func (f *filter) meets(g *filter) bool {
	return f[0]&g[0]|f[1]&g[1]|f[2]&g[2]|f[3]&g[3] != 0
}

// mayMatch reports whether a sentence of some words may have all those that a
// pattern needs.
func (p *pattern) mayMatch(words *filter) bool {
	for i := range p.elements {
		if e := &p.elements[i]; e.kind == 'w' && !e.not && !e.optional && !e.filter.meets(words) {
			return false
		}
	}
	return true
}
