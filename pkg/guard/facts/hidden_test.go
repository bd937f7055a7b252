package facts_test

import (
	"path/filepath"
	"testing"
)

// A tracked file that git was told not to look at may have changed: what git says of it
// is not all there is.
func TestFilesThatGitLooksAwayFrom(t *testing.T) {
	tests := []struct {
		name, option string
		more         bool
	}{
		{"looked at", "", false},
		{"assumed unchanged", "--assume-unchanged", true},
		{"left out of the work tree, and there", "--skip-worktree", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := newRepo(t)
			leaveToGit(t, dir)
			if tt.option != "" {
				git(t, dir, "update-index", tt.option, "a.txt")
			}
			if got := source(t, dir).Path(filepath.Join(dir, "a.txt")); !got.Known || got.Tracked != 1 || got.More != tt.more {
				t.Errorf("a.txt: %+v, want more = %v", got, tt.more)
			}
			if got := source(t, dir).Path(filepath.Join(dir, "dir", "b.txt")); got.More {
				t.Errorf("another file: %+v", got)
			}
		})
	}
}
