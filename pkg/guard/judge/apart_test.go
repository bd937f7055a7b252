package judge

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/readtest"
)

// TestScriptsAtHome runs scripts of the user's that lie outside of the project. Only what they do to
// the guard counts.
func TestScriptsAtHome(t *testing.T) {
	h := &home{dir: readtest.Home(t)}
	h.project = filepath.Join(h.dir, "shop")
	h.write(t, "shop/.git/HEAD", "ref: refs/heads/main\n")
	h.write(t, ".claude/settings.json", "{}\n")
	h.write(t, "dotfiles/install.sh", "cp claude/settings.json ~/.claude/settings.json\n")
	h.write(t, "dotfiles/Makefile", "link:\n\tln -sf $(CURDIR)/claude/settings.json $(HOME)/.claude/settings.json\nall:\n\tcp -r claude/.claude $(HOME)/\n")
	h.write(t, "dotfiles/claude/.claude/settings.json", "{}\n")
	h.write(t, "dotfiles/show.sh", "cat ~/.claude/settings.json; rm -rf ~/other; git push --force\n")
	h.write(t, "tools/clean.py", "import shutil, os\nshutil.rmtree(os.path.expanduser('~/.claude'))\n")
	h.write(t, "tools/read.py", "import os\nprint(open(os.path.expanduser('~/.claude/settings.json')).read())\n")
	h.write(t, ".functions", "reset-claude() { rm -f ~/.claude/settings.json; }\n")
	h.write(t, "bin/cleanup", "#!/bin/sh\nrm -rf ~/.claude\n")
	h.write(t, "bin/hello", "#!/bin/sh\necho claude; rm -rf ~/Documents\n")
	h.write(t, "a.patch", "--- a/.claude/settings.json\n+++ b/.claude/settings.json\n@@ -1 +1 @@\n-a\n+b\n")
	for _, name := range []string{"cleanup", "hello"} {
		if err := os.Chmod(filepath.Join(h.dir, "bin", name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	j := h.judge()
	t.Setenv("HOME", h.dir)
	environ := []string{"HOME=" + h.dir, "PATH=" + filepath.Join(h.dir, "bin") + string(filepath.ListSeparator) + os.Getenv("PATH")}
	for _, tt := range []struct {
		command string
		want    policy.Action
	}{
		{"bash ~/dotfiles/install.sh", policy.Block},
		{"make -C ~/dotfiles link", policy.Block},
		{"make -C ~/dotfiles all", policy.Block},
		{"python3 ~/tools/clean.py", policy.Block},
		{". ~/.functions && reset-claude", policy.Block},
		{"~/bin/cleanup", policy.Block},
		{"cleanup", policy.Block},
		{"patch -d ~ -p1 < ~/a.patch", policy.Block},
		{"ls && bash ~/dotfiles/install.sh", policy.Block},
		{"bash ~/dotfiles/show.sh", policy.Silent},
		{"python3 ~/tools/read.py", policy.Silent},
		{". ~/.functions && true", policy.Silent},
		{"hello", policy.Silent},
		{"cat ~/dotfiles/install.sh", policy.Silent},
	} {
		look := facts.New(facts.Options{Cwd: h.project, Project: h.project, Home: h.dir, Environ: environ, Wall: time.Minute})
		if v := j.Verdict(tt.command, look); v.Action != tt.want {
			t.Errorf("%s: %s %q, want %s", tt.command, v.Action, v.RuleIDs(), tt.want)
		}
		if v := j.Verdict(tt.command, facts.New(facts.Options{Cwd: h.project, Project: h.project, Wall: time.Minute})); v.Action != policy.Silent {
			t.Errorf("%s, without a home: %s %q", tt.command, v.Action, v.RuleIDs())
		}
	}
}
