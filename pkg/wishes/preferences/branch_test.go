package preferences_test

import (
	"slices"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/wishes/preferences"
	"github.com/ctxhook/ctxhook/rules"
)

func TestOnBranch(t *testing.T) {
	push := memory.PreferenceRule{Form: memory.FormNever, Class: "push", Branch: "main or master"}
	commit := memory.PreferenceRule{Form: memory.FormNever, Class: "commit", Branch: "main"}
	force := memory.PreferenceRule{Form: memory.FormNever, Class: "force-push", Branch: "main"}
	for _, tt := range []struct {
		rule    memory.PreferenceRule
		command string
		on      string // the branch that is checked out
		want    bool
	}{
		{push, "git push origin main", "topic", true},
		{push, "git push origin HEAD:main", "topic", true},
		{push, "git push -u origin topic:refs/heads/master", "topic", true},
		{push, "git push origin +main", "topic", true},
		{push, "git push origin topic main", "topic", true},
		{push, "git push origin --delete main", "topic", true},
		{push, "git push", "main", true},
		{push, "git push origin", "master", true},
		{push, "git push -u origin HEAD", "main", true},
		{push, "make test && git push", "main", true},
		{push, "git push", "topic", false},
		{push, "git push", "", false},
		{push, "git push origin main:topic", "main", false},
		{push, "git push origin topic", "main", false},
		{push, "git push --tags", "main", false},
		{push, "git push --all", "topic", true},
		{push, "git push --mirror backup", "topic", true},
		{push, "git push origin --branches", "topic", true},
		{force, "git push --all", "topic", false},
		{force, "git push --force --all", "topic", true},
		{push, "git push origin maintenance", "main", false},
		{push, "git switch -c topic && git push -u origin HEAD", "main", false},
		{push, "git checkout main && git merge topic && git push origin main", "topic", true},
		{push, "gh pr create --fill", "main", false},
		{commit, "git commit -m x", "main", true},
		{commit, "git commit -m main", "topic", false},
		{commit, "git checkout -b topic && git commit -m x", "main", false},
		{commit, "git add . && git commit -m 'on main'", "main", true},
		{force, "git push --force origin main", "topic", true},
		{force, "git push -f", "main", true},
		{force, "git push -f", "topic", false},
		{force, "git push origin main", "main", false},
	} {
		s := follow.Parse(tt.command, shell.Options{Models: rules.Command, Functions: rules.Function})
		where := func(c *shell.Call) bool { return preferences.OnBranch(&tt.rule, s, c, func() string { return tt.on }) }
		if got := len(preferences.Find(rules.Knowledge(), &tt.rule, s, where)) > 0; got != tt.want {
			t.Errorf("%s, %q on %q: %v", tt.rule, tt.command, tt.on, got)
		}
	}
}

// Each of several commands that a rule avoids counts, and is written as the one
// that it prefers.
func TestSeveralAvoided(t *testing.T) {
	parse := func(text string) *shell.Script {
		return follow.Parse(text, shell.Options{Models: rules.Command, Functions: rules.Function})
	}
	r := memory.PreferenceRule{Form: memory.FormUse, Prefer: "pnpm", Avoid: "npm or yarn"}
	if got := preferences.Triggers(rules.Knowledge(), &r); !slices.Equal(got, []string{"npm", "yarn"}) {
		t.Errorf("is about %v", got)
	}
	for command, want := range map[string]string{
		"npm install && yarn add x": "pnpm install && pnpm add x",
		"yarn":                      "pnpm install",
		"bun install":               "",
	} {
		if got, _ := preferences.Rewrite(rules.Knowledge(), &r, parse(command), nil, parse); got != want {
			t.Errorf("%q: %q, want %q", command, got, want)
		}
	}
}
