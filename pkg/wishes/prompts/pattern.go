package prompts

import (
	"strconv"
	"strings"
	"sync"
)

// pattern is a line of the table in phrases.go.
type pattern struct {
	label      Label
	confidence float64
	promote    bool // "!"
	question   bool // "?": also in a question
	noFile     bool // "/": not where a file is named, which makes it a task
	most       int  // "<n": in a sentence of at most n words
	lasting    bool // "+": it says something about more than what was done just now
	first      bool // "0": only the first sentence of a prompt
	short      bool // "-": only in a short prompt
	statement  bool // "r": not in a sentence that gives a task or reports what happened
	alike      bool // "=": the two terms are forms of one name
	program    bool // "#": the terms are programs
	where      byte // '^' the beginning of a sentence, ',' of a clause, 0 anywhere
	elements   []element
}

// element is a word of a pattern.
type element struct {
	kind     byte  // as named at the head of phrases.go; 'w' is words
	words    class // what 'w' matches: sequences of words
	filter   filter
	not      bool // none of words stands there; it takes nothing
	optional bool
}

// table holds the lines of the table, and what was read of them: a line is read
// when a prompt has the words that it needs.
var table struct {
	sync.Mutex
	lines []string
	read  []*pattern // by line; nil: not yet
	known map[string]element
}

// patternsFor returns the patterns that a prompt with some words may fit, in
// order, and perhaps others.
func patternsFor(words *filter) []*pattern {
	t := &table
	t.Lock()
	defer t.Unlock()
	if t.lines == nil {
		for line := range strings.Lines(phrases) {
			if line != "\n" && !strings.HasPrefix(line, "--") {
				t.lines = append(t.lines, line)
			}
		}
		t.read, t.known = make([]*pattern, len(t.lines)), make(map[string]element)
	}
	list := make([]*pattern, 0, len(t.lines))
	for i, line := range t.lines {
		if t.read[i] == nil && lineMayMatch(line, words) {
			p := parsePattern(strings.Fields(line), t.known)
			t.read[i] = &p
		}
		if t.read[i] != nil {
			list = append(list, t.read[i])
		}
	}
	return list
}

// parsePattern reads a line of the table. known are the elements that were read.
func parsePattern(fields []string, known map[string]element) pattern {
	p := pattern{label: Correction}
	if fields[0] == "p" {
		p.label = Preference
	}
	p.confidence, _ = strconv.ParseFloat(fields[1], 64)
	rest := fields[2:]
	for len(rest) > 0 {
		f := rest[0]
		switch {
		case f == "!":
			p.promote = true
		case f == "?":
			p.question = true
		case f == "/":
			p.noFile = true
		case f == "+":
			p.lasting = true
		case f == "0":
			p.first = true
		case f == "-":
			p.short = true
		case f == "r":
			p.statement = true
		case f == "#":
			p.program = true
		case f == "=":
			p.alike = true
		case f == "^" || f == ",":
			p.where = f[0]
		case f[0] == '<' && len(f) > 1:
			p.most, _ = strconv.Atoi(f[1:])
		case f == "*":
		default:
			p.elements = make([]element, len(rest))
			for i, word := range rest {
				e, ok := known[word]
				if !ok {
					e = parseElement(word)
					known[word] = e
				}
				p.elements[i] = e
			}
			return p
		}
		rest = rest[1:]
	}
	return p
}

func parseElement(s string) element {
	var e element
	if len(s) > 1 {
		s, e.optional = strings.CutSuffix(s, "?")
		s, e.not = strings.CutPrefix(s, "!")
	}
	switch s {
	case "X", "Y", "Z", "R", "V", "G", "$", "W":
		e.kind = s[0]
		return e
	case "..":
		e.kind = '.'
		return e
	}
	e.kind = 'w'
	list := strings.Split(s, "|")
	if l := lineNamed(s); l != nil {
		e.words, e.filter = l.words(), *l.begins()
		return e
	}
	e.words = make(class, 0, len(list))
	for i, w := range list {
		switch l := lineNamed(w); {
		case l != nil:
			e.words = append(e.words, l.words()...)
		case strings.Contains(w, "_"):
			e.words = append(e.words, strings.Split(w, "_"))
		default:
			e.words = append(e.words, list[i:i+1:i+1])
		}
	}
	e.filter = newFilter(e.words)
	return e
}
