package shell

import "testing"

func TestBytesThatAreNoText(t *testing.T) {
	for text, want := range map[string]string{
		"rm a\xebb":     "rm a_b",
		"rm $a\xebb":    "rm $a+b",
		"rm $\xeb\xebb": "rm $+_b",
		"rm $a/x\xeb":   "rm $a/x_",
	} {
		if got := ValidUTF8(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
