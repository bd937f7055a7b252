package preferences

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/rules"
)

// wordsOfWishes are those of which sentences are made: those that the forms look for, and what stands for
// commands, places and signs.
var wordsOfWishes = strings.Fields(`never don't always only use run not instead of no stop please use push commit edit touch change
	delete read write deploy connect install test tests before after until unless except but and or , : - . " ( ) ` + "`" + `
	in on to with without from by hand as root for the a any all anything nothing existing files branch branches main
	origin/main docs/ src/*.ts .env prod staging localhost port 3000 npm pnpm git git\ push pytest -x --force X=1 =
	you I we when if once first then myself manually generated nie nicht nimm statt jamais pas sans avant nunca sin antes`)

// TestSentences: no sentence of such words, however odd, ends in an error of our own.
func TestSentences(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	known := rules.Knowledge()
	program := func(name string) bool { return name == "npm" || name == "git" || name == "pytest" || name == "pnpm" }
	names := Names{Program: program, Paths: func(word, _ string) []string {
		if word == "docs" || word == "docs/" {
			return []string{"docs/"}
		}
		return nil
	}}
	texts := []string{"never by hand", ",", "- :", "always use edit hand with and"} // that once did
	const sentences, longest = 3000, 12
	for range sentences {
		words := make([]string, 1+random.IntN(longest))
		for i := range words {
			words[i] = wordsOfWishes[random.IntN(len(wordsOfWishes))]
		}
		texts = append(texts, strings.Join(words, " "))
	}
	for _, text := range texts {
		func() {
			defer func() {
				if v := recover(); v != nil {
					t.Errorf("%s: %v", text, v)
				}
			}()
			Parse(known, text, program)
			Canonical(known, text, names)
			Deduce(known, "", text, names)
			Written(known, text, names)
			Stated(known, text, names)
			Stating(known, text, names)
			Places("", text, names)
			Ordered(text, []string{text}, names)
			PlaceOf(text, func(path string) bool { return path == "docs" })
			HoldsUntil(text)
		}()
	}
}
