//go:build unix

package facts_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// wrapGit puts a shell script before the real git on PATH. {git} in it is
// the real one.
func wrapGit(t testing.TB, text string) {
	t.Helper()
	real, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	bin := realDir(t)
	script(t, filepath.Join(bin, "git"), strings.ReplaceAll(text, "{git}", "'"+real+"'"))
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
}

func TestSlowGitIsUnknownInTime(t *testing.T) {
	repo := newRepo(t)
	leaveToGit(t, repo)
	wrapGit(t, "sleep 30; echo late")
	const wall = 100 * time.Millisecond
	s := facts.New(facts.Options{Cwd: repo, Wall: wall})

	start := time.Now()
	tree := s.Tree(repo)
	path := s.Path("a.txt")
	branch := s.Branch(repo, "main", "")
	took := time.Since(start)

	if tree.Known || path.Known || branch.Known {
		t.Errorf("got %+v, %+v, %+v, want all unknown", tree, path, branch)
	}
	if limit := wall + 2*time.Second; took > limit {
		t.Errorf("three questions took %v, want the wall of %v together", took, wall)
	}
}

func TestKilledGitLeavesNoChild(t *testing.T) {
	repo := newRepo(t)
	leaveToGit(t, repo)
	marker := filepath.Join(realDir(t), "marker")
	wrapGit(t, "(sleep 1; touch '"+marker+"') & wait")
	s := facts.New(facts.Options{Cwd: repo, Wall: 50 * time.Millisecond})
	s.Tree(repo)
	time.Sleep(1500 * time.Millisecond)
	if _, err := os.Lstat(marker); err == nil {
		t.Error("what git started went on after git was killed")
	}
}

func TestAnswersOnce(t *testing.T) {
	repo := newRepo(t)
	leaveToGit(t, repo)
	log := filepath.Join(realDir(t), "log")
	wrapGit(t, "echo run >>'"+log+"'; exec {git} \"$@\"")
	s := source(t, repo)
	runs := func() int {
		text, _ := os.ReadFile(log)
		return strings.Count(string(text), "run")
	}
	if got := runs(); got != 0 {
		t.Errorf("New ran git %d times, want 0", got)
	}
	first := []any{s.Tree("."), s.Path("dir"), s.Branch("dir", "main", "")}
	ran := runs()
	second := []any{s.Tree(repo), s.Path("./dir/"), s.Branch(filepath.Join(repo, "dir"), "main", "")}
	if diff := cmp.Diff(first, second); diff != "" {
		t.Errorf("second answers (-first +second):\n%s", diff)
	}
	if got := runs(); got != ran {
		t.Errorf("the same questions ran git %d times more, want 0", got-ran)
	}
}

// TestPlainRepositoryRunsNothing: what is common is read from files.
func TestPlainRepositoryRunsNothing(t *testing.T) {
	repo := newRepo(t)
	write(t, filepath.Join(repo, "a.txt"), "changed\n")
	git(t, repo, "stash", "-q")
	write(t, filepath.Join(repo, "new.md"), "new\n")
	git(t, repo, "branch", "feat")
	git(t, repo, "remote", "add", "origin", realDir(t))
	git(t, repo, "update-ref", "refs/remotes/origin/main", "HEAD")
	log := filepath.Join(realDir(t), "log")
	wrapGit(t, "echo \"$@\" >>'"+log+"'; exec {git} \"$@\"")
	s := source(t, repo)
	for name, known := range map[string]bool{
		"Tree":    s.Tree(".").Known,
		"Path":    s.Path("a.txt").Repo,
		"Glob":    s.Glob(filepath.Join(repo, "*.md"), false).Untracked == 1,
		"Branch":  s.Branch(".", "feat", "main").Merged,
		"Clean":   len(s.Clean(".", rule.CleanQuery{}).Names) == 1,
		"Stash":   len(s.Stash(".").Files) == 1,
		"Push":    s.Push(".", []string{"origin", "main"}, false).Known,
		"Landing": s.Landing(rule.LandingQuery{Dir: repo, Commit: "stash"}).Known,
	} {
		if !known {
			t.Errorf("%s is unknown", name)
		}
	}
	if text, err := os.ReadFile(log); err == nil {
		t.Errorf("git ran:\n%s", text)
	}
}
