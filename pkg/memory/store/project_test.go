package store

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

func TestProjects(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	path := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	for name, text := range map[string]string{
		"repo/.git/config":                      "[core]\n\tbare = false\n[remote \"origin\"]\n\turl = https://ann:hunter2@example.org/shop.git\n",
		"repo/.git/worktrees/feature/commondir": "../..\n",
		"repo/.git/worktrees/feature/gitdir":    path("feature/.git") + "\n",
		"feature/.git":                          "gitdir: " + path("repo/.git/worktrees/feature") + "\n",
		"repo/.git/modules/sub/config":          "[remote \"origin\"]\n\turl = git@example.org:sub.git\n",
		"repo/sub/.git":                         "gitdir: ../.git/modules/sub\n",
		"bare.git/worktrees/main/commondir":     "../..",
		"bare.git/worktrees/main/gitdir":        "../../../main/.git",
		"sly/.git":                              "gitdir: own",
		"sly/own/commondir":                     path("repo/.git"),
		"sly/own/gitdir":                        path("sly/.git"),
		"slyer/.git":                            "gitdir: " + path("repo/.git/worktrees/feature"),
		"main/.git":                             "gitdir: ../bare.git/worktrees/main",
		"plain/.ctxhook/config.yaml":            "",
		"odd/.git":                              "gitdir: ",
	} {
		if err := os.MkdirAll(filepath.Dir(path(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct{ root, main, remote string }{
		{"repo", "repo", "https://example.org/shop.git"},
		{"feature", "repo", "https://example.org/shop.git"},
		{"repo/sub", "repo/sub", "git@example.org:sub.git"},
		{"main", "bare.git", ""},
		{"plain", "plain", ""},
		{"odd", "odd", ""},
		{"sly", "sly", ""},
		{"slyer", "slyer", ""},
		{"gone", "gone", ""},
	}
	for _, tt := range tests {
		if main, remote := repository(path(tt.root)); main != path(tt.main) || remote != tt.remote {
			t.Errorf("%s is %s at %q, want %s at %q", tt.root, main, remote, path(tt.main), tt.remote)
		}
	}
	// What one work tree taught, the others know, whichever came first.
	for _, first := range []string{"repo", "feature"} {
		s := fresh(t)
		update(t, s, func(tx *Tx) error {
			return tx.PutLesson(&memory.Lesson{Project: path(first), Kind: memory.LessonFix, Key: "k"})
		})
		for _, second := range []string{"feature", "repo"} {
			view(t, s, func(tx *Tx) error {
				list, err := tx.Lessons(path(second), memory.LessonFix, nil)
				if len(list) != 1 || list[0].Project != path("repo") {
					t.Errorf("taught in %s, asked in %s: %v", first, second, list)
				}
				return err
			})
		}
	}
}
