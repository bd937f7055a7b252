package prompts

import "strings"

// filter is a set of words that may hold more than were added: bits of their
// hashes. Most patterns need a word that a sentence does not have.
type filter [4]uint64

// newFilter returns the filter of the words that a class begins with.
func newFilter(c class) (f filter) {
	for _, words := range c {
		f.addWord(words[0])
	}
	return f
}

// addWord adds a word of a class, and all words for a part of one.
func (f *filter) addWord(word string) {
	if word[0] == '~' || word[len(word)-1] == '~' {
		*f = filter{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
		return
	}
	f.add(word)
}

func (f *filter) add(word string) {
	h := wordHash(word)
	f[h>>6&3] |= 1 << (h & 63)
}

func (f *filter) has(word string) bool {
	h := wordHash(word)
	return f[h>>6&3]>>(h&63)&1 != 0
}

func wordHash(word string) uint32 {
	h := uint32(2166136261)
	for i := range len(word) {
		h = (h ^ uint32(word[i])) * 16777619
	}
	return h ^ h>>15
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

// lineMayMatch is mayMatch for a line of the table that was not read, and words
// of a whole prompt. Classes come last: they have to be read first, and mostly a
// plain word is missing.
func lineMayMatch(line string, words *filter) bool {
	return fieldsMayMatch(line, words, false) && fieldsMayMatch(line, words, true)
}

// labelFields is how many fields a line has before its flags.
const labelFields = 2

// fieldsMayMatch looks at the plain words of a line, or at its classes as well.
func fieldsMayMatch(line string, words *filter, classes bool) bool {
	for i, n := 0, 0; i < len(line); i++ {
		from := i
		for i < len(line) && line[i] > ' ' {
			i++
		}
		if from == i {
			continue
		}
		if n++; n > labelFields && !wordMayMatch(line[from:i], words, classes) {
			return false
		}
	}
	return true
}

// wordMayMatch reports whether one of some words may be what an element or a
// flag asks for. Without classes any of them may.
func wordMayMatch(s string, words *filter, classes bool) bool {
	if len(s) < 2 || s[0] == '!' || s[0] == '<' || s[len(s)-1] == '?' || s == ".." {
		return true // it asks for no word
	}
	for more := true; more; {
		var w string
		w, s, more = strings.Cut(s, "|")
		if !classes && isClassName(w) {
			return true
		}
		if l := lineNamed(w); l != nil && l.begins().meets(words) {
			return true
		} else if l != nil {
			continue
		}
		if w, _, _ = strings.Cut(w, "_"); w == "" || w[0] == '~' || w[len(w)-1] == '~' || words.has(w) {
			return true
		}
	}
	return false
}
