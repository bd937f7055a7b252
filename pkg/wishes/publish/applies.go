package publish

import (
	"regexp"
	"strings"
	"sync"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Words of a preference that say what it is about, or when.
var (
	ofMoment = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\b(when|whenever|before|after|while)\s+(?:you\s+)?([^,.;:!?()]{3,48})`)
	})
	ofSubject = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\b(?:in|on|to|for|into)\s+((?:the|our|my|your|all|any|each|every)\s+)?([^,.;:!?()\s]+(?:\s+(?:messages?|files?|names?|titles?|comments?|requests?|tests?|docs?|bodies|body|logs?))?)`)
	})
	ofAnswers = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)^\s*(?:please\s+|always\s+|never\s+|don't\s+)*(?:answer|reply|respond|explain|speak|talk|write to me|be (?:brief|short|concise))\b`)
	})
)

// appliesByWords says when a preference without a rule applies, by what its words speak of.
func appliesByWords(q *memory.Preference) string {
	words := strings.Join(strings.Fields(q.Words.String()), " ")
	if ofAnswers().MatchString(words) {
		return "Applies whenever you answer the user."
	}
	if m := ofMoment().FindStringSubmatch(words); m != nil && !strings.HasPrefix(m[2], "that") {
		moment, done := strings.ToLower(m[1]), strings.TrimSpace(inline(m[2]))
		first, _, _ := strings.Cut(done, " ")
		switch doing := strings.HasSuffix(first, "ing"); {
		case moment == "while" || moment == "when" && doing:
			return "Applies whenever you are " + done + "."
		case doing:
			return "Applies " + moment + " " + done + "."
		}
		return "Applies " + moment + " you " + done + "."
	}
	if m := ofSubject().FindStringSubmatch(words); m != nil && !strings.Contains(" general this that it now future mind here english german ", " "+strings.ToLower(m[2])+" ") {
		return "Applies whenever you write or change " + strings.TrimSpace(strings.ToLower(m[1])+inline(m[2])) + "."
	}
	if categoryOf(q) == style {
		return "Applies whenever you write or change code."
	}
	return "Applies whenever you are about to do otherwise."
}
