package prompts

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// sentence is a sentence of a prompt.
type sentence struct {
	tokens   []token
	question bool
	words    filter
	long     bool // the prompt is
	place    int  // from 0
	marked   int  // where the rule begins behind "from now on", or -1
	answer   int  // where the user's own answer to the question before it begins, or 0
	known    func(string) bool
	steps    *int // of matching that are left for the prompt
}

// shortPrompt is how many tokens a prompt has at most that only says one thing.
const shortPrompt = 32

// sentences splits the tokens of a prompt into sentences. What only introduces
// the next sentence is part of it: "No. Reread it.", "pip? No. uv.", "Why do you
// use npm? We use pnpm."
func sentences(all []token, known func(string) bool) []sentence {
	var list []sentence
	var now []token
	steps := maxSteps
	place := 0
	end := func(t token, next []token) {
		if len(now) == 0 {
			return
		}
		question := t.kind == query
		if joins(now, next, question) {
			now = append(now, token{sign, joint(question), t.from, t.to})
			return
		}
		answer := 1 + slices.IndexFunc(now, func(t token) bool { return t.kind == sign && t.text == "?" })
		list = append(list, sentence{tokens: now, question: question, long: len(all) > shortPrompt, place: place, answer: answer, known: known, steps: &steps})
		if !assents(now) {
			place++
		}
		now = nil
	}
	for i, t := range all {
		switch {
		case (t.kind == stop || t.kind == query) && i+1 < len(all) && (all[i+1].kind == query || all[i+1].kind == stop && t.kind == stop): // "!?", "...", "??"
		case t.kind == stop || t.kind == query:
			end(t, all[i+1:])
		default:
			now = append(now, t)
		}
	}
	end(token{}, nil)
	return list
}

// joins reports whether a sentence is read as one with the next.
func joins(now, next []token, question bool) bool {
	now = now[fillers(now):]
	if question {
		return rebuts(now, next)
	}
	last := len(now) - 1
	return (last == 0 || now[last-1].text == "?") && introduces(now[last].text) ||
		last < 5 && begins(next, class{{"not"}}) || // "Use uv. Not pip."
		0 < last && last < 5 && classOf("NOT").has(now[last-1].text) && begins(next, classOf("USE")) || // "Not npm! Use yarn."
		last < 11 && now[0].text == "you" && ends(next, class{{"instead"}}) || // "You edited the copy. Edit the template instead."
		last < 11 && begins(next, class{{"that"}, {"this"}}) && ends(next, classOf("NORM")) // "Tabs, not spaces. That's the house style."
}

func joint(question bool) string {
	if question {
		return "?"
	}
	return ","
}

// begins reports whether the next sentence begins with one of some words.
func begins(next []token, words class) bool {
	next = withoutStops(next)
	return len(next) > 0 && words.has(next[0].text)
}

// ends reports whether the next sentence is short and ends in one of some words.
func ends(next []token, words class) bool {
	next = withoutStops(next)
	end := slices.IndexFunc(next, func(t token) bool { return t.kind == stop || t.kind == query })
	if end < 0 {
		end = len(next)
	}
	if end == 0 || end > 14 {
		return false
	}
	m := matcher{tokens: next[:end]}
	return slices.ContainsFunc(words, func(w []string) bool { return len(w) <= end && m.have(w, end-len(w)) })
}

// withoutStops returns the tokens from where the next sentence begins.
func withoutStops(next []token) []token {
	for len(next) > 0 && (next[0].kind == stop || next[0].kind == query) {
		next = next[1:]
	}
	return next
}

// assents reports whether a sentence only says that all is well: what follows is
// the first that the prompt has to say.
func assents(s []token) bool {
	return len(s) <= 6 && slices.ContainsFunc(s, func(t token) bool { return classOf("THANKS").has(t.text) })
}

// rebuts reports whether a question is asked to be answered by the user: a
// single word that "no" follows, or a why that a statement follows.
func rebuts(question, next []token) bool {
	if len(question) <= 2 && begins(next, classOf("NO")) {
		return true
	}
	if question[0].text != "why" || len(question) > 16 {
		return false
	}
	for i, t := range next {
		switch t.kind {
		case query:
			return false
		case stop:
			if i > 0 && next[i-1].kind != stop {
				return true
			}
		}
	}
	return len(next) > 0
}

// introduces reports whether a word alone is no sentence but introduces the next.
func introduces(w string) bool {
	return classOf("NO").has(w) || w == "wrong" || w == "stop" || w == "again" || w == "actually" || w == "remember"
}

// read returns what a sentence says. The patterns are tried in order, the
// surest that fits counts.
func (s *sentence) read(text string, patterns []*pattern) Heard {
	best := Heard{Label: None}
	if len(s.tokens) < 2 && (len(s.tokens) == 0 || s.tokens[0].text[0] < utf8.RuneSelf && !classOf("REVERT").has(s.tokens[0].text)) {
		return best
	}
	start := s.skipFillers()
	s.marked = s.afterMark(start)
	for _, p := range patterns {
		if s.question && !p.question || p.most > 0 && len(s.tokens)-start > p.most {
			continue
		}
		if h, ok := p.match(s, start, text); ok {
			best = best.with(h)
		}
	}
	if best.Label != None {
		best.Words = strings.TrimSpace(text[s.tokens[0].from:s.tokens[len(s.tokens)-1].to])
	}
	return best
}

