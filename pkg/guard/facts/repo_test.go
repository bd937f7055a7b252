package facts_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/guard/facts"
)

// patient is a wall that a loaded machine does not hit.
const patient = 30 * time.Second

// source looks from dir with the user's own git settings out of the way.
func source(t testing.TB, dir string) *facts.Source {
	t.Helper()
	return facts.New(facts.Options{Cwd: dir, Wall: patient})
}

// quick has git neither start its maintenance after a commit, which takes as long as the
// commit, nor wait for the disk.
const quick = "[maintenance]\n\tauto = false\n[core]\n\tfsync = none\n"

// isolate keeps the settings of the user who runs the tests out of them.
func isolate(t testing.TB) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Fatalf("these tests need git: install it, it is not needed to run ctxhook: %v", err)
	}
	home := realDir(t)
	global := filepath.Join(home, "gitconfig")
	write(t, global, "[user]\n\tname = T\n\temail = t@example.com\n[init]\n\tdefaultBranch = main\n[protocol \"file\"]\n\tallow = always\n"+quick)
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "xdg"))
	t.Setenv("GIT_CONFIG_GLOBAL", global)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
}

// realDir returns a temporary directory without links in its path.
func realDir(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// newRepo makes a repository with one commit of the files a.txt, dir/b.txt
// and .gitignore, which names *.log and out/.
func newRepo(t testing.TB) string {
	t.Helper()
	isolate(t)
	dir := realDir(t)
	git(t, dir, "init", "-q")
	write(t, filepath.Join(dir, "a.txt"), "a\n")
	write(t, filepath.Join(dir, "dir", "b.txt"), "b\n")
	write(t, filepath.Join(dir, ".gitignore"), "*.log\nout/\n")
	commit(t, dir, "first")
	return dir
}

// leaveToGit gives a repository a setting that only git knows how to heed.
func leaveToGit(t testing.TB, repo string) {
	t.Helper()
	git(t, repo, "config", "core.symlinks", "false")
}

func commit(t testing.TB, dir, message string) {
	t.Helper()
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-q", "--allow-empty", "-m", message)
}

func git(t testing.TB, dir string, args ...string) string {
	t.Helper()
	out, err := command(dir, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

// command returns a plain git in a directory, and in no other: the GIT_DIR of a
// hook that runs these tests would have them commit to the project.
func command(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	for _, entry := range os.Environ() {
		if !strings.HasPrefix(entry, "GIT_") || strings.HasPrefix(entry, "GIT_CONFIG_") {
			cmd.Env = append(cmd.Env, entry)
		}
	}
	return cmd
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func script(t testing.TB, path, text string) {
	t.Helper()
	write(t, path, "#!/bin/sh\n"+text+"\n")
	if err := os.Chmod(path, 0o755); err != nil {
		t.Fatal(err)
	}
}

// tryGit runs a git that may fail.
func tryGit(dir string, args ...string) {
	_ = command(dir, args...).Run()
}

func symlink(t testing.TB, target, link string) {
	t.Helper()
	if err := os.Symlink(target, link); err != nil {
		t.Fatalf("make a link: %v", err)
	}
}

func bounded(dir string, entries int) *facts.Source {
	return facts.New(facts.Options{Cwd: dir, Wall: patient, Entries: entries})
}
