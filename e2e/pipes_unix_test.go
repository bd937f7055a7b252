//go:build unix

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// piped are the files of a project and of a user that hooks open. A repository
// or another program may put a pipe in the place of each.
var piped = []string{
	"project/.ctxhook", "project/.ctxhook/rules", "project/.ctxhook/rules/x.yaml", "project/.ctxhook/config.yaml",
	"project/.git", "project/.git/HEAD", "project/.git/config",
	"project/CLAUDE.md", "project/.claude/CLAUDE.md", "project/.claude/rules", "project/AGENTS.md", "project/package.json", "project/package-lock.json",
	"project/uv.lock", "project/pyproject.toml", "project/Makefile", "project/go.mod", "project/run.sh", "project/a.tar",
	"home/.config/ctxhook", "home/.config/ctxhook/config.yaml", "home/.config/ctxhook/rules", "home/.config/ctxhook/rules/x.yaml",
	"home/.config/ctxhook/allow.yaml", "home/.claude", "home/.claude/settings.json", "home/.claude/CLAUDE.md", "home/.claude/projects",
	"home/.claude/projects/-srv-sum/s1.jsonl", "home/.local/share/ctxhook", "home/.local/share/ctxhook/ctxhook.db",
	"home/.local/share/ctxhook/ctxhook.db-wal", "home/.local/share/ctxhook/ctxhook.db.lock", "home/.local/state/ctxhook", "home/.local/state/ctxhook/spool",
	"home/.local/state/ctxhook/trust.json", "home/.local/state/ctxhook/debug.log", "home/.cache/ctxhook",
}

// TestPipesAreNotWaitedFor runs every hook with a pipe that has no writer in the
// place of each file.
func TestPipesAreNotWaitedFor(t *testing.T) {
	events := append([]struct{ hook, payload string }{
		{"pre-bash", `{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_use_id":"c0","tool_input":{"command":"npm install && pip install x && git reset --hard && sh run.sh && tar xf a.tar && rm -rf src"}}`},
		{"post-bash", `{"hook_event_name":"PostToolUseFailure","tool_name":"Bash","tool_use_id":"c7","tool_input":{"command":"npm run tset"},"error":"Exit code 1\nnpm ERR! Missing script: \"tset\""}`},
		{"user-prompt", `{"hook_event_name":"UserPromptSubmit","prompt":"no, use uv, not pip"}`},
		{"stop", `{"hook_event_name":"Stop"}`},
		{"session-end", `{"hook_event_name":"SessionEnd","reason":"other"}`},
	}, killed...)
	for _, name := range piped {
		t.Run(strings.ReplaceAll(name, "/", "|"), func(t *testing.T) {
			u := newUser(t)
			where, rest, _ := strings.Cut(name, "/")
			at := filepath.Join(map[string]string{"home": u.home, "project": u.project}[where], rest)
			if err := os.RemoveAll(at); err != nil {
				t.Fatal(err)
			}
			if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := syscall.Mkfifo(at, 0o600); err != nil {
				t.Fatal(err)
			}
			for _, e := range events {
				done := make(chan bool)
				go func() {
					defer close(done)
					u.hook(t, "s1", e.hook, e.payload)
				}()
				select {
				case <-done:
				case <-time.After(10 * time.Second):
					t.Fatalf("%s waits", e.hook)
				}
			}
		})
	}
}
