package facts_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

func TestPath(t *testing.T) {
	tests := []struct {
		name string
		make func(t *testing.T, repo string)
		path string // relative to the repository
		want rule.PathState
		is   []string // the conditions that hold
	}{
		{
			name: "missing",
			path: "absent/deeper",
			want: rule.PathState{Known: true},
			is:   []string{rule.PathMissing},
		},
		{
			name: "tracked file",
			path: "a.txt",
			want: rule.PathState{Known: true, Exists: true, Repo: true, Files: 1, Tracked: 1},
			is:   []string{rule.PathClean},
		},
		{
			name: "tracked directory, named with a slash",
			path: "dir/",
			want: rule.PathState{Known: true, Exists: true, Dir: true, Repo: true, Files: 1, Tracked: 1},
			is:   []string{rule.PathClean},
		},
		{
			name: "modified and untracked",
			make: func(t *testing.T, repo string) {
				write(t, filepath.Join(repo, "dir", "b.txt"), "changed\n")
				write(t, filepath.Join(repo, "dir", "new", "1"), "")
				write(t, filepath.Join(repo, "dir", "new", "2"), "")
				write(t, filepath.Join(repo, "elsewhere"), "")
			},
			path: "dir",
			want: rule.PathState{Known: true, Exists: true, Dir: true, Repo: true, Files: 3, Tracked: 1, Untracked: 2, Modified: 1},
			is:   []string{rule.PathDirty, rule.PathUntracked},
		},
		{
			name: "ignored directory",
			make: func(t *testing.T, repo string) {
				write(t, filepath.Join(repo, "out", "bin", "x"), "")
			},
			path: "out",
			want: rule.PathState{Known: true, Exists: true, Dir: true, Repo: true, Ignored: true, Files: 1},
			is:   []string{rule.PathIgnored},
		},
		{
			name: "below an ignored directory",
			make: func(t *testing.T, repo string) {
				write(t, filepath.Join(repo, "out", "bin", "x"), "")
			},
			path: "out/bin",
			want: rule.PathState{Known: true, Exists: true, Dir: true, Repo: true, Ignored: true, Files: 1},
			is:   []string{rule.PathIgnored},
		},
		{
			name: "ignored directory with a file that was added by force",
			make: func(t *testing.T, repo string) {
				write(t, filepath.Join(repo, "out", "kept"), "")
				git(t, repo, "add", "-f", "out/kept")
				git(t, repo, "commit", "-q", "-m", "kept")
				write(t, filepath.Join(repo, "out", "junk"), "")
			},
			path: "out",
			want: rule.PathState{Known: true, Exists: true, Dir: true, Repo: true, Files: 2, Tracked: 1, Ignores: []string{"junk"}},
			is:   []string{rule.PathClean},
		},
		{
			name: "ignored file beside tracked ones",
			make: func(t *testing.T, repo string) {
				write(t, filepath.Join(repo, "dir", "x.log"), "")
			},
			path: "dir",
			want: rule.PathState{Known: true, Exists: true, Dir: true, Repo: true, Files: 2, Tracked: 1, Ignores: []string{"x.log"}},
			is:   []string{rule.PathClean},
		},
		{
			name: "empty directory",
			make: func(t *testing.T, repo string) {
				if err := os.Mkdir(filepath.Join(repo, "empty"), 0o755); err != nil {
					t.Fatal(err)
				}
			},
			path: "empty",
			want: rule.PathState{Known: true, Exists: true, Empty: true, Dir: true, Repo: true},
			is:   []string{rule.PathEmpty, rule.PathClean},
		},
		{
			name: "the link, not its target",
			make: func(t *testing.T, repo string) {
				symlink(t, filepath.Join(repo, "dir"), filepath.Join(repo, "link"))
			},
			path: "link",
			want: rule.PathState{Known: true, Exists: true, Symlink: true, Repo: true, Files: 1, Untracked: 1},
			is:   []string{rule.PathUntracked, rule.PathSymlink},
		},
		{
			name: "links below are not followed",
			make: func(t *testing.T, repo string) {
				symlink(t, "/", filepath.Join(repo, "dir", "root"))
			},
			path: "dir",
			want: rule.PathState{Known: true, Exists: true, Dir: true, Repo: true, Files: 2, Tracked: 1, Untracked: 1},
			is:   []string{rule.PathUntracked},
		},
		{
			name: "beyond a link",
			make: func(t *testing.T, repo string) {
				symlink(t, "dir", filepath.Join(repo, "link"))
			},
			path: "link/b.txt",
			want: rule.PathState{Known: true, Exists: true, Repo: true, Files: 1, Tracked: 1},
			is:   []string{rule.PathClean},
		},
		{
			name: "a repository of its own goes with its history",
			make: func(t *testing.T, repo string) {
				nested := filepath.Join(repo, "dir", "nested")
				git(t, repo, "init", "-q", nested)
				write(t, filepath.Join(nested, "x"), "")
				commit(t, nested, "x")
			},
			path: "dir",
			want: rule.PathState{Known: true, Exists: true, Dir: true, Repo: true, Files: 2, Tracked: 1, Untracked: 1, Repos: 1},
			is:   []string{rule.PathUntracked, rule.PathRepo},
		},
		{
			name: "the whole work tree is not clean",
			path: ".",
			want: rule.PathState{Known: true, Exists: true, Dir: true, Repo: true, Files: 3, Tracked: 3, Repos: 1},
			is:   []string{rule.PathRepo},
		},
		{
			name: "the history itself",
			path: ".git/refs/heads",
			want: rule.PathState{Known: true, Exists: true, Dir: true, Files: 1, Repos: 1},
			is:   []string{rule.PathRepo},
		},
		{
			name: "a file that git was told not to look at",
			make: func(t *testing.T, repo string) {
				git(t, repo, "update-index", "--assume-unchanged", "a.txt")
				write(t, filepath.Join(repo, "a.txt"), "precious\n")
			},
			path: "a.txt",
			want: rule.PathState{Known: true, Exists: true, Repo: true, Files: 1, Tracked: 1, More: true},
		},
		{
			name: "pathspec magic is a name",
			make: func(t *testing.T, repo string) {
				write(t, filepath.Join(repo, ":(top)a*"), "")
			},
			path: ":(top)a*",
			want: rule.PathState{Known: true, Exists: true, Empty: true, Repo: true, Files: 1, Untracked: 1},
			is:   []string{rule.PathEmpty, rule.PathUntracked},
		},
		{
			name: "outside of any repository",
			path: "..",
			want: rule.PathState{Known: true, Exists: true, Dir: true, Files: 3, Repos: 1},
			is:   []string{rule.PathRepo},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			repo := newRepo(t)
			if tt.make != nil {
				tt.make(t, repo)
			}
			if tt.path == ".." {
				repo = inEmptyParent(t, repo)
			}
			got := source(t, repo).Path(tt.path)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Path(%q) (-want +got):\n%s", tt.path, diff)
			}
			var is []string
			for _, condition := range rule.Conditions() {
				if got.Is(condition) && condition != rule.PathExists {
					is = append(is, condition)
				}
			}
			if diff := cmp.Diff(tt.is, is); diff != "" {
				t.Errorf("conditions (-want +got):\n%s", diff)
			}
		})
	}
}

