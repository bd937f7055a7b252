package journal

import "testing"

func TestIsPlain(t *testing.T) {
	for said, want := range map[string]bool{
		"no, use pnpm":                    true,
		"stop using npm!":                 true,
		"never push to main.":             true,
		"would you use rg, not grep?":     false,
		"don't use find in the js code":   false,
		"never use git add .":             false,
		"never use git add ., name files": false,
		"":                                false,
	} {
		if got := isPlain(said); got != want {
			t.Errorf("%q: %v, want %v", said, got, want)
		}
	}
}
