package prompts

import (
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
			got = append(got, o.Orders...)
		}
		if got := strings.Join(got, " | "); got != want {
			t.Errorf("%q: %q, want %q", prompt, got, want)
		}
	}
}
