package preferences

import "testing"

func TestHoldsUntil(t *testing.T) {
	for words, want := range map[string]bool{
		"don't push until I've looked": true,
		"never push until I say so":    true,
		"don't commit yet":             true,
		"commit only when I ask":       true,
		"noch nicht pushen":            true,
		"never push to main":           false,
		"don't push, the tests fail":   false,
		"run tests before you push":    false,
	} {
		if got := HoldsUntil(words); got != want {
			t.Errorf("%q: %v, want %v", words, got, want)
		}
	}
}

func TestHoldsForNow(t *testing.T) {
	for words, want := range map[string]bool{
		"do not push yet":              true,
		"don't push until I've looked": true,
		"don't push unless I ask":      false,
		"never push to main":           false,
	} {
		if got := HoldsForNow(words); got != want {
			t.Errorf("%q: %v, want %v", words, got, want)
		}
	}
}
