package hook

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// remember has ctxhook remember what the user wants.
func (p *user) remember(t *testing.T, words string) {
	t.Helper()
	j := journal.New(judge.New(judge.Options{Getenv: p.getenv, Cwd: p.project}), time.Now())
	s, err := store.Open(store.Options{Path: p.database(), Schema: p.schema})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	sighting, _ := j.Preferences().Remembered(redact.Clean(words))
	sighting.State, sighting.Confidence = memory.Active, 1
	if _, err := j.Preferences().Remember(s, &sighting); err != nil || sighting.Rule.Form == "" {
		t.Fatalf("%q: %v", words, err)
	}
}

// What is done about a command that breaks a preference is what the settings say, what the
// caller can do, and what was done before.
func TestPreferenceSettings(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("finds programs by their modes")
	}
	const use, never = "use pnpm, not npm", "never run git push"
	for _, tt := range []struct {
		name, settings string
		words          string // of the preference
		command        string
		codex          bool // a caller that cannot ask
		attended       string
		want, again    string // what is answered the first and the second time
		says           string
	}{
		{"once", "", use, "npm install", false, "1", "deny", "", "pnpm install"},
		{"another command", "", use, "pnpm install", false, "1", "", "", ""},
		{"asked", "preferences: ask", use, "npm install", false, "1", "ask", "ask", "pnpm"},
		{"asked by one that cannot", "preferences: ask", use, "npm install", true, "1", "deny", "", "pnpm install"},
		{"noted", "preferences: note", use, "npm install", false, "1", "note", "", "pnpm"},
		{"off", "preferences: off", use, "npm install", false, "1", "", "", ""},
		{"rewritten", "preferences: rewrite", use, "npm install", false, "1", "rewrite", "rewrite", "pnpm install"},
		{"never", "enforce_never: false", never, "git push", false, "1", "deny", "", "git push"},
		{"never, each time", "", never, "git push", false, "1", "ask", "ask", "git push"},
		{"never, each time, unattended", "", never, "git push", false, "0", "deny", "deny", "git push"},
		{"never, each time, only noted", "preferences: note", never, "git push", false, "1", "note", "", "git push"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newUser(t)
			p.write(t, ".config/ctxhook/config.yaml", tt.settings+"\n")
			p.env["CLAUDE_CODE_SESSION_ATTENDED"], p.env["PATH"] = tt.attended, filepath.Join(p.home, "bin")
			p.write(t, "bin/pnpm", "")
			if err := os.Chmod(filepath.Join(p.home, "bin", "pnpm"), 0o700); err != nil {
				t.Fatal(err)
			}
			p.remember(t, tt.words)
			payload := p.claude(tt.command)
			if tt.codex {
				payload = p.codex(tt.command)
			}
			for i, want := range []string{tt.want, tt.again} {
				a := p.run("pre-bash", payload)
				got := a.said(t).HookSpecificOutput.PermissionDecision
				switch {
				case strings.Contains(a.stdout, `"updatedInput"`):
					got = "rewrite"
				case got == "" && strings.Contains(a.stdout, "additionalContext"):
					got = "note"
				}
				if got != want {
					t.Errorf("%d: %q, want %q: %s", i+1, got, want, a.stdout)
				}
				if i == 0 && !strings.Contains(a.stdout, tt.says) {
					t.Errorf("%q is not in: %s", tt.says, a.stdout)
				}
			}
		})
	}
}
