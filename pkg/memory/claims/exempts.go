package claims

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/pattern"
)

// Exempted is a claim of which a sentence takes something out.
type Exempted struct {
	Claim
	Except string // what it takes out, in its words
}

// Exempts returns what a message claims with an exception: "all tests pass apart from the
// flaky search test". What it says of other things that fail is not looked at.
func Exempts(message string) (list []Exempted) {
	if !hasWord(message, []string{"except", "apart from", "other than", "aside from", "save for", "but for", "excluding", "exception of", "all but ", "everything but "}) {
		return nil
	}
	g := grammar()
	for line := range lines(message) {
		for _, s := range g.sentences(exceptionMarks.Replace(line)) {
			at := exception().FindStringIndex(s)
			if at == nil || at[0] == 0 {
				continue
			}
			for _, clause := range g.splits.Split(strings.TrimRight(s[:at[0]], " ,(–-"), -1) {
				for _, c := range g.claimed(g.fraction.ReplaceAllString(clause, "all")) {
					c.Sentence = marks.Replace(s)
					list = append(list, Exempted{c, s[at[1]:]})
				}
			}
		}
	}
	return list
}

// exceptionMarks are marks, but for what quotes a name.
var exceptionMarks = strings.NewReplacer("*", "", "✅", ";", "✓", ";", "✔", ";")

// exception stands before what is taken out.
var exception = pattern.Later(`(?i)[,(–-]?\s*\b(?:except(?:ing)?(?: for)?|with the (?:\w+ )?exception of|excluding|apart from|aside from|other than|save for|but for|(?:all|everything) but)\b\s*`)
