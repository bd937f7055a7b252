package preferences

import (
	"slices"
	"strings"
)

// unlessAsked stands for all by which a wish holds until the user says otherwise.
var unlessAsked, askMe = wordsAsTyped("unless I ask"), wordsAsTyped("ask me")

// HoldsUntil reports whether words say that a wish holds until the user says otherwise: "don't
// push until I've looked at it", "don't commit yet".
func HoldsUntil(words string) bool {
	return slices.ContainsFunc(sentences(withoutMarkdown(words)), func(s []token) bool {
		for i := range s {
			if untilAt(s, i) > 0 {
				return true
			}
			if e, ok := roleLexicon().find(s[i:]); ok && slices.Contains(e.roles, roleAsks) {
				return true
			}
		}
		return false
	})
}

// untilAsked returns a sentence in which what waits for the user stands in one form: "don't push
// until I've had a look" and "don't push yet" as "don't push unless I ask", "let me read the diff
// before you commit" as "ask me before you commit".
func untilAsked(s []token) []token {
	if i := slices.IndexFunc(s, func(t token) bool { return t.is("before|bevor|avant|antes") }); i > 0 && i+1 < len(s) && (s[i+1].is("you|u|every|each|any|du|tu|vous|de|que") || strings.HasSuffix(s[i+1].low, "ing")) && looksFirst(s[:i]) {
		return slices.Concat(askMe, s[i:])
	}
	for i := range s {
		if n := untilAt(s, i); n > 0 {
			rest := slices.DeleteFunc(slices.Clone(s[:i]), func(t token) bool { return t.is("erst") })
			return slices.Concat(rest, unlessAsked, s[i+n:])
		}
	}
	return s
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
// the user; 0: none.
func untilAt(s []token, i int) int {
	if i == 0 && !s[0].is("noch") || i+1 == len(s) && !s[i].is("yet|todavía|aún|encore") {
		return 0
	}
	next := s[min(i+1, len(s)-1)]
	switch {
	case s[i].is("until|till|unless|bis|hasta") && next.is(firsts), s[i].is("until|till|unless") && next.is("you") && i+3 < len(s) && s[i+2].is("hear") && s[i+3].is("from"),
		s[i].is("before|bevor") && next.is(firsts) && slices.ContainsFunc(s[:i], isNo),
		s[i].is("tant") && next.is("que") || s[i].is("solange") && next.is("ich") || s[i].is("hasta") && next.is("que"),
		s[i].is("when|once|after|if|wenn|sobald|quand|cuando") && next.is(firsts) && anyOf(s[:i], "only|nur|erst|seulement|solo|sólo"):
		end := i + 1
		for end < len(s) && (!s[end].is(",|and|but|because|und|aber|et|mais|y|pero|so") || s[end].is("so") && s[end-1].is("say|says|said")) {
			end++
		}
		return end - i
	case s[i].is("noch") && next.is("nicht|kein|keine") && tellsNobody(s), s[i].is("encore") && s[i-1].is("pas") && tellsNobody(s):
		return 1
	case !tellsNobody(s[:i]) || !slices.ContainsFunc(skipped(mergedNot(s), openers)[:1], isNo):
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

// tellsNobody reports whether the first clause of some words says of nobody what they do or need.
func tellsNobody(s []token) bool {
	if end := slices.IndexFunc(s, func(t token) bool { return t.is(",") }); end > 0 {
		s = s[:end]
	}
	return !anyOf(s, "we|i|it|they|there|he|she|is|are|was|have|has|need|worry|mind|know|think|care|bother|see|wir|ich|es|das|ist|sind|habe|on|nous|il|elle|c'est|je|hay|tengo|sé")
}

func isNo(t token) bool {
	return t.is("don't|dont|no|not|never|nicht|kein|keine|ne|pas|hold|nie")
}
