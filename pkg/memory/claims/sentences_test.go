package claims

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// wordsOfMessages are those of which messages are made.
var wordsOfMessages = strings.Fields("all tests test pass passes green red fail failed not no without errors 0 1 3/4 of " +
	"the suite build compiles lint types clean `go test ./...` `make` ✅ ❌ | - * # > [ ] ( ) : ; , . ? ! → — 34/34 " +
	"fixed verified confirmed should once when if but except still now again sind grün passent verts sin fallos 通过 失敗 " +
	"``` let me know pytest test_total cart.go and is are was ran")

// TestMessages: no message of such words, however odd, ends in an error of our own.
func TestMessages(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	admits := func(string) bool { return random.IntN(4) == 0 }
	const messages, longest = 2000, 24
	for range messages {
		words := make([]string, 1+random.IntN(longest))
		for i := range words {
			words[i] = wordsOfMessages[random.IntN(len(wordsOfMessages))]
			if random.IntN(6) == 0 {
				words[i] += "\n"
			}
		}
		text := strings.Join(words, " ")
		func() {
			defer func() {
				if v := recover(); v != nil {
					t.Errorf("%q: %v", text, v)
				}
			}()
			found := Find(text)
			Named(text, []string{"pytest", "make"})
			Sounds(text, true, found, admits)
			Mentions(text, []string{"pytest"}, "test", found, admits)
			Tells(text, []string{"test_total"})
			Owns(text, "test", []string{"cart.go"}, []string{"test_total"}, true, admits)
			Says(text, admits)
			SpeaksOf("test", text)
		}()
	}
}
