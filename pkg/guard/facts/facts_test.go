package facts_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

func TestNoGit(t *testing.T) {
	repo := newRepo(t)
	leaveToGit(t, repo)
	other := realDir(t)
	git(t, other, "init", "-q")
	t.Setenv("PATH", realDir(t))
	want := rule.TreeState{Known: true, Repo: true, Root: other, Branch: "main"}
	if diff := cmp.Diff(want, source(t, other).Tree(".")); diff != "" {
		t.Errorf("Tree of a plain repository (-want +got):\n%s", diff)
	}
	s := source(t, repo)
	if got := s.Tree("."); got.Known {
		t.Errorf("Tree = %+v, want unknown", got)
	}
	if diff := cmp.Diff(rule.TreeState{Known: true}, s.Tree(realDir(t))); diff != "" {
		t.Errorf("Tree outside of any repository (-want +got):\n%s", diff)
	}
	if s.Work(filepath.Join(repo, "none")) != nil {
		t.Error("there is a look at what was not looked at")
	}
	if diff := cmp.Diff(rule.PathState{Known: true, Exists: true, Files: 1}, s.Path("a.txt")); diff != "" {
		t.Errorf("Path (-want +got):\n%s", diff)
	}
}

func TestEnvironmentDoesNotRedirect(t *testing.T) {
	repo, other := newRepo(t), realDir(t)
	git(t, other, "init", "-q", "-b", "other")
	trace := filepath.Join(realDir(t), "trace")
	t.Setenv("GIT_DIR", filepath.Join(other, ".git"))
	t.Setenv("GIT_WORK_TREE", other)
	t.Setenv("GIT_INDEX_FILE", filepath.Join(other, "index"))
	t.Setenv("GIT_TRACE", trace)
	want := rule.TreeState{Known: true, Repo: true, Root: repo, Branch: "main"}
	if diff := cmp.Diff(want, source(t, repo).Tree(".")); diff != "" {
		t.Errorf("Tree (-want +got):\n%s", diff)
	}
	if _, err := os.Lstat(trace); err == nil {
		t.Error("git wrote a trace")
	}
}

func BenchmarkTree(b *testing.B) {
	repo := newRepo(b)
	for b.Loop() {
		if !source(b, repo).Tree(".").Known {
			b.Fatal("unknown")
		}
	}
}

func BenchmarkPath(b *testing.B) {
	repo := newRepo(b)
	for b.Loop() {
		if !source(b, repo).Path("dir").Repo {
			b.Fatal("unknown")
		}
	}
}

func BenchmarkBranch(b *testing.B) {
	repo := newRepo(b)
	git(b, repo, "branch", "feat")
	for b.Loop() {
		if !source(b, repo).Branch(".", "feat", "").Known {
			b.Fatal("unknown")
		}
	}
}

func BenchmarkNoRepository(b *testing.B) {
	isolate(b)
	dir := realDir(b)
	for b.Loop() {
		if !source(b, dir).Tree(".").Known {
			b.Fatal("unknown")
		}
	}
}
