package safety

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// FuzzSearched: a text that globs are held against faster matches the same globs, and
// only blanks are left out of it.
func FuzzSearched(f *testing.F) {
	f.Add("export PATH=/usr/bin\n\talias claude=x\u00a0", "*aliasclaude=*")
	f.Add("\xff\u2003b", "*?b")
	f.Add("ab", "a*b")
	f.Add("", "*")
	f.Fuzz(func(t *testing.T, text, glob string) {
		got := withoutBlanks(text)
		if want := strings.Join(strings.Fields(text), ""); got != want {
			t.Errorf("%q without blanks is %q, want %q", text, got, want)
		}
		if got, want := newSearched(text).matchesAny([]string{glob}), shell.MatchGlob(glob, text); got != want {
			t.Errorf("%q matches %q: %t, want %t", text, glob, got, want)
		}
	})
}
