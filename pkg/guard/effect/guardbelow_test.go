package effect_test

import (
	"slices"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
)

// TestGuardBelow: what is copied into a directory of the guard's own is never spared.
func TestGuardBelow(t *testing.T) {
	at := effect.Dirs{Home: "/home/ann", Project: "/home/ann/app", Guard: []string{"/home/ann/.config/ctxhook", "/home/ann/.local/bin/ctxhook"}}
	for _, tt := range []struct {
		dir  string
		want []string // among them; nil: there is no list
	}{
		{"/home/ann/.local/bin", []string{"ctxhook"}},
		{"/home/ann/.config", []string{"ctxhook"}},
		{"/home/ann/app", []string{".claude/settings.json", ".claude/settings.local.json"}},
		{"/home/ann/.config/ctxhook", nil},
		{"/home/ann/.config/ctxhook/rules", nil},
		{"/home/ann/.claude", nil},
		{"/home/ann/app/.ctxhook", nil},
	} {
		got := effect.GuardBelow(tt.dir, at)
		if tt.want == nil && got != nil {
			t.Errorf("%s: %q, want none", tt.dir, got)
		}
		for _, name := range tt.want {
			if !slices.Contains(got, name) {
				t.Errorf("%s: %q, want %s", tt.dir, got, name)
			}
		}
	}
}
