package journal

import (
	"slices"
	"strings"
	"testing"
)

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

func TestConceded(t *testing.T) {
	for prompt, want := range map[string]string{
		"fine, use npm":                               "use npm",
		"OK use npm then":                             "use npm then",
		"all right, push it":                          "push it",
		"ok, you may run the tests now":               "run the tests nowyou may run the tests now",
		"go ahead, run the tests":                     "run the tests",
		"fix the header first. you can run npm again": "run npm again",
		"fine":                              "",
		"no, use pnpm":                      "",
		"ok, but don't run the tests yet":   "",
		"you may run them once I am back":   "",
		"once Ann approved you can push it": "",
		"can you run the tests?":            "",
		"ok. what do the tests say about x": "",
		"Okay. Now read the file that lists all the users and their rights and tell me why": "",
	} {
		got := ""
		for _, words := range slices.Concat(conceded(prompt, permitting[:]), conceded(prompt, assenting[:])) {
			got += strings.Join(words, " ")
		}
		if got != want {
			t.Errorf("%q: %q, want %q", prompt, got, want)
		}
	}
}
