package preferences

import (
	"slices"
	"strings"
)

// Clauses that speak of something else than what the agent is to run.

// isWritten reports whether words say into what the rest is to be written: "put into
// CONTRIBUTING.md: never force push".
func isWritten(s []token) bool {
	return len(s) > 1 && s[0].is("put|write|add|copy|paste|append|insert|include|mention|document|draft|compose|word|post|send|schreib|schreibe|formulier|formuliere|verfass|verfasse|entwirf|füge|écris|rédige|ajoute|escribe|redacta|añade|pon") && slices.ContainsFunc(s[1:], func(t token) bool {
		return strings.Contains(strings.Trim(t.text, "."), ".") || t.is("readme|docs|docu|documentation|contributing|changelog|guide|wiki|comment|template|page|section|doku|doc|mail|email|e-mail|message|letter|announcement|reply|tweet|nachricht|brief|antwort|ankündigung|courriel|lettre|annonce|correo|mensaje|carta|anuncio")
	})
}

// asRoot reports whether a sentence is about a program only where it runs as root, which is for
// Canonical.
func (p *parser) asRoot(s []token) bool {
	for i := 1; i+1 < len(s); i++ {
		if (s[i].is("as|als|como") && s[i+1].is("root") || s[i].is("with|using|mit|avec|con") && s[i+1].is("sudo")) && slices.ContainsFunc(s[:i], func(t token) bool { return p.isProgram(t.low) && !isEnglish(t.low) && !t.is("sudo") }) {
			return true
		}
	}
	return false
}

// onElsewhere reports whether a sentence is about whatever is run somewhere, which is for Places:
// "never run anything on hydra".
func onElsewhere(s []token) bool {
	for i := 0; i+2 < len(s); i++ {
		if s[i].is("anything|nothing|commands|stuff|nichts|rien|nada") && s[i+1].is("on|against|at|auf|gegen|sur|contra") {
			return true
		}
	}
	return false
}

// ofUser reports whether a clause says what the user cannot do, or does not: "I can't test
// this"; or what they do first.
func ofUser(s []token) bool {
	return looksFirst(s) || len(s) > 2 && s[0].is("we|i") && s[len(s)-1].is("ourselves|myself") && s[1].is("don't|dont|never|do") && s[1].low != "do" || len(s) > 2 && s[0].is("i") && s[1].is("can't|cannot|can|couldn't|don't|dont|didn't|won't|never|haven't") && !s[2].is("want|like|need")
}

// ofPast reports whether a clause says what was not done: "you never ran the tests".
func ofPast(s []token) bool {
	s = skipped(s, "but|and|so|because|hey|wait")
	return len(s) > 2 && s[0].is("you|we|it|they|u|nobody") && s[1].is("never|didn't|haven't|hadn't|still|just|already") && (s[2].is("ran|did|used|went|made|wrote|checked|tested|tried|told|said|got|took|had") || strings.HasSuffix(s[2].low, "ed"))
}

// isTag reports whether words ask for consent: "isn't it".
func isTag(s []token) bool {
	return len(s) < 4 && s[0].is("isn't|is|aren't|are|don't|do|doesn't|does|right|no") && s[len(s)-1].is("it|they|we|you|right|no|that")
}

// passes reports whether a word says that what stands beside it may soon be over, or holds
// for some cases: "don't push, the tests fail now".
func (t token) passes() bool {
	return t.is("now|fail|fails|failing|failed|broken|red|wrong|only|first|erst|jetzt|kaputt|maintenant|ahora")
}
