package facts_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

func TestGlob(t *testing.T) {
	found := func(untracked, modified int) rule.PathState {
		return rule.PathState{Known: true, Exists: true, Repo: true, Untracked: untracked, Modified: modified, More: true}
	}
	tests := []struct {
		name, pattern string
		deep          bool
		want          rule.PathState
	}{
		{"untracked", "*.md", false, found(1, 0)},
		{"changed", "*.txt", false, found(0, 1)},
		{"of that name below", "*.txt", true, found(0, 2)},
		{"in a directory", "dir/*", false, found(1, 1)},
		{"nothing", "*.go", true, found(0, 0)},
		{"ignored files are not counted", "out/*", false, found(0, 0)},
		{"outside of the repository", "../*", false, rule.PathState{}},
	}
	repo := newRepo(t)
	write(t, filepath.Join(repo, "new.md"), "x")
	write(t, filepath.Join(repo, "a.txt"), "changed\n")
	write(t, filepath.Join(repo, "dir", "b.txt"), "changed\n")
	write(t, filepath.Join(repo, "dir", "c.py"), "x")
	write(t, filepath.Join(repo, "out", "bin"), "x")
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := source(t, repo).Glob(filepath.Join(repo, filepath.FromSlash(tt.pattern)), tt.deep)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Glob(%q, %v) (-want +got):\n%s", tt.pattern, tt.deep, diff)
			}
			if got.Is(rule.PathClean) || got.Is(rule.PathMissing) {
				t.Error("a pattern shows that nothing is lost")
			}
		})
	}
}
