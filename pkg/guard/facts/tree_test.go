package facts_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

func TestTree(t *testing.T) {
	tests := []struct {
		name string
		make func(t *testing.T, repo string) (dir string)
		want func(repo, dir string) rule.TreeState
	}{
		{
			name: "clean",
			make: func(t *testing.T, repo string) string { return repo },
			want: func(repo, dir string) rule.TreeState {
				return rule.TreeState{Known: true, Repo: true, Root: repo, Branch: "main"}
			},
		},
		{
			name: "staged, unstaged, deleted and untracked, seen from a directory below",
			make: func(t *testing.T, repo string) string {
				write(t, filepath.Join(repo, "a.txt"), "changed\n")
				os.Remove(filepath.Join(repo, "dir", "b.txt"))
				write(t, filepath.Join(repo, "new.txt"), "staged\n")
				git(t, repo, "add", "new.txt")
				write(t, filepath.Join(repo, "many", "1"), "")
				write(t, filepath.Join(repo, "many", "2"), "")
				write(t, filepath.Join(repo, "x.log"), "ignored")
				return filepath.Join(repo, "dir")
			},
			want: func(repo, dir string) rule.TreeState {
				return rule.TreeState{Known: true, Repo: true, Root: repo, Branch: "main", Modified: 3, Staged: 1, Untracked: 1}
			},
		},
		{
			name: "a conflict is a change",
			make: func(t *testing.T, repo string) string {
				git(t, repo, "checkout", "-q", "-b", "other")
				write(t, filepath.Join(repo, "a.txt"), "theirs\n")
				commit(t, repo, "theirs")
				git(t, repo, "checkout", "-q", "main")
				write(t, filepath.Join(repo, "a.txt"), "ours\n")
				commit(t, repo, "ours")
				tryGit(repo, "merge", "-q", "other")
				return repo
			},
			want: func(repo, dir string) rule.TreeState {
				return rule.TreeState{Known: true, Repo: true, Root: repo, Branch: "main", Modified: 1}
			},
		},
		{
			name: "stashes",
			make: func(t *testing.T, repo string) string {
				for _, text := range []string{"1", "2"} {
					write(t, filepath.Join(repo, "a.txt"), text)
					git(t, repo, "stash", "-q")
				}
				return repo
			},
			want: func(repo, dir string) rule.TreeState {
				return rule.TreeState{Known: true, Repo: true, Root: repo, Branch: "main", Stashes: 2}
			},
		},
		{
			name: "detached head",
			make: func(t *testing.T, repo string) string {
				git(t, repo, "checkout", "-q", "--detach")
				return repo
			},
			want: func(repo, dir string) rule.TreeState {
				return rule.TreeState{Known: true, Repo: true, Root: repo}
			},
		},
		{
			name: "unborn branch",
			make: func(t *testing.T, _ string) string {
				dir := realDir(t)
				git(t, dir, "init", "-q", "-b", "trunk")
				write(t, filepath.Join(dir, "x"), "")
				return dir
			},
			want: func(repo, dir string) rule.TreeState {
				return rule.TreeState{Known: true, Repo: true, Root: dir, Branch: "trunk", Untracked: 1}
			},
		},
		{
			name: "linked worktree",
			make: func(t *testing.T, repo string) string {
				dir := filepath.Join(realDir(t), "wt")
				git(t, repo, "worktree", "add", "-q", "-b", "side", dir)
				write(t, filepath.Join(dir, "a.txt"), "changed\n")
				return dir
			},
			want: func(repo, dir string) rule.TreeState {
				return rule.TreeState{Known: true, Repo: true, Root: dir, Branch: "side", Modified: 1, Linked: true}
			},
		},
		{
			name: "submodule is a tree of its own",
			make: func(t *testing.T, repo string) string {
				super := realDir(t)
				git(t, super, "init", "-q")
				git(t, super, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", repo, "sub")
				commit(t, super, "sub")
				dir := filepath.Join(super, "sub")
				write(t, filepath.Join(dir, "a.txt"), "changed\n")
				return dir
			},
			want: func(repo, dir string) rule.TreeState {
				return rule.TreeState{Known: true, Repo: true, Root: dir, Branch: "main", Modified: 1}
			},
		},
		{
			name: "through a link",
			make: func(t *testing.T, repo string) string {
				link := filepath.Join(realDir(t), "link")
				symlink(t, filepath.Join(repo, "dir"), link)
				return link
			},
			want: func(repo, dir string) rule.TreeState {
				return rule.TreeState{Known: true, Repo: true, Root: repo, Branch: "main"}
			},
		},
		{
			name: "no repository",
			make: func(t *testing.T, _ string) string { return realDir(t) },
			want: func(repo, dir string) rule.TreeState { return rule.TreeState{Known: true} },
		},
		{
			name: "no directory",
			make: func(t *testing.T, repo string) string { return filepath.Join(repo, "absent") },
			want: func(repo, dir string) rule.TreeState { return rule.TreeState{} },
		},
		{
			name: "bare repository that lies in the tree",
			make: func(t *testing.T, repo string) string {
				dir := filepath.Join(repo, "vendor", "planted")
				git(t, repo, "init", "-q", "--bare", dir)
				return dir
			},
			want: func(repo, dir string) rule.TreeState { return rule.TreeState{} },
		},
		{
			name: "inside of .git",
			make: func(t *testing.T, repo string) string { return filepath.Join(repo, ".git") },
			want: func(repo, dir string) rule.TreeState { return rule.TreeState{} },
		},
		{
			name: "broken repository",
			make: func(t *testing.T, repo string) string {
				write(t, filepath.Join(repo, ".git", "index"), "no index")
				return repo
			},
			want: func(repo, dir string) rule.TreeState { return rule.TreeState{} },
		},
		{
			name: "core.worktree that leads elsewhere",
			make: func(t *testing.T, repo string) string {
				git(t, repo, "config", "core.worktree", realDir(t))
				return repo
			},
			want: func(repo, dir string) rule.TreeState { return rule.TreeState{} },
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			repo := newRepo(t)
			dir := tt.make(t, repo)
			got := source(t, "").Tree(dir)
			if diff := cmp.Diff(tt.want(repo, dir), got); diff != "" {
				t.Errorf("Tree(%s) (-want +got):\n%s", dir, diff)
			}
		})
	}
}

func TestTreeStopsAtBound(t *testing.T) {
	repo := newRepo(t)
	for _, name := range []string{"1", "2", "3", "4", "5"} {
		write(t, filepath.Join(repo, name), "")
	}
	got := bounded(repo, 3).Tree(repo)
	want := rule.TreeState{Known: true, Repo: true, Root: repo, Branch: "main", Untracked: 3, More: true}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Tree (-want +got):\n%s", diff)
	}
}
