package facts_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

func TestBranch(t *testing.T) {
	// grow makes a branch with n commits and goes back to main.
	grow := func(t *testing.T, repo, name string, n int) {
		git(t, repo, "checkout", "-q", "-b", name)
		for range n {
			commit(t, repo, "on "+name)
		}
		git(t, repo, "checkout", "-q", "main")
	}
	tests := []struct {
		name   string
		make   func(t *testing.T, repo string)
		branch string
		want   rule.BranchState
	}{
		{
			name:   "absent",
			branch: "absent",
			want:   rule.BranchState{Known: true},
		},
		{
			name:   "commits nowhere else",
			make:   func(t *testing.T, repo string) { grow(t, repo, "feat/x", 2) },
			branch: "feat/x",
			want:   rule.BranchState{Known: true, Exists: true, Ahead: 2},
		},
		{
			name: "merged into HEAD",
			make: func(t *testing.T, repo string) {
				grow(t, repo, "feat", 1)
				git(t, repo, "merge", "-q", "--no-ff", "-m", "merge", "feat")
			},
			branch: "feat",
			want:   rule.BranchState{Known: true, Exists: true, Merged: true},
		},
		{
			name: "merged into a detached HEAD, which keeps nothing",
			make: func(t *testing.T, repo string) {
				grow(t, repo, "feat", 1)
				git(t, repo, "checkout", "-q", "--detach", "feat")
			},
			branch: "feat",
			want:   rule.BranchState{Known: true, Exists: true, Merged: true, Ahead: 1},
		},
		{
			name: "merged into the default branch while on another",
			make: func(t *testing.T, repo string) {
				git(t, repo, "branch", "old")
				grow(t, repo, "feat", 1)
				git(t, repo, "merge", "-q", "feat")
				git(t, repo, "checkout", "-q", "old")
			},
			branch: "feat",
			want:   rule.BranchState{Known: true, Exists: true, Merged: true},
		},
		{
			name: "the current branch is no witness for itself",
			make: func(t *testing.T, repo string) {
				grow(t, repo, "feat", 1)
				git(t, repo, "checkout", "-q", "feat")
			},
			branch: "feat",
			want:   rule.BranchState{Known: true, Exists: true, Ahead: 1},
		},
		{
			name: "merged by squash, and the file changed again since",
			make: func(t *testing.T, repo string) {
				git(t, repo, "checkout", "-q", "-b", "feat")
				write(t, filepath.Join(repo, "a.txt"), "one")
				commit(t, repo, "one")
				write(t, filepath.Join(repo, "a.txt"), "two")
				commit(t, repo, "two")
				git(t, repo, "checkout", "-q", "main")
				write(t, filepath.Join(repo, "other.txt"), "beside it")
				commit(t, repo, "beside it")
				git(t, repo, "merge", "-q", "--squash", "feat")
				commit(t, repo, "feat (#1)")
				write(t, filepath.Join(repo, "a.txt"), "three")
				commit(t, repo, "three")
			},
			branch: "feat",
			want:   rule.BranchState{Known: true, Exists: true, Ahead: 2, Squashed: true},
		},
		{
			name: "squashed, then grown",
			make: func(t *testing.T, repo string) {
				git(t, repo, "checkout", "-q", "-b", "feat")
				write(t, filepath.Join(repo, "a.txt"), "one")
				commit(t, repo, "one")
				git(t, repo, "checkout", "-q", "main")
				git(t, repo, "merge", "-q", "--squash", "feat")
				commit(t, repo, "feat (#1)")
				git(t, repo, "checkout", "-q", "feat")
				write(t, filepath.Join(repo, "b.txt"), "more")
				commit(t, repo, "more")
				git(t, repo, "checkout", "-q", "main")
			},
			branch: "feat",
			want:   rule.BranchState{Known: true, Exists: true, Ahead: 2},
		},
		{
			name: "in another branch, not merged",
			make: func(t *testing.T, repo string) {
				grow(t, repo, "feat", 1)
				git(t, repo, "branch", "copy", "feat")
			},
			branch: "feat",
			want:   rule.BranchState{Known: true, Exists: true},
		},
		{
			name: "kept by a tag",
			make: func(t *testing.T, repo string) {
				grow(t, repo, "feat", 1)
				git(t, repo, "tag", "v1", "feat")
			},
			branch: "feat",
			want:   rule.BranchState{Known: true, Exists: true},
		},
		{
			name: "pushed to its upstream",
			make: func(t *testing.T, repo string) {
				remote(t, repo)
				grow(t, repo, "feat", 1)
				git(t, repo, "push", "-q", "-u", "origin", "feat")
			},
			branch: "feat",
			want:   rule.BranchState{Known: true, Exists: true, Merged: true, Pushed: true},
		},
		{
			name: "pushed, then grown",
			make: func(t *testing.T, repo string) {
				remote(t, repo)
				grow(t, repo, "feat", 1)
				git(t, repo, "push", "-q", "-u", "origin", "feat")
				git(t, repo, "checkout", "-q", "feat")
				commit(t, repo, "more")
			},
			branch: "feat",
			want:   rule.BranchState{Known: true, Exists: true, Ahead: 1},
		},
		{
			name: "pushed under another name, without upstream",
			make: func(t *testing.T, repo string) {
				remote(t, repo)
				grow(t, repo, "feat", 1)
				git(t, repo, "push", "-q", "origin", "feat:other")
			},
			branch: "feat",
			want:   rule.BranchState{Known: true, Exists: true, Pushed: true},
		},
		{
			name:   "an expression is no branch",
			branch: "main~1",
			want:   rule.BranchState{},
		},
		{
			name:   "an option is no branch",
			branch: "--all",
			want:   rule.BranchState{},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			repo := newRepo(t)
			if tt.make != nil {
				tt.make(t, repo)
			}
			got := source(t, repo).Branch(filepath.Join(repo, "dir"), tt.branch, "")
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Branch(%q) (-want +got):\n%s", tt.branch, diff)
			}
		})
	}
}

