package memory

import "testing"

func TestPreferenceRuleString(t *testing.T) {
	tests := []struct {
		rule PreferenceRule
		want string
	}{
		{PreferenceRule{}, ""},
		{PreferenceRule{Form: FormUse, Prefer: "uv", Avoid: "pip"}, "Use `uv`, not `pip`."},
		{PreferenceRule{Form: FormUse, Prefer: "uv"}, "Always use `uv`."},
		{PreferenceRule{Form: FormNever, Avoid: "git stash"}, "Never run `git stash`."},
		{PreferenceRule{Form: FormNever, Class: "commit"}, "Never commit."},
		{PreferenceRule{Form: FormNever, Class: "server", Avoid: "npm run dev"}, "Never start a server (`npm run dev`)."},
		{PreferenceRule{Form: FormAlways, When: "make", With: "OSD=sdl"}, "Always run `make` with `OSD=sdl`."},
		{PreferenceRule{Form: FormAlways, With: "uv run"}, "Always use `uv run`."},
		{PreferenceRule{Form: FormAfter, Class: "commit", After: "test"}, "Commit only after the tests pass."},
		{PreferenceRule{Form: FormAfter, When: "git push", After: "make check"}, "Run `git push` only after `make check` passes."},
	}
	for _, tt := range tests {
		if got := tt.rule.String(); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.rule, got, tt.want)
		}
	}
}
