package prompts

import (
	"slices"
	"strings"
	"testing"
)

func TestOrders(t *testing.T) {
	for prompt, want := range map[string]string{
		"now push it":                              "push it",
		"looks good, you can commit it now":        "commit it now",
		"ok great. commit and open a PR":           "commit | open a PR",
		"can you push that?":                       "push that",
		"did you push?":                            "",
		"don't push":                               "",
		"push once the tests pass":                 "",
		"passt, push":                              "push",
		"fix the typo in docs/a.md, then run make": "fix the typo in docs/a.md | run make",
		"the log says:\n```\npush it\n```":         "the log says",
		"thanks for pushing it":                    "",
	} {
		var got []string
		for _, o := range Orders(prompt) {
			got = append(got, o.Words()...)
		}
		if got := strings.Join(got, " | "); got != want {
			t.Errorf("%q: %q, want %q", prompt, got, want)
		}
	}
}

func TestOrders_leave(t *testing.T) {
	for prompt, want := range map[string][]Order{
		"push it":                             {{"push it", NoLeave}},
		"fine, use npm":                       {{"use npm", Permitted}},
		"OK use npm then":                     {{"use npm", Assented}},
		"all right, push it":                  {{"push it", Assented}},
		"ok, you may run the tests":           {{"run the tests", Permitted}},
		"go ahead, run the tests":             {{"run the tests", Assented}},
		"it looks fine to me you can push":    {{"push", Permitted}},
		"fix it first. you can run npm again": {{"fix it first", NoLeave}, {"run npm again", Permitted}},
		"can you run the tests?":              {{"run the tests", NoLeave}},
		"fine":                                nil,
		"no, use pnpm":                        {{"use pnpm", NoLeave}},
		"ok, but don't run the tests":         nil,
		"I don't think you can push":          nil,
		"you may run them once I am back":     nil,
		"you may push after lunch":            nil,
		"once Ann approved you can push it":   nil,
		"what do you think you can run?":      nil,
	} {
		var got []Order
		for _, o := range Orders(prompt) {
			got = append(got, o.Orders...)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", prompt, got, want)
		}
	}
}

func TestDeed(t *testing.T) {
	for text, want := range map[string]string{
		"push it":                "push it",
		"Restart the dev server": "restart dev server, runs",
		"run `make test`!":       "run make test, runs",
		"the push failed":        "",
		"what we saw there was that it had been pushed to the remote twice": "",
	} {
		words, runs := (&Order{Words: text}).Deed()
		got := strings.Join(words, " ")
		if runs {
			got += ", runs"
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
