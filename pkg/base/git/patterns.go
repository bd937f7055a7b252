package git

import (
	"slices"
	"strings"
)

// manyPatterns is from how many on a file of patterns is sorted out, so that a path is
// compared only with those that may match it.
const manyPatterns = 32

// sorted holds the patterns of a list by what a path must have to match, each as its
// place in the list, in order.
type sorted struct {
	names  map[string][]int32 // the last element of the path
	ends   map[string][]int32 // an end of it that begins with a dot, as in *.o
	tops   map[string][]int32 // the first element
	within map[string][]int32 // any element, as in **/build/*.o
	others []int32            // the rest
}

// sort sorts the patterns out, once.
func (l *list) sort() *sorted {
	if l.sorted != nil {
		return l.sorted
	}
	s := &sorted{names: map[string][]int32{}, ends: map[string][]int32{}, tops: map[string][]int32{}, within: map[string][]int32{}}
	l.sorted = s
	for i := range l.patterns {
		p, at := &l.patterns[i], int32(i)
		end, isEnd := strings.CutPrefix(p.text, "*.")
		inner, isWithin := strings.CutPrefix(p.text, "**/")
		inner, _, _ = strings.Cut(inner, "/")
		slash := strings.IndexByte(p.text[:p.literal], '/')
		switch {
		case p.base && p.literal == len(p.text):
			s.names[p.text] = append(s.names[p.text], at)
		case p.base && isEnd && plain(end):
			s.ends[p.text[1:]] = append(s.ends[p.text[1:]], at)
		case !p.base && slash > 0:
			s.tops[p.text[:slash]] = append(s.tops[p.text[:slash]], at)
		case !p.base && slash < 0 && p.literal == len(p.text):
			s.tops[p.text] = append(s.tops[p.text], at)
		case !p.base && isWithin && inner != "" && plain(inner):
			s.within[inner] = append(s.within[inner], at)
		default:
			s.others = append(s.others, at)
		}
	}
	return s
}

// plain reports whether a part of a pattern stands for itself.
func plain(s string) bool { return !strings.ContainsAny(s, `*?[\`) }

// find returns the last pattern that matches a path below the base of the list, or
// nil.
func (l *list) find(name string, dir bool, steps *int) *pattern {
	s := l.sort()
	best := int32(-1)
	try := func(candidates []int32) {
		for _, at := range slices.Backward(candidates) {
			if at <= best || *steps < 0 {
				return
			}
			*steps--
			if p := &l.patterns[at]; (dir || !p.dirs) && p.match(name, steps) {
				best = at
				return
			}
		}
	}
	last := name[strings.LastIndexByte(name, '/')+1:]
	try(s.names[last])
	for i := range len(last) {
		if last[i] == '.' && len(s.ends) > 0 {
			try(s.ends[last[i:]])
		}
	}
	top, _, _ := strings.Cut(name, "/")
	try(s.tops[top])
	if len(s.within) > 0 {
		for part := range strings.SplitSeq(name, "/") {
			try(s.within[part])
		}
	}
	try(s.others)
	if best < 0 || *steps < 0 {
		return nil
	}
	return &l.patterns[best]
}
