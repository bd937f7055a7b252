package preferences_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/wishes/preferences"
	"github.com/ctxhook/ctxhook/rules"
)

func TestMayBeFiles(t *testing.T) {
	tests := []struct {
		avoid, command string
		want           []string
	}{
		{"git checkout", "git checkout main", []string{"main"}},
		{"git checkout", "git checkout", []string{}},
		{"git checkout -f", "git checkout -f main", []string{"main"}},
		{"git checkout -f -q", "git checkout -f -q", []string{}},
		{"git checkout", "git log main", nil},
	}
	for _, tt := range tests {
		t.Run(tt.avoid+" for "+tt.command, func(t *testing.T) {
			r := memory.PreferenceRule{Form: memory.FormUse, Avoid: tt.avoid, Prefer: "git switch"}
			if diff := cmp.Diff(tt.want, preferences.MayBeFiles(rules.Knowledge(), &r, &parse(tt.command).Calls[0])); diff != "" {
				t.Errorf("words (-want +got)\n%s", diff)
			}
		})
	}
}
