package effect_test

import (
	"slices"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/effect"
	"github.com/ctxhook/ctxhook/pkg/shell"
	"github.com/ctxhook/ctxhook/rules"
)

// What is put beside guarded files does not change them; what takes their
// place, or may, does.
func TestIntoDirectoryOfGuarded(t *testing.T) {
	at := effect.Dirs{Home: "/home/me", Cwd: "/home/me/p", Guard: []string{"/home/me/bin/ctxhook", "/home/me/.config/ctxhook", "/home/me/.cache/ctxhook", "/home/me/.claude/settings.json"}, Cache: "/home/me/.cache/ctxhook"}
	tests := []struct {
		name, text string
		guard      bool
	}{
		{"a tool", "cp tool ~/bin", false},
		{"several", "mv a b ~/bin/", false},
		{"named after an option", "cp -t ~/bin tool", false},
		{"installed", "install -m 755 tool ~/bin/", false},
		{"a directory", "cp -r nvim ~/.config", false},
		{"by a glob that fits no guarded file", "cp docs/*.md ~/.claude/", false},
		{"the same name", "cp build/ctxhook ~/bin/", true},
		{"among others", "cp a ctxhook ~/bin", true},
		{"in a loop", "for f in a ctxhook; do cp $f ~/bin; done", true},
		{"settings", "mv settings.json ~/.claude/", true},
		{"hooks", "cp -r hooks ~/.claude", true},
		{"by a glob that fits", "cp *.json ~/.claude/", true},
		{"by a name that is not known", "cp $FILE ~/bin", true},
		{"all that is in a directory", "cp -r x/. ~/.config", true},
		{"the same for rsync", "rsync -a x/ ~/.config/", true},
		{"the file itself", "cp tool ~/bin/ctxhook", true},
		{"into a guarded directory", "cp a.yaml ~/.config/ctxhook/", true},
		{"the directory moved away", "mv ~/.claude /tmp/x", true},
		{"the directory deleted", "rm -rf ~/bin", true},
		{"a cache deleted with others", "rm -rf ~/.cache", false},
		{"all caches", "rm -rf ~/.cache/*", false},
		{"the cache itself", "rm -rf ~/.cache/ctxhook", true},
		{"the directory opened to all", "chmod -R 777 ~/.config", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := shell.Parse(tt.text, shell.Options{Models: rules.Command, Functions: rules.Function, Home: at.Home, Cwd: at.Cwd})
			if len(s.Calls) == 0 {
				t.Fatal("there are no calls")
			}
			guard := false
			for i := range s.Calls {
				guard = guard || slices.ContainsFunc(effect.Of(s, i, at), func(e effect.Effect) bool {
					return e.Kind != "read" && e.Class.Has("guard")
				})
			}
			if guard != tt.guard {
				t.Errorf("guarded: %v, want %v", guard, tt.guard)
			}
		})
	}
}
