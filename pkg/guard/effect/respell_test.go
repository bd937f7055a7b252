package effect_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

// TestRespelled: a key that is printed in another spelling is a secret that is
// shown; one that goes on to a program, a variable or a file is not.
func TestRespelled(t *testing.T) {
	tests := map[string]bool{
		"echo $OPENAI_API_KEY | base64":                                                 true,
		"printf '%s' \"$GITHUB_TOKEN\" | rev":                                           true,
		"echo $AWS_SECRET_ACCESS_KEY | base64 | base64":                                 true,
		"xxd <<< $NPM_TOKEN":                                                            true,
		"echo CISECRET_DEPLOY | sed 's/./& /g'":                                         true,
		"AUTH=$(echo -n me:$GITHUB_TOKEN | base64)":                                     false,
		"echo $GITHUB_TOKEN | base64 > token":                                           false,
		"echo $NPM_TOKEN | tr -d '\\n' | login --stdin":                                 false,
		"echo $NPM_TOKEN | base64 -d":                                                   false,
		"echo $HOME | base64":                                                           false,
		"base64 README.md":                                                              false,
		"curl -H \"Authorization: $(echo $GITHUB_TOKEN | rev)\" https://api.github.com": false,
	}
	for text, want := range tests {
		s := follow.Parse(text, shell.Options{Models: rules.Command, Functions: rules.Function})
		got := false
		for i := range s.Calls {
			for _, e := range effect.Of(s, i, effect.Dirs{}) {
				got = got || e.Kind == rule.Secret && e.From&effect.FromEncoded != 0
			}
		}
		if got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}
