package judge

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/facts"
)

// machineWithLinks makes a file system below R, in which the home is R/data/u, to which R/home
// leads as well.
func machineWithLinks(t *testing.T) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"data/u/.config/ctxhook", "data/u/.claude", "data/u/Documents/letters", "data/u/shop/.git", "data/u/shop/src/a", "data/u/shop/build", "data/u/dots/claude", "other/deep", "links"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"data/u/Documents/letters/a", "data/u/shop/src/a/a.go", "data/u/dots/claude/settings.json", "other/deep/x", "data/u/.bashrc"} {
		if err := os.WriteFile(filepath.Join(root, file), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{
		"home": "data/u", "data/u/.claude/settings.json": "data/u/dots/claude/settings.json", "links/shop": "data/u/shop", "links/src": "data/u/shop/src",
		"links/rc": "data/u/.bashrc", "data/u/shop/mine": "data/u", "data/u/shop/letters": "data/u/Documents", "data/u/shop/out": "data/u/shop/build",
		"links/root": "..", "data/u/shop/rc": "data/u/.bashrc",
	} {
		if err := os.Symlink(filepath.Join(root, to), filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// TestNames: a place is what it is by all of its names.
func TestNames(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege")
	}
	root := machineWithLinks(t)
	at := func(s string) string { return strings.ReplaceAll(s, "R/", root+"/") }
	for _, tt := range []struct {
		home, cwd, command string
		stopped            bool // asked about or blocked
	}{
		{"R/home", "R/data/u/shop", "rm -rf ~/", true},
		{"R/home", "R/data/u/shop", "rm -rf R/data/u", true},
		{"R/home", "R/data/u/shop", "rm -rf R/home/", true},
		{"R/home", "R/data/u/shop", "rm -rf R/data/../data/u/*", true},
		{"R/home", "R/data/u/shop", "rm -rf $HOME/../u", true},
		{"R/home", "R/data/u/shop", "cd ~ && rm -rf .", true},
		{"R/home", "R/data/u/shop", "cd R/links/shop && rm -rf ../", true},
		{"R/data/u", "R/data/u/shop", "rm -rf R/home/", true},
		{"R/data/u", "R/data/u/shop", "rm -rf R/home/*", true},
		{"R/data/u", "R/data/u/shop", "rm -rf R/home/Documents", true},
		{"R/data/u", "R/data/u/shop", "find R/home/ -delete", true},
		{"R/data/u", "R/data/u/shop", "rm -rf mine/", true},
		{"R/data/u", "R/data/u/shop", "rm -rf mine/*", true},
		{"R/data/u", "R/data/u/shop", "rm -rf letters/", true},
		{"R/data/u", "R/data/u/shop", "rm -rf R/links/shop/", true},
		{"R/data//u", "R/data/u/shop", "rm -rf R/data/u", true},
		{"R/data/./u", "R/data/u/shop", "rm -rf ~", true},
		{"R/data/u/", "R/data/u/shop", "rm -rf R/data/u/Documents", true},
		{"R/other/../data/u", "R/data/u/shop", "rm -rf R/data/u/", true},
		{"R/data//u", "R/home/shop", "rm -rf R/data/u", true},
		{"R/data/u", "R/data/u/shop", "rm -rf ~u", true},
		{"R/data/u", "R/data/u/shop", "rm -rf ~u/Documents", true},
		{"", "R/data/u/shop", "rm -rf ~", true},
		{"data/u", "R/data/u/shop", "rm -rf $HOME/", true},
		{"R/home", "R/data/u/shop", "echo x > R/data/u/.config/ctxhook/config.yaml", true},
		{"R/data/u", "R/data/u/shop", "echo x > R/data/u/dots/claude/settings.json", true},
		{"R/home", "R/data/u/shop", "rm -rf R/data/u/dots", true},
		{"R/data/u", "R/data/u/shop", "echo x | tee mine/.config/ctxhook/config.yaml", true},
		{"R/data/u", "R/data/u/shop", "git clone https://example.com/x R/home/.config/ctxhook", true},

		{"", "R/data/u/shop", "rm -rf build", false},
		{"data/u", "R/data/u/shop", "rm -rf ~/.cache/pip", false},
		{"R/data/u", "R/data/u/shop", "rm -rf ~u/shop/build", false},
		{"R/home", "R/data/u/shop", "rm -rf build", false},
		{"R/home", "R/data/u/shop", "rm -rf R/home/shop/build", false},
		{"R/home", "R/data/u/shop", "rm -rf R/data/u/shop/build", false},
		{"R/home", "R/home/shop", "rm -rf R/data/u/shop/build", false},
		{"R/data/u", "R/data/u/shop", "rm -rf R/home/shop/build", false},
		{"R/data/u", "R/data/u/shop", "rm -rf R/links/shop/build", false},
		{"R/data/u", "R/data/u/shop", "rm mine", false},
		{"R/data/u", "R/data/u/shop", "rm letters", false},
		{"R/data/u", "R/data/u/shop", "rm -f R/links/rc", false},
		{"R/data/u", "R/data/u/shop", "rm -rf out/", false},
		{"R/data/u", "R/data/u/shop", "ln -sfn build out", false},
		{"R/data/u", "R/data/u/shop", "ls mine/", false},
		{"R/data/u", "R/data/u/shop", "cd R/links/src && rm a/*.o", false},
		{"R/data/u", "R/data/u/shop", "cat R/home/shop/src/a/a.go", false},
		{"R/data//u", "R/data/u/shop", "echo x > src/b.go", false},
		{"R/data/u/", "R/data/u/shop", "mkdir -p ~/.config/fish", false},
		{"R/home", "R/data/u/shop", "echo x > R/data/u/shop/notes.txt", false},
		{"R/data/u", "R/data/u/shop", "make > /dev/stdout 2> /dev/stderr", false},
		{"R/home", "R/data/u/shop", "cp src/a/a.go R/data/u/dots/fish", false},
	} {
		j := New(Options{Cwd: at(tt.cwd), Getenv: func(key string) string {
			if key == "HOME" {
				return at(tt.home)
			}
			return ""
		}})
		v := j.Verdict(at(tt.command), facts.New(facts.Options{Cwd: j.At.Cwd, Project: j.At.Project}))
		if (v.Action >= policy.Ask) != tt.stopped {
			t.Errorf("HOME=%s, in %s: %s: %s, %s %q", tt.home, tt.cwd, tt.command, v.Action, v.Risk, v.RuleIDs())
		}
	}
}

// TestHomeIsNoProject: a repository of dotfiles is none by another name of the home.
func TestHomeIsNoProject(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege")
	}
	root := machineWithLinks(t)
	if err := os.Mkdir(filepath.Join(root, "data/u/.git"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, home := range []string{"home", "data/u", "data//u", "data/./u/"} {
		for _, cwd := range []string{"home", "data/u", "data/u/Documents"} {
			j := New(Options{Cwd: filepath.Join(root, cwd), Getenv: func(string) string { return root + "/" + home }})
			if j.Project != "" {
				t.Errorf("HOME=%s, in %s: the project is %s", home, cwd, j.Project)
			}
		}
	}
}
