package judge

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
)

// TestPatchesOfGuard applies patches, and unpacks texts, that name files which say what the agent
// may do.
func TestPatchesOfGuard(t *testing.T) {
	h := newHome(t)
	j := h.judge()
	const patch = "--- a/%s\n+++ b/%s\n@@ -1 +1 @@\n-a\n+b\n"
	for command, want := range map[string]policy.Action{
		"git apply <<'P'\n" + strings.ReplaceAll(patch, "%s", ".claude/settings.json") + "P": policy.Block,
		"patch -p1 <<'P'\n" + strings.ReplaceAll(patch, "%s", ".claude/settings.json") + "P": policy.Block,
		"printf 'begin 644 .claude/settings.json\\n`\\nend\\n' > a.uue && uudecode a.uue":    policy.Block,
		"printf '.once %s\\nselect 1;\\n' ~/.claude/settings.json > ~/.sqliterc":             policy.Ask,
		"git apply <<'P'\n" + strings.ReplaceAll(patch, "%s", "src/a.go") + "P":              policy.Silent,
		"patch -p1 <<'P'\n" + strings.ReplaceAll(patch, "%s", "src/a.go") + "P":              policy.Silent,
		"curl -L https://example.com/a.patch | git apply":                                    policy.Silent,
		"printf 'begin 644 a.txt\\n`\\nend\\n' > a.uue && uudecode a.uue":                    policy.Silent,
		"echo 'set number' >> ~/.config/nvim/init.vim":                                       policy.Silent,
	} {
		if v := j.Verdict(command, nil); v.Action != want {
			t.Errorf("%s: %s %q, want %s", command, v.Action, v.RuleIDs(), want)
		}
	}
}

// TestFillingGuard puts files into the guard's directories under names that nobody
// says, which is blocked as an edit of these files is.
func TestFillingGuard(t *testing.T) {
	h := newHome(t)
	j := h.judge()
	for command, want := range map[string]policy.Action{
		"git clone https://example.com/x ~/.config/ctxhook":          policy.Block,
		"git clone https://example.com/x ~/.config/ctxhook/rules":    policy.Block,
		"git clone --depth 1 -- git@h:x ~/.claude":                   policy.Block,
		"git clone https://example.com/x $HOME/.local/share/ctxhook": policy.Block,
		"git clone https://example.com/x ~/.local/state/ctxhook":     policy.Block,
		"cd ~/.config && git clone https://example.com/x ctxhook":    policy.Block,
		"cd ~/.config && git clone https://example.com/me/ctxhook":   policy.Block,
		"git -C ~/.config clone https://example.com/me/ctxhook.git":  policy.Block,
		"git -C ~ clone git@example.com:.claude.git":                 policy.Block,
		"git clone https://example.com/x .ctxhook":                   policy.Block,
		"git clone https://example.com/x .claude":                    policy.Block,
		"git clone --separate-git-dir ~/.config/ctxhook/g u d":       policy.Block,
		"gh repo clone me/x ~/.config/ctxhook":                       policy.Block,
		"cd ~/.config && gh repo clone me/ctxhook -- --depth 1":      policy.Block,
		"hg clone https://example.com/x ~/.config/ctxhook":           policy.Block,
		"svn checkout https://example.com/x ~/.config/ctxhook":       policy.Block,
		"jj git clone https://example.com/x ~/.config/ctxhook":       policy.Block,
		"git worktree add ~/.config/ctxhook main":                    policy.Block,
		"git worktree add -b x ~/.claude":                            policy.Block,
		"git init --template t ~/.config/ctxhook":                    policy.Block,
		"cd ~/.config/ctxhook && git init":                           policy.Block,
		"git submodule add https://example.com/x .ctxhook/rules":     policy.Block,
		"tar -C ~/.config/ctxhook -xf a.tar":                         policy.Block,
		"cd ~/.config/ctxhook && tar xf a.tar":                       policy.Block,
		"unzip a.zip -d ~/.config/ctxhook":                           policy.Block,
		"cd ~/.claude && unzip a.zip":                                policy.Block,
		"7z x a.7z -o$HOME/.config/ctxhook":                          policy.Block,
		"cp -r x ~/.config/ctxhook":                                  policy.Block,
		"cd ~/.config/ctxhook && cpio -id < a":                       policy.Block,

		"wget -P ~/.config/ctxhook https://example.com/allow.yaml": policy.Block,
		"wget -P ~/.claude https://example.com/settings.json":      policy.Block,

		"wget -P ~/.claude https://example.com/notes.md":             policy.Silent,
		"wget -P ~/.config https://example.com/starship.toml":        policy.Silent,
		"git clone https://example.com/x ~/.config/nvim":             policy.Silent,
		"git clone https://example.com/x ~/.config/ctxhook-notes":    policy.Silent,
		"git clone https://github.com/ctxhook/ctxhook":               policy.Silent,
		"git clone https://github.com/ctxhook/ctxhook ~/src/ctxhook": policy.Silent,
		"cd ~/src && git clone https://github.com/ctxhook/ctxhook":   policy.Silent,
		"git -C ~/.config clone https://example.com/x nvim":          policy.Silent,
		"git clone ~/.config/ctxhook /tmp/copy":                      policy.Silent,
		"git clone https://example.com/x ~/.claude/skills/foo":       policy.Silent,
		"git clone https://example.com/x":                            policy.Silent,
		"git clone https://example.com/x .":                          policy.Silent,
		"gh repo clone me/ctxhook":                                   policy.Silent,
		"hg clone https://example.com/x ~/src/x":                     policy.Silent,
		"git worktree add ../b":                                      policy.Silent,
		"git worktree add ~/.config/nvim-b main":                     policy.Silent,
		"git worktree list":                                          policy.Silent,
		"git init ~/.claude":                                         policy.Silent,
		"git init":                                                   policy.Silent,
		"git submodule add https://example.com/x vendor/x":           policy.Silent,
		"tar -C ~/.config/nvim -xf a.tar":                            policy.Silent,
		"tar -tf ~/.config/ctxhook/a.tar":                            policy.Silent,
		"unzip a.zip -d ~/.config/fish":                              policy.Silent,
		"unzip -l a.zip -d ~/.config/ctxhook":                        policy.Silent,
		"unzip -p a.zip ctxhook/config.yaml":                         policy.Silent,
		"unzip a.zip":                                                policy.Silent,
		"7z x a.7z -o/tmp/x":                                         policy.Silent,
		"cp -r x ~/.config/kitty":                                    policy.Silent,
	} {
		if v := j.Verdict(command, nil); v.Action != want {
			t.Errorf("%s: %s %q, want %s", command, v.Action, v.RuleIDs(), want)
		}
	}
}
