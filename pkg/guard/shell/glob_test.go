package shell_test

import (
	"math/rand/v2"
	"path"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// MatchGlob agrees with path.Match where both read a pattern alike.
func TestMatchGlob(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	text := func(letters string, longest int) string {
		b := make([]byte, r.IntN(longest+1))
		for i := range b {
			b[i] = letters[r.IntN(len(letters))]
		}
		return string(b)
	}
	hits := 0
	for range 200_000 {
		pattern, name := text("ab*?*", 9), text("ab", 12)
		want, err := path.Match(pattern, name)
		if err != nil {
			t.Fatal(err)
		}
		if got := shell.MatchGlob(pattern, name); got != want {
			t.Fatalf("%q matches %q: %t, want %t", pattern, name, got, want)
		}
		if want {
			hits++
		}
	}
	if hits < 10_000 {
		t.Errorf("%d patterns matched, which is too few to tell", hits)
	}
}
