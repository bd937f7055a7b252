package git_test

import (
	"errors"
	"strings"
	"testing"

	reader "github.com/ctxhook/ctxhook/pkg/base/git"
)

// TestResolve: a word names the commit that it names for git, or it is left to git.
func TestResolve(t *testing.T) {
	dir := newRepo(t)
	for _, args := range [][]string{
		{"commit", "-q", "--allow-empty", "-m", "second"},
		{"tag", "light"}, {"tag", "-a", "-m", "x", "heavy"},
		{"checkout", "-q", "-b", "side", "HEAD~1"}, {"commit", "-q", "--allow-empty", "-m", "aside"},
		{"checkout", "-q", "main"}, {"merge", "-q", "--no-ff", "-m", "merge", "side"},
		{"branch", "both"}, {"tag", "both", "HEAD~1"},
		{"update-ref", "refs/remotes/origin/far", "HEAD~1"},
		{"commit", "-q", "--allow-empty", "-m", "last"},
	} {
		git(t, dir, args...)
	}
	r, err := reader.Open(dir, reader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	hash := strings.TrimSpace(git(t, dir, "rev-parse", "side"))
	for _, tt := range []struct {
		word string
		ours bool // it is not left to git
	}{
		{"HEAD", true}, {"@", true}, {"main", true}, {"side", true}, {"refs/heads/side", true}, {"heads/side", true}, {hash, true}, {hash[:12], false},
		{"light", true}, {"heavy", true}, {"heavy~1", true}, {"both", true}, {"origin/far", true},
		{"HEAD~", true}, {"HEAD^", true}, {"HEAD~1", true}, {"HEAD~2", true}, {"HEAD~~", true}, {"HEAD~3", true}, {"HEAD^^", true},
		{"HEAD~^2", true}, {"HEAD~1^1~1", true}, {"HEAD~0", true}, {"HEAD^0", true}, {"main~1^2^", true},
		{"HEAD^2", false}, {"HEAD~9", false}, {"HEAD~10001", false}, {"HEAD~99999999999999999999", false},
		{"HEAD^{commit}", false}, {"HEAD~x", false}, {"HEAD@{1}", false}, {"nowhere", false}, {"-x", false}, {"", false},
	} {
		out, failed := command(dir, "rev-parse", "-q", "--verify", tt.word+"^{commit}").Output()
		want := strings.TrimSpace(string(out))
		got, err := r.Resolve(tt.word)
		if (err == nil) != tt.ours {
			t.Errorf("%q: %q, %v", tt.word, got, err)
		}
		if err == nil && (failed != nil || got != want) {
			t.Errorf("%q is %s, for git %s (%v)", tt.word, got, want, failed)
		}
		if strings.HasPrefix(tt.word, "HEAD~1000") && !errors.Is(err, reader.ErrUnsupported) {
			t.Errorf("%q: %v, want it left to git", tt.word, err)
		}
	}
}