// Stated is the confidence in what is a whole rule.
const Stated = 0.92

// mostStated is how many tokens a sentence has at most that states one rule.
const mostStated = 20

// mayState reports whether a sentence may be a rule as it stands: it asks nothing,
// and depends on nothing.
func (s *sentence) mayState() bool {
	return !s.question && 1 < len(s.tokens) && len(s.tokens) <= mostStated && !classOf("IF").has(s.tokens[s.skipFillers()].text)
}

// plain returns a sentence without words such as "ok, so" in front.
func (s *sentence) plain(text string) string {
	return strings.TrimSpace(text[s.tokens[s.skipFillers()].from:s.tokens[len(s.tokens)-1].to])
}

// with adds what another pattern found in the same sentence: the surer one says
// what the sentence is, and each what it knows of the rule.
func (h Heard) with(o Heard) Heard {
	if o.Confidence > h.Confidence || o.Promote && !h.Promote {
		h, o = o, h
	}
	if terms(&o) > terms(&h) {
		h.Prefer, h.Avoid, h.act = o.Prefer, o.Avoid, o.act
	}
	h.Lasting = h.Lasting || o.Lasting
	if h.rest == "" {
		h.rest = o.rest
	}
	return h
}

// terms counts the terms of a rule.
func terms(h *Heard) int {
	n := 0
	if h.Prefer != "" {
		n++
	}
	if h.Avoid != "" {
		n++
	}
	return n
}

// skipFillers returns where a sentence begins after words such as "ok, so".
func (s *sentence) skipFillers() int {
	return fillers(s.tokens)
}

// fillers counts the words such as "ok, so" at the beginning of a sentence.
func fillers(s []token) int {
	i := 0
	for i < len(s)-1 {
		t := &s[i]
		if t.kind == sign && t.text != "(" || t.kind == word && classOf("FILLER").has(t.text) {
			i++
			continue
		}
		break
	}
	return i
}

// afterMark returns where the rule begins behind "from now on" or "remember:", or
// -1.
func (s *sentence) afterMark(start int) int {
	m := matcher{tokens: s.tokens}
	for _, name := range [...]string{"FROMNOW", "SOMEDAY", "REMEMBER", "MIND"} {
		for _, words := range classOf(name) {
			if !m.have(words, start) {
				continue
			}
			i := start + len(words)
			for i < len(s.tokens) && (s.tokens[i].kind == sign || s.tokens[i].text == "that" || s.tokens[i].text == "to") {
				i++
			}
			return i
		}
	}
	return -1
}

// maxClause is how many tokens into a sentence a clause may begin.
const maxClause = 60

// clauses returns where clauses begin in a sentence.
func (s *sentence) clauses(start int) []int {
	list := []int{start}
	for i := start + 1; i < min(len(s.tokens), start+maxClause); i++ {
		t := &s.tokens[i-1]
		if t.kind == sign && strings.Contains(",;-–—:，、", t.text) || t.kind == word && classOf("AND").has(t.text) {
			list = append(list, i)
		}
	}
	return list
}

// aboutOne reports whether a sentence ends in what it is about, and that is
// one thing of the product's: "in the README examples", "in this handler". Of what is
// pointed at, it is so surely.
func (s *sentence) aboutOne(pointed bool) bool {
	for i := len(s.tokens) - 2; i > 0; i-- {
		switch s.tokens[i-1].text {
		case "in", "inside", "on", "for":
		default:
			continue
		}
		switch s.tokens[i].text {
		case "this", "that", "these", "those":
			if i+1 == len(s.tokens) || s.tokens[i+1].kind == sign {
				continue // "use uv for that, pip isn't installed"
			}
		case "the":
			if pointed {
				return false
			}
		default:
			return false
		}
		place := classOf("PLACE")
		return !slices.ContainsFunc(s.tokens[i+1:], func(t token) bool { return place.has(t.text) })
	}
	return false
}

// reports reports whether a sentence, from start on, gives a task or says what
// happened when something ran.
func (s *sentence) reports(start int) bool {
	return classOf("TASK").has(s.tokens[start].text) || slices.ContainsFunc(s.tokens, func(t token) bool { return classOf("REPORT").has(t.text) })
}

// namesFile reports whether a sentence names a file.
func (s *sentence) namesFile() bool {
	return slices.ContainsFunc(s.tokens, func(t token) bool { return t.kind == path })
}

// isCommand reports whether a term is a program, or begins with one.
func (s *sentence) isCommand(term string) bool {
	program, _, _ := strings.Cut(term, " ")
	return s.known(program)
}
