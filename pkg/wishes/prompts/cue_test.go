package prompts

import "testing"

func TestMayWish(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		prompt string
		want   bool
	}{
		{"add the endpoint. the lockfile is mine, hands off", true},
		{"please fix the tests and leave the fixtures alone", true},
		{"we don't do squash merges, never did", true},
		{"bitte lieber mit uv", true},
		{"nunca con npm, por favor", true},
		{"I'd prefer ripgrep for all that", true},
		{"add a login page", false},
		{"the build fails, can you look?", false},
		{"don't push yet", false},
		{"never mind for now", false},
		{"why do we never get an answer from the server?", false},
		{"the docs say:\n\n> never run this as root\n\nwhat does it do?", false},
		{"<task-notification>never again</task-notification>", false},
		{"", false},
	} {
		if got := MayWish(tt.prompt); got != tt.want {
			t.Errorf("MayWish(%q) = %v, want %v", tt.prompt, got, tt.want)
		}
	}
}
