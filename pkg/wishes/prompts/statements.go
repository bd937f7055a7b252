package prompts

import (
	"slices"
	"strings"
)

// Statement is a sentence that the user wrote in their own voice, as it stands there.
type Statement struct {
	Said   string
	Before string // the sentence before it, a question too: "commits? my business"
}

// Statements returns the sentences of a prompt in which the user asks nothing. A question
// that only asks whether it was understood is none: "leave x.md alone, ok?".
func Statements(prompt string) (list []Statement) {
	text := own(excerpt(prompt))
	if text == "" {
		return nil
	}
	before := ""
	for _, s := range latest(sentences(tokens(text), func(string) bool { return false })) {
		whole := wordsOf(text, s.tokens)
		if said := stated(&s); said != nil && !s.takesBack() && !s.givesExamples() && !s.describes() {
			list = append(list, Statement{Said: wordsOf(text, said), Before: before})
		}
		before = whole
	}
	return list
}

// stated returns what a sentence says; nil: nothing.
func stated(s *sentence) []token {
	if s.question {
		return withoutTag(s.tokens)
	}
	return s.tokens
}

// wordsOf returns some tokens as they stand in a text, with the marks around what is quoted:
// without one, it is the user's own.
func wordsOf(text string, s []token) string {
	from, to := s[0].from, s[len(s)-1].to
	if at := strings.LastIndexAny(text[:from], quotation); at >= 0 && strings.TrimLeft(text[at:from], quotation) == "" {
		from = at
	}
	to += len(text[to:]) - len(strings.TrimLeft(text[to:], quotation))
	return strings.TrimSpace(text[from:to])
}

const quotation = "\"'`”’»「」“„‘«"

// withoutTag returns a question without the tag at its end; nil: it has none.
func withoutTag(s []token) []token {
	n := len(s) - 1
	if n < 3 || s[n-1].kind != sign || !classOf("TAG").has(s[n].text) || classOf("IF").has(s[fillers(s)].text) {
		return nil
	}
	return s[:n-1]
}

// latest returns the sentences of a prompt from the last one on that takes back what was
// said before it: "never push to main. hm wait no, that's the other repo".
func latest(list []sentence) []sentence {
	for i := len(list) - 1; i > 0; i-- {
		if list[i].retracts() {
			return list[i:]
		}
	}
	return list
}

// takesBack reports whether a clause of a sentence takes back what stands before it: "hands off
// pom.xml - ah no, scratch that".
func (s *sentence) takesBack() bool {
	m := matcher{tokens: s.tokens}
	const begins = 3 // a sentence that itself takes back another one
	for i := begins; i < len(s.tokens); i++ {
		if t := &s.tokens[i-1]; t.kind != sign || !strings.Contains(",;-–—:", t.text) {
			continue
		}
		if slices.ContainsFunc(classOf("RETRACT"), func(w []string) bool { return m.have(w, i) }) {
			return true
		}
	}
	return false
}

// givesExamples reports whether a sentence introduces what a text is to say: "draft a page for
// their repo, with things like: never push".
func (s *sentence) givesExamples() bool {
	m := matcher{tokens: s.tokens}
	for i := range s.tokens {
		for _, w := range classOf("EXAMPLE") {
			if end := i + len(w); m.have(w, i) && end < len(s.tokens) && s.tokens[end].kind == sign && s.tokens[end].text == ":" {
				return true
			}
		}
	}
	return false
}

// describes reports whether a sentence thanks for what was done, or says what somebody else
// does, or what is done elsewhere: "thanks for leaving data.R alone", "the intern never runs
// clang-format", "on my other project we never use npm".
func (s *sentence) describes() bool {
	m := matcher{tokens: s.tokens}
	if len(s.tokens) > 3 && (m.have([]string{"nobody", "should"}, 0) || m.have([]string{"no", "one", "should"}, 0)) && slices.ContainsFunc(s.tokens, func(t token) bool { return t.text == "have" || t.text == "need" }) {
		return true // nobody should have to edit it by hand
	}
	if len(s.tokens) > 2 && slices.ContainsFunc(classOf("ASKING"), func(w []string) bool { return m.have(w, 0) }) {
		return true // a question without its mark
	}
	for i := range s.tokens {
		for _, w := range classOf("THANKS") {
			if end := i + len(w); i < 2 && m.have(w, i) && end < len(s.tokens) && (s.tokens[end].text == "for" || s.tokens[end].text == "für" || s.tokens[end].text == "pour" || s.tokens[end].text == "por") {
				return true
			}
		}
		if slices.ContainsFunc(classOf("ELSEWHERE"), func(w []string) bool { return m.have(w, i) }) {
			return true
		}
		if i > 2 && i < 5 && m.isOne("WHO", 0) && m.isOne("OUGHT", 2) && !m.isOne("ACTS", 1) && m.isOne("TOUCH", i) {
			return true // our formatter should never touch generated files
		}
		if i > 1 && m.isOne("USUALLY", i-1) && m.isOne("DOES", i) && m.isOne("WHO", 0) {
			return true
		}
	}
	return false
}

// isOne reports whether a class has the word at an index.
func (m *matcher) isOne(class string, i int) bool {
	return slices.ContainsFunc(classOf(class), func(w []string) bool { return len(w) == 1 && m.tokens[i].kind == word && m.tokens[i].text == w[0] })
}

// retracts reports whether a sentence begins by taking back the one before it.
func (s *sentence) retracts() bool {
	const begins = 4 // "eh, actually go ahead", "hm sorry, wrong window"
	m := matcher{tokens: s.tokens}
	for i := range s.tokens[:min(begins, len(s.tokens))] {
		if slices.ContainsFunc(classOf("RETRACT"), func(w []string) bool { return m.have(w, i) }) {
			return true
		}
	}
	return false
}