// inEmptyParent moves a repository into a directory that has nothing else.
func inEmptyParent(t *testing.T, repo string) string {
	t.Helper()
	moved := filepath.Join(realDir(t), "repo")
	if err := os.Rename(repo, moved); err != nil {
		t.Fatal(err)
	}
	return moved
}

func TestPathStopsAtBound(t *testing.T) {
	repo := newRepo(t)
	for _, name := range []string{"1", "2", "3", "4", "5"} {
		write(t, filepath.Join(repo, "many", name), "")
	}
	got := bounded(repo, 3).Path("many")
	want := rule.PathState{Known: true, Exists: true, Dir: true, Repo: true, Files: 3, Untracked: 3, More: true}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Path (-want +got):\n%s", diff)
	}
}

func TestPathFoldsCaseWhereGitDoes(t *testing.T) {
	repo := newRepo(t)
	git(t, repo, "config", "core.ignorecase", "true")
	// What a file system that folds case shows under the other spelling.
	write(t, filepath.Join(repo, "DIR", "b.txt"), "changed\n")
	write(t, filepath.Join(repo, "dir", "b.txt"), "changed\n")
	got := source(t, repo).Path("DIR")
	if got.Tracked == 0 || got.Modified == 0 {
		t.Errorf("Path(DIR) = %+v, want what git knows of dir", got)
	}
}
