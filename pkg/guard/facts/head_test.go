package facts_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/facts"
)

// TestHeadOf compares with git over the states that a work tree can be in.
func TestHeadOf(t *testing.T) {
	root := filepath.Join(t.TempDir(), "work")
	if err := os.Mkdir(root, 0o755); err != nil {
		t.Fatal(err)
	}
	if got := facts.HeadOf(root); got != (facts.Head{}) {
		t.Errorf("outside of git %+v", got)
	}
	git(t, root, "init", "-q", "-b", "main")
	if got := facts.HeadOf(root); got != (facts.Head{Branch: "main"}) {
		t.Errorf("before the first commit %+v", got)
	}
	git(t, root, "commit", "-q", "--allow-empty", "-m", "one")
	one := git(t, root, "rev-parse", "HEAD")
	tree := filepath.Join(filepath.Dir(root), "linked")
	git(t, root, "worktree", "add", "-q", "-b", "feature/x", tree)
	git(t, tree, "commit", "-q", "--allow-empty", "-m", "two")
	two := git(t, tree, "rev-parse", "HEAD")
	for _, tt := range []struct {
		name string
		do   []string
		root string
		want facts.Head
	}{
		{"a branch", nil, root, facts.Head{Branch: "main", Commit: one}},
		{"a linked work tree", nil, tree, facts.Head{Branch: "feature/x", Commit: two}},
		{"packed", []string{"pack-refs", "--all"}, root, facts.Head{Branch: "main", Commit: one}},
		{"a linked work tree, packed", nil, tree, facts.Head{Branch: "feature/x", Commit: two}},
		{"detached", []string{"checkout", "-q", "--detach"}, root, facts.Head{Branch: "", Commit: one}},
	} {
		if tt.do != nil {
			git(t, root, tt.do...)
		}
		if got := facts.HeadOf(tt.root); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
	for _, planted := range []string{"ref: refs/../../../../etc/passwd", "ref: /etc/passwd", "nonsense", strings.Repeat("x", 5<<10), ""} {
		if err := os.WriteFile(filepath.Join(root, ".git", "HEAD"), []byte(planted), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := facts.HeadOf(root); got != (facts.Head{}) {
			t.Errorf("HEAD is %.40q: %+v", planted, got)
		}
	}
}
