package prompts

import (
	"slices"
	"strings"
)

// Ordering is a sentence in which the user orders something.
type Ordering struct {
	Said   string   // the sentence; of one that refuses something as well, its orders alone
	Orders []string // its clauses that may be orders, each from its first word on that is no preface
}

// Orders returns the sentences of a prompt that may have orders: "looks good, you can commit it
// now" has "commit it now". A question has one where it asks the agent to do something: "can you
// push that?". A clause that says no, or depends on something, orders nothing.
func Orders(prompt string) (list []Ordering) {
	text := own(excerpt(prompt))
	if text == "" {
		return nil
	}
	for _, s := range latest(sentences(tokens(text), func(string) bool { return false })) {
		if s.givesExamples() || s.describes() {
			continue
		}
		o := Ordering{Said: wordsOf(text, s.tokens)}
		clauses := s.orderClauses()
		for i, clause := range clauses {
			if slices.ContainsFunc(clause, token.depends) {
				break // nor what follows it
			}
			if slices.ContainsFunc(clause, token.refuses) || i+1 < len(clauses) && clauses[i+1][0].depends() {
				continue // push it, if CI is green
			}
			n, asked := preface(clause)
			if n < len(clause) && (asked || !s.question) {
				o.Orders = append(o.Orders, wordsOf(text, clause[n:]))
			}
		}
		if slices.ContainsFunc(s.tokens, token.refuses) {
			o.Said = strings.Join(o.Orders, ", ") // "fix a.ts and don't touch b.ts" orders a.ts
		}
		if len(o.Orders) > 0 {
			list = append(list, o)
		}
	}
	return list
}

// orderClauses parts a sentence at signs, and at words that begin what is to be done next.
func (s *sentence) orderClauses() (list [][]token) {
	from := 0
	for i := range s.tokens {
		t := &s.tokens[i]
		joins := t.kind == word && classOf("THEN").has(t.text)
		if !joins && !(t.kind == sign && strings.Contains(",;:-–—()>→", t.text)) {
			continue
		}
		if from < i {
			list = append(list, s.tokens[from:i])
		}
		from = i + 1
	}
	if from < len(s.tokens) {
		list = append(list, s.tokens[from:])
	}
	return list
}

// preface returns how many tokens stand before what a clause asks for; asked reports whether
// they ask the agent to do it: "can you", "go ahead and".
func preface(s []token) (n int, asked bool) {
	m := matcher{tokens: s}
	for n < len(s) {
		i := n
		for _, name := range [...]string{"ASKS", "FILLER", "THANKS", "PREFACE"} {
			for _, w := range classOf(name) {
				if end := n + len(w); end > i && end <= len(s) && m.have(w, n) {
					i, asked = end, asked || name == "ASKS"
				}
			}
		}
		if i == n {
			break
		}
		n = i
	}
	return n, asked
}

// refuses reports whether a word says no.
func (t token) refuses() bool {
	return t.kind == word && (classOf("NOT").has(t.text) || classOf("REFUSES").has(t.text))
}

// depends reports whether a word says that something else comes first.
func (t token) depends() bool { return t.kind == word && classOf("DEPENDS").has(t.text) }
