package preferences

import (
	"slices"
	"strings"
)

// The forms in which the other words of this package read what waits for the user.
var (
	unlessAsked = wordsAsTyped("unless I ask")
	askMe       = wordsAsTyped("ask me")
)

// HoldsUntil reports whether words say that a wish holds until the user says otherwise: "don't
// push unless I ask", "don't commit yet".
func HoldsUntil(words string) bool {
	return waits(words, func(s []token, i int) bool { return untilAt(s, i) > 0 || asksAt(s, i) })
}

// HoldsForNow reports whether words say that, and nothing of later sessions: "don't commit yet".
func HoldsForNow(words string) bool {
	return waits(words, func(s []token, i int) bool { return untilAt(s, i) > 0 && !asksAt(s, i) })
}

func waits(words string, at func(s []token, i int) bool) bool {
	return slices.ContainsFunc(sentences(withoutMarkdown(words)), func(s []token) bool {
		for i := range s {
			if at(s, i) {
				return true
			}
		}
		return false
	})
}

func asksAt(s []token, i int) bool {
	e, ok := roleLexicon().find(s[i:])
	return ok && slices.Contains(e.roles, roleAsks)
}

// untilAsked returns a sentence in which what waits for the user stands in one form: "don't push
// until I've had a look" and "don't push yet" as "don't push unless I ask", "let me read the diff
// before you commit" as "ask me before you commit". waits reports whether it has any.
func untilAsked(s []token) (said []token, waits bool) {
	if i := slices.IndexFunc(s, func(t token) bool { return t.is("before|bevor|avant|antes") }); i > 0 && i+1 < len(s) && (s[i+1].is("you|u|every|each|any|du|tu|vous|de|que") || strings.HasSuffix(s[i+1].low, "ing")) && looksFirst(s[:i]) {
		return slices.Concat(askMe, s[i:]), true
	}
	for i := 1; i+2 < len(s); i++ { // let me read the diff, then commit
		if s[i].is(",|and|und|et|y") && s[i+1].is("then|dann|ensuite|puis|luego|después") && looksFirst(s[:i]) {
			return slices.Concat(askMe, wordsAsTyped("before you"), s[i+2:]), true
		}
	}
	for i := range s {
		if n := untilAt(s, i); n > 0 {
			rest := slices.DeleteFunc(slices.Clone(s[:i]), func(t token) bool { return t.is("erst") })
			return slices.Concat(rest, unlessAsked, s[i+n:]), true
		}
	}
	return s, false
}

// looksFirst reports whether words say that the user is to see something first: "let me review
// it", "show me the diff".
func looksFirst(s []token) bool {
	s = skipped(s, openers)
	const most = 9
	switch {
	case len(s) < 2 || len(s) > most || slices.ContainsFunc(s, isNo):
		return false
	case s[0].is("show|send|give") && s[1].is("me"):
		return true
	case s[0].is("let") && s[1].is("me"), s[0].is("i") && s[1].is("want|need|wanna|gotta|have|must|will"), s[0].is("i'd|i'll"), s[0].is("lass") && s[1].is("mich"), s[0].is("ich") && s[1].is("will|möchte|muss"):
		return anyOf(s[2:], "review|see|look|check|read|approve|inspect|eyeball|verify|sehen|anschauen|prüfen|drüberschauen|lesen|ansehen")
	case s[0].is("i'll") && s[1].is("review|look|check|read"), s[0].is("laisse-moi") && s[1].is("relire|voir|regarder|vérifier"), s[0].is("déjame") && s[1].is("revisar|ver|mirar"):
		return true
	}
	return false
}

const (
	openers = "please|pls|plz|but|and|ok|okay|so|also|hey|btw|bitte|por|favor|stp|just|always|first"
	firsts  = "i|i've|i'm|i'd|i'll|ich|j'ai|je|yo|me"
)

// untilAt returns how many words at an index say that what stands before or behind them waits for
// the user, or for what only the user learns; 0: none.
func untilAt(s []token, i int) int {
	if i == 0 && !s[0].is("noch|todavía|aún") || i+1 == len(s) && !s[i].is("yet|todavía|aún|encore") {
		return 0
	}
	before := skipped(mergedNot(lastClause(s[:i])), openers)
	refused := len(before) > 0 && isNo(before[0]) && tellsNobody(before)
	next := s[min(i+1, len(s)-1)]
	switch {
	case s[i].is("until|till|unless|bis|hasta") && next.is(firsts+"|then|que"), s[i].is("until|till") && next.is("you") && i+3 < len(s) && s[i+2].is("hear") && s[i+3].is("from"),
		refused && s[i].is("until|till|before|bis|bevor|hasta|avant") && !speaksOfChecks(s[i:]),
		s[i].is("before|bevor") && next.is(firsts) && slices.ContainsFunc(s[:i], isNo),
		s[i].is("tant") && next.is("que") || s[i].is("solange") && next.is("ich"),
		s[i].is("when|once|after|if|wenn|sobald|quand|cuando") && next.is(firsts) && anyOf(s[:i], "only|nur|erst|seulement|solo|sólo"):
		end := i + 1
		for end < len(s) && (!s[end].is(",|and|but|because|und|aber|et|mais|y|pero|so") || s[end].is("so") && s[end-1].is("say|says|said")) {
			end++
		}
		return end - i
	case s[i].is("todavía|aún") && next.is("no") && tellsNobody(s), s[i].is("noch") && next.is("nicht|kein|keine") && tellsNobody(s), s[i].is("encore") && s[i-1].is("pas") && tellsNobody(s):
		return 1
	case !refused:
		return 0
	case s[i].is("yet|todavía|aún|vorerst"):
		return 1
	case s[i].is("for|right|just") && next.is("now"), s[i].is("por") && next.is("ahora"), s[i].is("erst") && next.is("mal"), s[i].is("pour") && next.is("instant|l'instant"):
		return 2
	case s[i].is("for|at|pour|por") && next.is("the|le|el") && i+2 < len(s) && s[i+2].is("moment|momento"):
		return 3
	}
	return 0
}

// lastClause returns some words from the last on that parts clauses.
func lastClause(s []token) []token {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i].is(",|but|aber|mais|pero|so") {
			return s[i+1:]
		}
	}
	return s
}

// speaksOfChecks reports whether words are about what the agent can see to itself: "until the
// tests pass".
func speaksOfChecks(s []token) bool {
	return slices.ContainsFunc(s, func(t token) bool { return checkOf([]token{t}) != "" }) || anyOf(s, "pass|passes|passed|grün|verts|verdes|compiles|works|running|ran|run|up|ready|down|done|finished")
}

// tellsNobody reports whether the first clause of some words says of nobody what they do or need.
func tellsNobody(s []token) bool {
	if end := slices.IndexFunc(s, func(t token) bool { return t.is(",") }); end > 0 {
		s = s[:end]
	}
	return !anyOf(s, "we|i|it|they|there|he|she|is|are|was|have|has|need|worry|mind|know|think|care|bother|see|wir|ich|es|das|ist|sind|habe|on|nous|il|elle|c'est|je|hay|tengo|sé")
}

func isNo(t token) bool {
	return t.is("don't|dont|no|not|never|nothing|nobody|nicht|kein|keine|nichts|ne|pas|rien|nada|hold|wait|warte|nie")
}
