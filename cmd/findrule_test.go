package cmd

import (
	"errors"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

func TestFindRule(t *testing.T) {
	set := []*rule.Rule{{ID: "git/clean"}, {ID: "git/reset-hard"}, {ID: "git/stash-drop"}, {ID: "docker/prune"}, {ID: "user/prune"}}
	tests := []struct {
		name string
		word string
		want string // the id that is found
		hint string // or what is said instead
	}{
		{name: "id", word: "git/clean", want: "git/clean"},
		{name: "name that is clear", word: "reset-hard", want: "git/reset-hard"},
		{name: "name that two rules have", word: "prune", hint: "did you mean: docker/prune or user/prune"},
		{name: "part of a name", word: "stash", hint: "did you mean: git/stash-drop"},
		{name: "slip", word: "git/clena", hint: "did you mean: git/clean"},
		{name: "slip in a name", word: "reset-hrad", hint: "did you mean: git/reset-hard"},
		{name: "wrong pack", word: "fs/clean", hint: "did you mean: git/clean"},
		{name: "pack with nothing like it", word: "docker/xyzzyxyzzy", hint: "to see the pack: ctxhook rules list --pack docker"},
		{name: "pack alone", word: "git", hint: "to see its rules: ctxhook rules list --pack git"},
		{name: "nothing like it", word: "xyzzyxyzzy", hint: "to see them all: ctxhook rules list"},
		{name: "nothing", word: "", hint: "to see them all: ctxhook rules list"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := findRule(set, tt.word)
			if tt.want != "" {
				if err != nil || r.ID != tt.want {
					t.Errorf("got %v and %v, want %s", r, err, tt.want)
				}
				return
			}
			h, ok := errors.AsType[hinted](err)
			if !ok || h.hint != tt.hint {
				t.Errorf("got %v with hint %q, want hint %q", err, h.hint, tt.hint)
			}
		})
	}
}