func TestBranchThatMoves(t *testing.T) {
	repo := newRepo(t)
	remote(t, repo)
	commit(t, repo, "one")
	git(t, repo, "branch", "topic")
	commit(t, repo, "two")
	for _, tt := range []struct {
		name, branch, to string
		want             rule.BranchState
	}{
		{"one commit back, which another branch has", "main", "HEAD~1", rule.BranchState{Known: true, Exists: true, Ahead: 1}},
		{"back to its upstream", "", "origin/main", rule.BranchState{Known: true, Exists: true, Ahead: 1}},
		{"to where it is", "", "HEAD", rule.BranchState{Known: true, Exists: true}},
		{"to one that has all of it", "topic", "main", rule.BranchState{Known: true, Exists: true, Merged: true}},
		{"to no commit", "main", "absent", rule.BranchState{}},
		{"to a range", "main", "topic..main", rule.BranchState{}},
		{"to an option", "main", "--all", rule.BranchState{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, source(t, repo).Branch(repo, tt.branch, tt.to)); diff != "" {
				t.Errorf("Branch(%q, %q) (-want +got):\n%s", tt.branch, tt.to, diff)
			}
		})
	}
	git(t, repo, "checkout", "-q", "--detach")
	commit(t, repo, "three")
	want := rule.BranchState{Known: true, Exists: true, Ahead: 1}
	if diff := cmp.Diff(want, source(t, repo).Branch(repo, "", "main")); diff != "" {
		t.Errorf("detached (-want +got):\n%s", diff)
	}
}

func TestBranchOutsideOfRepository(t *testing.T) {
	isolate(t)
	if got := source(t, realDir(t)).Branch(".", "main", ""); got.Known {
		t.Errorf("Branch = %+v, want unknown", got)
	}
}

// remote gives a repository an origin that has its main branch.
func remote(t *testing.T, repo string) {
	t.Helper()
	bare := filepath.Join(realDir(t), "origin.git")
	git(t, repo, "init", "-q", "--bare", bare)
	git(t, repo, "remote", "add", "origin", bare)
	git(t, repo, "push", "-q", "-u", "origin", "main")
}
