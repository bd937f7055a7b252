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

// patterns is the table. It is read when the first prompt is, and never by the
// hooks of commands.
var patterns = sync.OnceValue(func() []pattern {
	list := make([]pattern, 0, strings.Count(phrases, "\n"))
	known := make(map[string]element, 1000)
	for line := range strings.Lines(phrases) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] == "--" {
			continue
		}
		list = append(list, parsePattern(fields, known))
	}
	return list
})

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
	if c, ok := classNamed(s); ok {
		e.words, e.filter = c, newFilter(c)
		return e
	}
	e.words = make(class, 0, len(list))
	for i, w := range list {
		switch c, ok := classNamed(w); {
		case ok:
			e.words = append(e.words, c...)
		case strings.Contains(w, "_"):
			e.words = append(e.words, strings.Split(w, "_"))
		default:
			e.words = append(e.words, list[i:i+1:i+1])
		}
	}
	e.filter = newFilter(e.words)
	return e
}
