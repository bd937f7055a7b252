package preferences_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/wishes/preferences"
	"github.com/ctxhook/ctxhook/rules"
)

// A call of options alone breaks the preference, and is not written otherwise.
func TestOptionsAlone(t *testing.T) {
	r := memory.PreferenceRule{Form: memory.FormUse, Avoid: "yarn", Prefer: "npm"}
	hits := preferences.Find(rules.Knowledge(), &r, parse("yarn --silent"), nil)
	if len(hits) != 1 || len(hits[0].Edits) > 0 {
		t.Errorf("hits = %+v, want one without edits", hits)
	}
}
