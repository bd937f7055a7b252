package journal

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/wishes/manifests"
)

// The paragraph about lines costs a model little beside their numbers.
func TestUnreadNoteIsShort(t *testing.T) {
	text := unreadNote([]manifests.Line{{File: "CLAUDE.md", Line: 7}})
	if n := display.Tokens(text); n > 115 {
		t.Errorf("%d tokens: %s", n, text)
	}
	text = unreadNote([]manifests.Line{{File: "CLAUDE.md", Line: 31}, {File: "CLAUDE.md", Line: 7}, {File: "apps/web/AGENTS.md", Line: 3}})
	for _, want := range []string{"CLAUDE.md 7, 31; apps/web/AGENTS.md 3.", "remember --written <<'E'\nCLAUDE.md:12: "} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in: %s", want, text)
		}
	}
}
