package preferences

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/rules"
)

func TestButHarmless(t *testing.T) {
	t.Parallel()
	for avoid, want := range map[string]string{
		"git restore": "Never run `git restore`, except `git restore --staged` or `git restore -n` or `git restore --dry-run`.",
		"git push":    "Never run `git push`, except `git push --dry-run` or `git push -n`.",
		"make test":   "Never run `make test`.",
	} {
		r := ButHarmless(rules.Knowledge(), memory.PreferenceRule{Form: memory.FormNever, Avoid: avoid})
		if got := r.String(); got != want {
			t.Errorf("%s: %q, want %q", avoid, got, want)
		}
	}
}
