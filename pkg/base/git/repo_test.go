package git_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// quick has git neither start its maintenance after a commit, which takes as long as the
// commit, nor wait for the disk.
const quick = "[maintenance]\n\tauto = false\n[core]\n\tfsync = none\n"

// isolate keeps the settings of the user who runs the tests out of them.
func isolate(t testing.TB) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Fatalf("these tests need git: %v", err)
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

// newRepo makes a repository with one commit.
func newRepo(t testing.TB) string {
	t.Helper()
	isolate(t)
	dir := realDir(t)
	git(t, dir, "init", "-q")
	write(t, filepath.Join(dir, "a.txt"), "a\n")
	write(t, filepath.Join(dir, "dir", "b.txt"), "b\n")
	write(t, filepath.Join(dir, ".gitignore"), "*.log\nout/\n")
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-q", "-m", "first")
	return dir
}

// command returns a plain git in a directory, and in no other.
func command(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	for _, entry := range os.Environ() {
		if !strings.HasPrefix(entry, "GIT_") || strings.HasPrefix(entry, "GIT_CONFIG_") {
			cmd.Env = append(cmd.Env, entry)
		}
	}
	cmd.Env = append(cmd.Env, "GIT_OPTIONAL_LOCKS=0")
	return cmd
}

func git(t testing.TB, dir string, args ...string) string {
	t.Helper()
	out, err := command(dir, args...).Output()
	if err != nil {
		stderr := ""
		if exit, ok := err.(*exec.ExitError); ok {
			stderr = string(exit.Stderr)
		}
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, stderr)
	}
	return string(out)
}

// tryGit runs a git that may fail.
func tryGit(dir string, args ...string) { _ = command(dir, args...).Run() }

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
