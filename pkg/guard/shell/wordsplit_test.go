package shell

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// Brackets that nothing closes are literal, and passed over at once; what else stands
// among them is a pattern.
func TestAddGlobs(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		var text strings.Builder
		for range random.IntN(14) {
			text.WriteByte("[[]/*?a"[random.IntN(7)])
		}
		var got, want Word
		got.addGlobs(text.String(), nil)
		for rest := text.String(); rest != ""; {
			n, part := 1, Part{Kind: Lit, Text: rest[:1]}
			if strings.IndexByte("*?[", rest[0]) >= 0 {
				if length, _ := globLen(rest); length > 0 {
					n, part = length, Part{Kind: Glob, Text: rest[:length]}
				}
			}
			if part.Kind == Glob {
				want.Parts = append(want.Parts, part)
			} else {
				want.Add(part)
			}
			rest = rest[n:]
		}
		if got.String() != want.String() || len(got.Parts) != len(want.Parts) {
			t.Fatalf("%q: %v, want %v", text.String(), got.Parts, want.Parts)
		}
	}
}
