package spelling

import (
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	known := []string{"delete", "discard", "rewrite", "Git", "rm"}
	for _, tc := range []struct{ word, want string }{
		{"delete", "delete"},
		{"delte", "delete"},
		{"dleete", "delete"},
		{"discrad", "discard"},
		{"git", "Git"},
		{"mr", "rm"},
		{"r", "rm"},
		{"overwrite", "rewrite"},
		{"publish", ""},
		{"", ""},
		{strings.Repeat("delete", 100), ""},
	} {
		if got := Nearest(tc.word, known); got != tc.want {
			t.Errorf("Nearest(%q) = %q, want %q", tc.word, got, tc.want)
		}
	}
}

func TestSimilarity(t *testing.T) {
	for _, tc := range []struct {
		name, a, b string
		want       int
	}{
		{"equal", "status", "status", 101},
		{"in another case", "Status", "status", 101},
		{"a letter left out", "statu", "status", 91},
		{"a letter replaced counts twice", "stavus", "status", 84},
		{"two swapped", "stauts", "status", 95},
		{"made of the same letters", "tests", "tsets", 95},
		{"turned round", "live", "evil", 75},
		{"nothing in common", "abc", "xyz", 0},
		{"no word", "", "status", 0},
		{"too long", strings.Repeat("a", 41), strings.Repeat("a", 41), 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := Similarity(tc.a, tc.b); got != tc.want {
				t.Errorf("Similarity(%q, %q) = %d, want %d", tc.a, tc.b, got, tc.want)
			}
			if got, back := Similarity(tc.a, tc.b), Similarity(tc.b, tc.a); got != back {
				t.Errorf("%d one way, %d the other", got, back)
			}
		})
	}
}

// How a word became another one.
func TestSlips(t *testing.T) {
	for _, tc := range []struct {
		name, a, b               string
		swapped, oneOff, leftOut bool
	}{
		{"equal", "status", "status", false, false, false},
		{"swapped", "stauts", "status", true, true, false},
		{"swapped at the end", "statsu", "status", true, true, false},
		{"swapped, three letters", "gti", "git", true, true, false},
		{"swapped, two letters", "sl", "ls", false, false, false},
		{"the ends swapped", "abc", "cba", false, false, false},
		{"replaced", "stavus", "status", false, true, false},
		{"replaced in a short word", "test", "text", false, false, false},
		{"inner letter left out", "stats", "status", false, true, true},
		{"one of two left out at the end", "pul", "pull", false, true, true},
		{"last letter left out", "statu", "status", false, true, false},
		{"first letter left out", "tatus", "status", false, true, false},
		{"left out of a short word", "gt", "git", false, false, true},
		{"two left out", "stas", "status", false, false, false},
		{"far beyond what is compared", "a" + strings.Repeat("b", 200), strings.Repeat("c", 200), false, false, false},
		{"one letter of a long word", strings.Repeat("b", 200) + "x" + strings.Repeat("b", 200), strings.Repeat("b", 400), false, true, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := Swapped(tc.a, tc.b); got != tc.swapped {
				t.Errorf("Swapped = %t", got)
			}
			if got := OneOff(tc.a, tc.b); got != tc.oneOff {
				t.Errorf("OneOff = %t", got)
			}
			if got := LeftOut(tc.a, tc.b); got != tc.leftOut {
				t.Errorf("LeftOut = %t", got)
			}
		})
	}
}

func TestDoubled(t *testing.T) {
	for word, want := range map[string]bool{"pull": true, "aab": true, "abb": true, "abab": false, "a": false, "": false} {
		if got := Doubled(word); got != want {
			t.Errorf("Doubled(%q) = %t", word, got)
		}
	}
}
