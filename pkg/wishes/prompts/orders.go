package prompts

import (
	"slices"
	"strings"
)

// Ordering is a sentence in which the user orders something, or lets the agent do it.
type Ordering struct {
	Said   string // the sentence; of one that refuses something as well, its orders alone
	Orders []Order
}

// Order is a clause that may be an order.
type Order struct {
	Words string // from its first word on that is no preface: "push it" of "ok, now push it"
	Leave Leave
}

// maxOrder is how many words an order has at most: a longer clause tells something.
const maxOrder = 12

// Plain returns the words of an order in lower case, without marks around them; nil where it is
// too long to be one.
func (o *Order) Plain() []string {
	words := strings.Fields(strings.ToLower(o.Words))
	for i, w := range words {
		words[i] = strings.Trim(w, ".,;:!?`'\"()")
	}
	if words = slices.DeleteFunc(words, func(w string) bool { return w == "" }); len(words) > maxOrder {
		return nil
	}
	return words
}

// Deed returns the words of an order without articles: "restart dev server". It is nil where the
// clause begins with one, and so tells of a thing. runs reports whether the first word says no more
// than that something is to be done: "run", "start".
func (o *Order) Deed() (words []string, runs bool) {
	words = o.Plain()
	article := func(w string) bool { return classOf("ARTICLE").has(w) }
	if len(words) == 0 || article(words[0]) {
		return nil, false
	}
	return slices.DeleteFunc(words, article), classOf("RUNS").has(words[0])
}

// Leave is what the words in front of a clause say of how long it may be done.
type Leave int

// From the narrowest to the widest.
const (
	NoLeave   Leave = iota // "push it": ordered and no more
	Assented               // "ok, push it"
	Permitted              // "fine, push it", "you may push": from now on
)

// Words returns the words of all orders of a sentence.
func (o *Ordering) Words() (list []string) {
	for _, order := range o.Orders {
		list = append(list, order.Words)
	}
	return list
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
		o := Ordering{Said: wordsOf(text, s.tokens), Orders: s.orders(text)}
		if slices.ContainsFunc(s.tokens, token.refuses) {
			o.Said = strings.Join(o.Words(), ", ") // "fix a.ts and don't touch b.ts" orders a.ts
		}
		if len(o.Orders) > 0 {
			list = append(list, o)
		}
	}
	return list
}

// orders returns the clauses of a sentence that may be orders.
func (s *sentence) orders(text string) (list []Order) {
	clauses := s.orderClauses()
	before := NoLeave // what a clause says that only leads up to the next: "fine, use npm"
	for i, clause := range clauses {
		p := prefaceOf(clause)
		if p.words == len(clause) {
			before = max(before, p.leave)
			continue
		}
		if slices.ContainsFunc(clause[p.words:], token.depends) {
			break // nor what follows it
		}
		leave := max(before, p.leave)
		before = NoLeave
		if slices.ContainsFunc(clause, token.refuses) || i+1 < len(clauses) && clauses[i+1][0].depends() {
			continue // push it, if CI is green
		}
		if p.asks || !s.question {
			list = append(list, Order{wordsOf(text, clause[p.to:]), leave})
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

// preface is what stands before what a clause asks for.
type preface struct {
	words int  // how many the clause begins with
	to    int  // where it ends, behind words in the middle of the clause, too
	asks  bool // it asks the agent to do it: "can you", "go ahead and"
	leave Leave
}

// prefaceOf returns the words in front of what a clause asks for. Those that permit it may stand
// behind others: "it looks fine to me you can push".
func prefaceOf(clause []token) (p preface) {
	m := matcher{tokens: clause}
	for {
		n := m.longest(p.words, "ASKS", "PERMITS", "ASSENTS", "FILLER", "THANKS", "PREFACE")
		if n == 0 {
			break
		}
		p.asks = p.asks || m.longest(p.words, "ASKS", "PERMITS") == n
		switch n {
		case m.longest(p.words, "PERMITS"):
			p.leave = Permitted
		case m.longest(p.words, "ASSENTS"):
			p.leave = max(p.leave, Assented)
		}
		p.words += n
	}
	p.to = p.words
	if p.words > 0 {
		return p
	}
	for i := range clause {
		if n := m.longest(i, "PERMITS"); n > 1 && i+n < len(clause) {
			return preface{to: i + n, leave: Permitted}
		}
	}
	return p
}

// longest returns how many tokens from an index on the longest phrase of some classes has there.
func (m *matcher) longest(at int, classes ...string) (n int) {
	for _, name := range classes {
		for _, w := range classOf(name) {
			if len(w) > n && at+len(w) <= len(m.tokens) && m.have(w, at) {
				n = len(w)
			}
		}
	}
	return n
}

// refuses reports whether a word says no.
func (t token) refuses() bool {
	return t.kind == word && (classOf("NOT").has(t.text) || classOf("REFUSES").has(t.text))
}

// depends reports whether a word says that something else comes first.
func (t token) depends() bool { return t.kind == word && classOf("DEPENDS").has(t.text) }
