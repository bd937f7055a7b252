package facts_test

import (
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// TestLanding: files with content that is in no commit are told when others
// take their place.
func TestLanding(t *testing.T) {
	if _, err := exec.LookPath("tar"); err != nil {
		t.Skip("no tar")
	}
	repo, other := newRepo(t), realDir(t)
	write(t, filepath.Join(repo, "a.txt"), "changed\n")
	write(t, filepath.Join(repo, "new.md"), "mine")
	write(t, filepath.Join(repo, "out", "x"), "built")
	write(t, filepath.Join(repo, "empty"), "")
	for _, name := range []string{"a.txt", "dir/b.txt", "new.md", "out/x", "empty", "absent"} {
		write(t, filepath.Join(other, "top", name), "theirs")
	}
	write(t, filepath.Join(other, "same", "new.md"), "mine")
	archive := filepath.Join(other, "o.tgz")
	if out, err := exec.Command("tar", "-czf", archive, "-C", other, "top").CombinedOutput(); err != nil {
		t.Fatalf("tar: %v\n%s", err, out)
	}
	tests := []struct {
		name string
		q    rule.LandingQuery
		want rule.LandingState
	}{
		{"what a directory holds", rule.LandingQuery{From: []string{filepath.Join(other, "top") + "/."}}, rule.LandingState{Known: true, Names: []string{"a.txt", "new.md", "out/x"}}},
		{"the directory itself", rule.LandingQuery{From: []string{filepath.Join(other, "top")}}, rule.LandingState{Known: true}},
		{"the same content", rule.LandingQuery{From: []string{filepath.Join(other, "same") + "/."}}, rule.LandingState{Known: true}},
		{"an archive", rule.LandingQuery{From: []string{archive}}, rule.LandingState{Known: true}},
		{"without the first name", rule.LandingQuery{From: []string{archive}, Strip: 1}, rule.LandingState{Known: true, Names: []string{"a.txt", "new.md", "out/x"}}},
		{"what is named", rule.LandingQuery{From: []string{archive}, Strip: 1, Only: []string{"top/out"}}, rule.LandingState{Known: true, Names: []string{"out/x"}}},
		{"without what is named", rule.LandingQuery{From: []string{archive}, Strip: 1, Exclude: []string{"*.md", "out"}}, rule.LandingState{Known: true, Names: []string{"a.txt"}}},
		{"a commit", rule.LandingQuery{Commit: "HEAD"}, rule.LandingState{Known: true, Names: []string{"a.txt"}}},
		{"no archive", rule.LandingQuery{From: []string{filepath.Join(other, "same", "new.md")}}, rule.LandingState{}},
		{"absent", rule.LandingQuery{From: []string{filepath.Join(other, "absent")}}, rule.LandingState{}},
		{"outside of a repository", rule.LandingQuery{Dir: other, From: []string{archive}}, rule.LandingState{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.q.Dir == "" {
				tt.q.Dir = repo
			}
			got := source(t, repo).Landing(tt.q)
			slices.Sort(got.Names)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Landing (-want +got):\n%s", diff)
			}
		})
	}
}
