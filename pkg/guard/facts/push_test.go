package facts_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// another pushes a commit to a branch of a repository's origin from another
// clone, and fetches it.
func another(t *testing.T, repo, branch, message string) {
	t.Helper()
	clone := filepath.Join(realDir(t), "clone")
	git(t, repo, "clone", "-q", git(t, repo, "remote", "get-url", "origin"), clone)
	git(t, clone, "checkout", "-q", "-B", branch, "origin/main")
	commit(t, clone, message)
	git(t, clone, "push", "-q", "origin", branch)
	git(t, repo, "fetch", "-q")
}

func TestPush(t *testing.T) {
	tests := []struct {
		name     string
		make     func(t *testing.T, repo string)
		operands []string
		want     rule.PushState
	}{
		{
			name: "nothing to push",
			want: rule.PushState{Known: true, Branch: "main"},
		},
		{
			name: "only new commits",
			make: func(t *testing.T, repo string) { commit(t, repo, "more") },
			want: rule.PushState{Known: true, Branch: "main"},
		},
		{
			name:     "new branch",
			make:     func(t *testing.T, repo string) { git(t, repo, "branch", "topic") },
			operands: []string{"origin", "topic"},
			want:     rule.PushState{Known: true, New: true},
		},
		{
			name: "own commit amended",
			make: func(t *testing.T, repo string) {
				commit(t, repo, "draft")
				git(t, repo, "push", "-q")
				git(t, repo, "commit", "-q", "--allow-empty", "--amend", "-m", "final")
			},
			want: rule.PushState{Known: true, Gone: 1, Branch: "main"},
		},
		{
			name:     "work of another",
			make:     func(t *testing.T, repo string) { another(t, repo, "main", "of ann") },
			operands: []string{"origin", "+HEAD:refs/heads/main"},
			want:     rule.PushState{Known: true, Gone: 1, Foreign: 1, Newest: "of ann", Branch: "main"},
		},
		{
			name:     "a tag",
			make:     func(t *testing.T, repo string) { git(t, repo, "tag", "v1.0.0") },
			operands: []string{"origin", "v1.0.0"},
			want:     rule.PushState{},
		},
		{
			name:     "an address is no remote",
			operands: []string{"https://example.com/x.git", "main"},
			want:     rule.PushState{},
		},
		{
			name:     "more than one branch",
			operands: []string{"origin", "main", "topic"},
			want:     rule.PushState{},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			repo := newRepo(t)
			remote(t, repo)
			if tt.make != nil {
				tt.make(t, repo)
			}
			if tt.want.Branch != "" {
				tt.want.Tip = git(t, repo, "rev-parse", "--short=12", "origin/"+tt.want.Branch)
			}
			if diff := cmp.Diff(tt.want, source(t, repo).Push(repo, tt.operands, false)); diff != "" {
				t.Errorf("Push(%q) (-want +got):\n%s", tt.operands, diff)
			}
		})
	}
}

func TestPushThatRemoves(t *testing.T) {
	tests := []struct {
		name     string
		make     func(t *testing.T, repo string)
		operands []string
		want     rule.PushState
	}{
		{
			name:     "a branch that is here",
			make:     func(t *testing.T, repo string) { git(t, repo, "checkout", "-q", "topic") },
			operands: []string{"origin", "topic"},
			want:     rule.PushState{Known: true, Branches: true},
		},
		{
			name:     "a branch that is nowhere else",
			operands: []string{"origin", ":topic"},
			want:     rule.PushState{Known: true, Gone: 1, Branches: true},
		},
		{
			name:     "a tag that is here",
			make:     func(t *testing.T, repo string) { git(t, repo, "tag", "v1") },
			operands: []string{"origin", "v1"},
			want:     rule.PushState{Known: true},
		},
		{
			name:     "the branch that others start from",
			operands: []string{"origin", "main"},
			want:     rule.PushState{Known: true, Gone: 1, Branches: true, Default: true},
		},
		{
			name:     "an absent branch",
			operands: []string{"origin", "absent"},
			want:     rule.PushState{Strange: "absent"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			repo := newRepo(t)
			remote(t, repo)
			another(t, repo, "topic", "of ann")
			if tt.make != nil {
				tt.make(t, repo)
			}
			if diff := cmp.Diff(tt.want, source(t, repo).Push(repo, tt.operands, true)); diff != "" {
				t.Errorf("Push(%q) (-want +got):\n%s", tt.operands, diff)
			}
		})
	}
}
