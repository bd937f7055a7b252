package cmd

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/lint"
	"github.com/ctxhook/ctxhook/pkg/safety"
	"github.com/ctxhook/ctxhook/rules"
)

// TestRulePages: every rule that a report may name has a page, except those of
// the user.
func TestRulePages(t *testing.T) {
	list := slices.Concat(rules.Safety(), safety.OwnRules(), lint.OwnRules())
	if len(list) < 100 {
		t.Fatalf("%d rules", len(list))
	}
	for _, r := range list {
		page := rulePage(r.ID)
		if _, err := os.Stat(filepath.Join("..", filepath.FromSlash(page))); page == "" || err != nil {
			t.Errorf("%s: page %q: %v", r.ID, page, err)
		}
	}
	for _, id := range []string{"user/no-prod", "project/no-prod"} {
		if page := rulePage(id); page != "" {
			t.Errorf("%s: page %q", id, page)
		}
	}
}
