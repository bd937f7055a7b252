//go:build unix

package facts_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/readtest"
)

// TestFile: text files of the project and temporary ones are read, and nothing
// else is opened.
func TestFile(t *testing.T) {
	project := t.TempDir()
	at := func(name string) string { return filepath.Join(project, name) }
	write(t, at("a.sh"), "echo a\n")
	write(t, at("binary"), "a\x00b")
	write(t, at("utf16.ps1"), "\xff\xfed\x00e\x00l\x00 \x00\xfc\x00\r\x00\n\x00")
	write(t, at("long"), strings.Repeat("x", 257<<10))
	for _, err := range []error{
		os.Symlink("a.sh", at("link")),
		os.Symlink(at("a.sh"), at("absolute")),
		os.Symlink("/etc/passwd", at("out")),
		os.Symlink("loop", at("loop")),
		os.Mkdir(at("dir"), 0o700),
		syscall.Mkfifo(at("pipe"), 0o600),
		os.Truncate(at("long"), 1<<30),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	s := facts.New(facts.Options{Cwd: project, Project: project, Wall: time.Minute})
	for _, tt := range []struct{ name, text, why string }{
		{"a.sh", "echo a\n", ""},
		{"link", "echo a\n", ""},
		{"absolute", "echo a\n", ""},
		{"dir/../a.sh", "echo a\n", ""},
		{"none.sh", "", "no such file"},
		{"out", "", "outside of the project"},
		{"/etc/passwd", "", "outside of the project"},
		{"/dev/zero", "", "outside of the project"},
		{"dir", "", "not a regular file"},
		{"pipe", "", "not a regular file"},
		{"binary", "", "a binary file"},
		{"long", "", "file too large"},
		{"utf16.ps1", "del ü\r\n", ""},
		{"loop", "", "too many links"},
	} {
		f := s.File(tt.name)
		if f.Known != (tt.why == "") || f.Text != tt.text || !strings.Contains(f.Unread.String(), tt.why) {
			t.Errorf("%s: %+v, want %q %q", tt.name, f, tt.text, tt.why)
		}
	}
}

// A script of the user's outside of the project is read apart, and found by its name.
func TestFileApart(t *testing.T) {
	home := readtest.Home(t)
	project := filepath.Join(home, "p")
	write(t, filepath.Join(project, "a.sh"), "echo a\n")
	write(t, filepath.Join(home, "b.sh"), "echo b\n")
	write(t, filepath.Join(home, "program"), "\x7fELF\x00")
	write(t, filepath.Join(home, "bin", "tool"), "#!/bin/sh\n")
	write(t, filepath.Join(home, "bin", "data"), "x\n")
	if err := os.Chmod(filepath.Join(home, "bin", "tool"), 0o700); err != nil {
		t.Fatal(err)
	}
	s := facts.New(facts.Options{Cwd: project, Project: project, Home: home, Wall: time.Minute, Environ: []string{"PATH=" + filepath.Join(home, "bin") + ":/usr/bin:/bin"}})
	for path, want := range map[string]string{"a.sh": "", "../b.sh": "echo b\n", "../program": "", "/etc/passwd": "", "../none": ""} {
		if f := s.File(path); f.Apart != want || want != "" && f.Known {
			t.Errorf("%s: %+v, want %q apart", path, f, want)
		}
	}
	for name, want := range map[string]string{"tool": filepath.Join(home, "bin", "tool"), "data": "", "sh": "", "nosuch": ""} {
		if got := s.Program(name); got != want {
			t.Errorf("Program(%q) is %q, want %q", name, got, want)
		}
	}
}

func TestFileBounds(t *testing.T) {
	project := t.TempDir()
	s := facts.New(facts.Options{Cwd: project, Project: project, Wall: time.Minute})
	for i := range 20 {
		write(t, filepath.Join(project, "big"+string(rune('a'+i))), strings.Repeat("x", 250<<10))
	}
	read := 0
	for i := range 20 {
		if s.File("big" + string(rune('a'+i))).Known {
			read++
		}
	}
	if read != 4 {
		t.Errorf("%d files of 250 KB were read", read)
	}
	for i := range 300 {
		s.File("none" + string(rune('a'+i)))
	}
	if f := s.File("noneagain"); f.Unread.String() != "the command runs too many files" {
		t.Errorf("%+v", f)
	}
}

// TestHook: git runs hooks that may be executed, where its settings say.
func TestHook(t *testing.T) {
	repo := t.TempDir()
	git(t, repo, "init", "-q")
	hook := func(name string, mode os.FileMode) {
		t.Helper()
		path := filepath.Join(repo, filepath.FromSlash(name))
		write(t, path, "echo\n")
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	hook(".git/hooks/pre-commit", 0o755)
	hook(".git/hooks/pre-push", 0o644)
	hook("sub/x", 0o644)
	find := func(dir, name string) string {
		path, root := facts.New(facts.Options{Cwd: repo, Wall: time.Minute}).Hook(dir, name)
		if path == "" {
			return ""
		}
		rel, err := filepath.Rel(repo, path)
		if err != nil || root != repo {
			t.Errorf("%s of %s, %v", path, root, err)
		}
		return rel
	}
	for _, tt := range []struct{ dir, name, want string }{
		{".", "pre-commit", ".git/hooks/pre-commit"},
		{"sub", "pre-commit", ".git/hooks/pre-commit"},
		{".", "pre-push", ""},
		{".", "commit-msg", ""},
		{t.TempDir(), "pre-commit", ""},
	} {
		if got := find(tt.dir, tt.name); got != tt.want {
			t.Errorf("%s in %s: %q, want %q", tt.name, tt.dir, got, tt.want)
		}
	}
	hook("my/hooks/pre-commit", 0o755)
	git(t, repo, "config", "core.hooksPath", "my/hooks")
	if got := find(".", "pre-commit"); got != "my/hooks/pre-commit" {
		t.Errorf("core.hooksPath: %q", got)
	}
	git(t, repo, "config", "--unset", "core.hooksPath")
	home := t.TempDir()
	write(t, filepath.Join(home, ".gitconfig"), "[core]\n\thooksPath = "+filepath.Join(home, "hooks")+"\n")
	write(t, filepath.Join(home, "hooks", "pre-commit"), "echo\n")
	if err := os.Chmod(filepath.Join(home, "hooks", "pre-commit"), 0o700); err != nil {
		t.Fatal(err)
	}
	s := facts.New(facts.Options{Cwd: repo, Wall: time.Minute, Environ: []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}})
	if got, _ := s.Hook(".", "pre-commit"); got != filepath.Join(home, "hooks", "pre-commit") {
		t.Errorf("core.hooksPath of the user: %q", got)
	}
}

func TestNames(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.sh", "b.sh", "c.py", "sub/d.sh"} {
		write(t, filepath.Join(dir, name), "echo\n")
	}
	s := facts.New(facts.Options{Cwd: dir, Project: dir, Wall: time.Minute})
	for pattern, want := range map[string]string{"*.sh": "a.sh b.sh", "*": "a.sh b.sh c.py sub/", "no/*": "", "sub/*": "sub/d.sh", "a.sh": "a.sh"} {
		var got []string
		for _, name := range s.Names(filepath.Join(dir, pattern)) {
			got = append(got, strings.TrimPrefix(name, dir+"/"))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q", pattern, got)
		}
	}
	if got := s.Names("/etc/*"); got != nil {
		t.Errorf("outside of the project: %q", got)
	}
}

