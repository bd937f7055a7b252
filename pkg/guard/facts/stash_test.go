package facts_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

func TestStash(t *testing.T) {
	repo := newRepo(t)
	if diff := cmp.Diff(rule.StashState{Known: true}, source(t, repo).Stash(repo)); diff != "" {
		t.Errorf("without a stash (-want +got):\n%s", diff)
	}
	write(t, filepath.Join(repo, "a.txt"), "changed\n")
	git(t, repo, "stash", "push", "-q", "-m", "first")
	write(t, filepath.Join(repo, "dir", "b.txt"), "changed\n")
	write(t, filepath.Join(repo, "new.md"), "x")
	git(t, repo, "stash", "push", "-q", "-u", "-m", "second")
	want := rule.StashState{
		Known: true, Messages: []string{"On main: second", "On main: first"},
		Files: []string{"dir/b.txt", "new.md"}, Added: 1,
	}
	if diff := cmp.Diff(want, source(t, repo).Stash(filepath.Join(repo, "dir"))); diff != "" {
		t.Errorf("two stashes (-want +got):\n%s", diff)
	}
	if got := source(t, repo).Stash(realDir(t)); got.Known {
		t.Errorf("Stash outside of a repository = %+v, want unknown", got)
	}
}
