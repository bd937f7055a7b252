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

// classes are the words that a pattern names by a word in capitals.
var classes = sync.OnceValue(func() map[string]class {
	m := map[string]class{}
	for line := range strings.Lines(words) {
		if fields := strings.Fields(line); len(fields) > 1 {
			m[fields[0]] = newClass(fields[1:])
		}
	}
	return m
})

// class is a list of words, or of sequences of words.
type class [][]string

func newClass(list []string) class {
	c := make(class, len(list))
	for i, w := range list {
		if !strings.Contains(w, "_") {
			c[i] = list[i : i+1 : i+1]
			continue
		}
		c[i] = strings.Split(w, "_")
	}
	return c
}

// has reports whether a word alone belongs to a class.
func (c class) has(w string) bool {
	for _, words := range c {
		if len(words) == 1 && words[0] == w {
			return true
		}
	}
	return false
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

// classNamed returns the class that a word of a pattern names.
func classNamed(w string) (class, bool) {
	if w == "" || w[0] < 'A' || w[0] > 'Z' {
		return nil, false
	}
	c, ok := classes()[w]
	return c, ok
}

// span is a range of tokens, and none if to is 0.
type span struct{ from, to int }

// matcher matches a pattern with a sentence.
type matcher struct {
	tokens []token
	x, y   span // what is wanted, what is not
	act    span // what is not to be done
	rest   span // the rule
	steps  *int // what is left
}

// match returns what a sentence says if the pattern fits it.
func (p *pattern) match(s *sentence, start int, text string) (Heard, bool) {
	if !p.mayMatch(&s.words) || p.noFile && s.namesFile() || p.first && s.place > 0 {
		return Heard{}, false
	}
	at := []int{start}
	if start > 0 {
		at = append(at, 0)
	}
	if s.marked >= 0 {
		at = append(at, s.marked)
	}
	if s.answer > 0 {
		at = append(at, s.answer)
	}
	switch p.where {
	case ',':
		if conditional := s.tokens[0]; classes()["IF"].has(conditional.text) {
			break
		}
		at = s.clauses(start)
	case 0:
		at = at[:0]
		for i := start; i < min(len(s.tokens), start+maxClause); i++ {
			at = append(at, i)
		}
	}
	for _, i := range at {
		m := matcher{tokens: s.tokens, steps: s.steps}
		if !m.match(p.elements, i) {
			continue
		}
		if p.alike && !alike(m.text(m.x, text), m.text(m.y, text)) {
			continue
		}
		if (m.x.to > 0 && m.y.to > 0 && s.aboutOne(false) || p.label == Preference && s.aboutOne(true)) && !p.promote {
			continue
		}
		if p.program && !(s.isCommand(m.text(m.x, text)) && (m.y.to == 0 || s.isCommand(m.text(m.y, text)))) {
			continue
		}
		h := Heard{Label: p.label, Confidence: p.confidence, Promote: p.promote, Prefer: m.text(m.x, text), Avoid: m.text(m.y, text), rest: m.text(m.rest, text)}
		h.Lasting = p.lasting || p.label == Preference || m.x.to > 0 && m.y.to > 0
		if act := m.text(m.act, text); act != "" {
			h.Avoid, h.act = act, true
		}
		return h, true
	}
	return Heard{}, false
}

// alike reports whether two names are forms of one: "python3" and "python".
func alike(a, b string) bool {
	short, long := strings.ToLower(a), strings.ToLower(b)
	if len(short) > len(long) {
		short, long = long, short
	}
	return strings.Contains(long, short) && len(short) > 1
}

// maxSteps bounds what is tried for a prompt, to about a millisecond.
const maxSteps = 60_000

func (m *matcher) match(list []element, i int) bool {
	if *m.steps <= 0 {
		return false
	}
	*m.steps--
	if len(list) == 0 {
		return true
	}
	e, rest := &list[0], list[1:]
	switch e.kind {
	case '$':
		return i == len(m.tokens) || i == len(m.tokens)-1 && classes()["TAIL"].has(m.tokens[i].text)
	case '.':
		for j := i; j <= min(i+8, len(m.tokens)); j++ {
			if m.match(rest, j) {
				return true
			}
		}
		return false
	case 'X', 'Y':
		return m.capture(e.kind, rest, i) || e.optional && m.match(rest, i)
	case 'Z', 'R':
		return m.phrase(e.kind, rest, i)
	case 'V', 'G', 'W':
		if i < len(m.tokens) && fits(e.kind, &m.tokens[i]) != e.not {
			if e.not {
				return m.match(rest, i)
			}
			if m.match(rest, i+1) {
				return true
			}
		}
		return e.optional && m.match(rest, i)
	}
	for _, words := range e.words {
		if m.have(words, i) {
			if e.not {
				return false
			}
			if m.match(rest, i+len(words)) {
				return true
			}
		}
	}
	return (e.not || e.optional) && m.match(rest, i)
}

// have reports whether words stand at i.
func (m *matcher) have(words []string, i int) bool {
	if i+len(words) > len(m.tokens) {
		return false
	}
	for k, w := range words {
		t := &m.tokens[i+k]
		if part, ok := strings.CutPrefix(w, "~"); ok && t.kind == word {
			if within, ok := strings.CutPrefix(part, "~"); ok && strings.Contains(t.text, within) || strings.HasPrefix(t.text, part) {
				continue
			}
			return false
		}
		if part, ok := strings.CutSuffix(w, "~"); ok && t.kind == word {
			if strings.HasSuffix(t.text, part) {
				continue
			}
			return false
		}
		if t.text != w || t.kind != word && t.kind != sign {
			return false
		}
	}
	return true
}

// fits reports whether a token may be a verb in its plain form ('V'), one that
// ends in -ing ('G'), or any word ('W').
func fits(kind byte, t *token) bool {
	if kind == 'W' {
		return t.named() || t.kind == path
	}
	if t.kind != word || t.isStop() && !classes()["VERB"].has(t.text) {
		return false
	}
	ing := strings.HasSuffix(t.text, "ing") && len(t.text) > 4
	if kind == 'G' {
		return ing
	}
	return !ing && !strings.HasSuffix(t.text, "ed") && (!strings.HasSuffix(t.text, "s") || strings.HasSuffix(t.text, "ss"))
}

const (
	maxTerm   = 3 // words
	maxPhrase = 9
)

// capture matches a term, the longest first.
func (m *matcher) capture(kind byte, rest []element, i int) bool {
	end := i
	for end < len(m.tokens) && end < i+maxTerm && m.tokens[end].named() && !m.tokens[end].isStop() && m.tokens[end].unspaced() == m.tokens[i].unspaced() {
		end++
	}
	for ; end > i; end-- {
		was := *m
		term := &m.x
		if kind == 'Y' {
			term = &m.y
		}
		*term = span{i, end}
		next := end
		// "ripgrep (rg)" names the command in parentheses.
		if end+2 < len(m.tokens) && m.tokens[end].text == "(" && m.tokens[end+2].text == ")" && m.tokens[end+1].named() {
			*term = span{end + 1, end + 2}
			next = end + 3
		}
		if m.match(rest, next) {
			return true
		}
		*m = was
	}
	return false
}

// phrase matches what is not to be done, up to a sign, or all the rest of the
// sentence.
func (m *matcher) phrase(kind byte, rest []element, i int) bool {
	if i >= len(m.tokens) {
		return false
	}
	if kind == 'R' {
		m.rest = span{i, len(m.tokens)}
		return true
	}
	end := i
	for j := i + 1; j <= min(i+maxPhrase, len(m.tokens)); j++ {
		if t := &m.tokens[j-1]; t.kind == sign && t.text != "(" && t.text != ")" {
			break
		}
		if len(rest) > 0 && m.match(rest, j) {
			m.act = span{i, j}
			return true
		}
		end = j
	}
	if len(rest) == 0 && end > i {
		m.act = span{i, end}
		return true
	}
	return false
}

// text returns the text of a span.
func (m *matcher) text(s span, text string) string {
	if s.to == 0 {
		return ""
	}
	return strings.Trim(text[m.tokens[s.from].from:m.tokens[s.to-1].to], "`\"'“” ,;")
}