func TestCommitted(t *testing.T) {
	repo := t.TempDir()
	git(t, repo, "init", "-q")
	for _, name := range []string{"same", "changed", "staged", "hidden", "with space", "mode"} {
		write(t, filepath.Join(repo, name), "echo\n")
	}
	git(t, repo, "add", ".")
	git(t, repo, "commit", "-q", "-m", "first")
	write(t, filepath.Join(repo, "changed"), "echo more\n")
	write(t, filepath.Join(repo, "staged"), "echo more\n")
	git(t, repo, "add", "staged")
	git(t, repo, "update-index", "--assume-unchanged", "hidden")
	write(t, filepath.Join(repo, "new"), "echo\n")
	write(t, filepath.Join(repo, ".git", "hooks", "pre-commit"), "echo\n")
	if err := os.Symlink("same", filepath.Join(repo, "link")); err != nil {
		t.Fatal(err)
	}
	s := facts.New(facts.Options{Cwd: repo, Wall: time.Minute})
	for name, want := range map[string]bool{
		"same": true, "with space": true, "link": true,
		"changed": false, "staged": false, "hidden": false, "new": false, "none": false, ".": false, ".git/hooks/pre-commit": false,
	} {
		if got := s.Committed(name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if facts.New(facts.Options{Cwd: t.TempDir()}).Committed("x") {
		t.Error("a file outside of a repository is committed")
	}
}
