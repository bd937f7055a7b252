package preferences

import (
	"slices"
	"strings"
	"sync"

	"github.com/ctxhook/ctxhook/pkg/base/spelling"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// placePattern is a line of placePhrases.
type placePattern struct {
	kind     string
	elements []placeElement
}

// mayMatch reports whether some words have one for each that the pattern needs.
func (p *placePattern) mayMatch(s []token) bool {
	for i := range p.elements {
		if e := &p.elements[i]; e.hole == 0 && !e.optional && !slices.ContainsFunc(s, e.has) {
			return false
		}
	}
	return true
}

// placeElement is a word of a pattern.
type placeElement struct {
	words    map[string]bool
	optional bool
	hole     byte // P, T, X or W; 0: one of words
	verbs    bool // words may be misspelt
}

var placePatterns = sync.OnceValue(func() (list []placePattern) {
	classes := make(map[string]string)
	for line := range strings.Lines(placeWords) {
		if name, words, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			classes[name] = words
		}
	}
	for line := range strings.Lines(placePhrases) {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		p := placePattern{kind: fields[0]}
		for _, f := range fields[1:] {
			p.elements = append(p.elements, newPlaceElement(f, classes))
		}
		list = append(list, p)
	}
	return list
})

func newPlaceElement(f string, classes map[string]string) (e placeElement) {
	if inner, ok := strings.CutPrefix(f, "["); ok {
		f, e.optional = strings.TrimSuffix(inner, "]"), true
	}
	if len(f) == 1 && isHole(f) {
		e.hole = f[0]
		return e
	}
	e.verbs = strings.Contains(f, "<touch>")
	e.words = make(map[string]bool)
	for w := range strings.SplitSeq(f, "|") {
		if w[0] != '<' {
			e.words[w] = true
			continue
		}
		for w := range strings.SplitSeq(classes[strings.Trim(w, "<>")], "|") {
			e.words[w] = true
		}
	}
	return e
}

// has reports whether an element stands for a word.
func (e *placeElement) has(t token) bool {
	if t.code || t.low == "" {
		return false
	}
	if e.words[t.low] {
		return true
	}
	return e.verbs && len(t.low) > 3 && slipsOf(t.low, e.words)
}

// slipsOf reports whether a word is a misspelt one of some verbs: "toch".
func slipsOf(word string, verbs map[string]bool) bool {
	for _, v := range [...]string{"touch", "edit", "change", "modify", "update", "delete"} {
		if word[0] == v[0] && verbs[v] && word != v && spelling.Nearest(word, []string{v}) == v && max(len(word), len(v))-min(len(word), len(v)) < 2 {
			return true
		}
	}
	return false
}

// placeMatch matches a pattern with words.
type placeMatch struct {
	names   *Names
	kind    string
	aside   []token
	before  []string // what the part before speaks of
	paths   []string
	targets []string
	by      string
}

func (m *placeMatch) match(list []placeElement, s []token) bool {
	if len(list) == 0 {
		return len(s) == 0
	}
	e, rest := &list[0], list[1:]
	if e.hole == 0 {
		return len(s) > 0 && e.has(s[0]) && m.match(rest, s[1:]) || e.optional && m.match(rest, s)
	}
	const most = 14
	for n := 1; n <= len(s) && n <= most; n++ {
		// What costs most is last: that the words name something.
		if m.match(rest, s[n:]) && m.fill(e.hole, s[:n]) {
			return true
		}
	}
	return e.optional && m.match(rest, s)
}

// fill reads the words of a hole.
func (m *placeMatch) fill(hole byte, s []token) (ok bool) {
	switch hole {
	case 'P':
		if len(s) == 1 && s[0].is("it|them|there") && len(m.before) > 0 {
			m.paths = m.before
			return true
		}
		if m.paths, ok = m.names.pathsIn(s); !ok && m.kind == "delete" && areTests(s) {
			m.paths, ok = testFiles[:], true
		}
		if !ok && len(s) <= 5 && len(m.aside) > 0 {
			m.paths, ok = m.names.pathsIn(m.aside) // "the two config files (a.yaml, b.yaml)"
		}
		return ok
	case 'T':
		if m.targets, ok = targetsIn(s); ok && len(m.aside) > 0 {
			if more, ok := targetsIn(m.aside); ok {
				m.targets = append(m.targets, more...)
			}
		}
		return ok
	case 'X':
		m.by = join(s)
		return len(s) < 4 && !slices.ContainsFunc(s, token.isLimit) && m.names.Program != nil && m.names.Program(s[0].text) && !isEnglish(s[0].low)
	}
	return len(s) == 1 // W
}

// testFiles are the files that tests are in by their names, where no directory holds them.
var testFiles = [...]string{"**/*.test.*", "**/*.spec.*", "**/*_test.*", "**/test_*", "**/tests/**", "**/__tests__/**"}

// areTests reports whether words speak of all tests.
func areTests(s []token) bool {
	for len(s) > 1 && s[0].is("the|any|my|our|existing|old|failing|a") {
		s = s[1:]
	}
	return len(s) == 1 && s[0].is("tests|test|specs") || len(s) == 2 && s[0].is("test|spec") && s[1].is("files|file|cases|case")
}

func (m *placeMatch) rule() memory.PlaceRule {
	r := memory.PlaceRule{Paths: strings.Join(m.paths, memory.Or), Target: strings.Join(m.targets, memory.Or), Only: m.kind == "only"}
	switch m.kind {
	case "delete":
		r.Deed = memory.ToDelete
	case "deploy":
		r.Deed = memory.ToDeploy
	case "login":
		r.Deed = memory.ToLogIn
	case "by":
		r.By = m.by
	}
	return r
}
