package prompts

import "strings"

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
	if !p.mayMatch(&s.words) || p.noFile && s.namesFile() || p.first && s.place > 0 || p.short && s.long || p.statement && s.reports(start) {
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
		if conditional := s.tokens[0]; classOf("IF").has(conditional.text) {
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
		return i == len(m.tokens) || i == len(m.tokens)-1 && classOf("TAIL").has(m.tokens[i].text)
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
	if t.kind != word || t.isStop() && !classOf("VERB").has(t.text) {
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
