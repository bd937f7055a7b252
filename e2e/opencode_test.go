package e2e

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestOpenCode runs the real OpenCode 1 with the plugin that init writes, against a
// model that wants to destroy things. CTXHOOK_OPENCODE names its binary, which npm
// has as opencode-ai.
func TestOpenCode(t *testing.T) {
	client := os.Getenv("CTXHOOK_OPENCODE")
	if client == "" {
		t.Skip("CTXHOOK_OPENCODE names no client")
	}
	w := newWorld(t)
	ctxhook := filepath.Join(w.dir, "bin", "ctxhook")
	w.command(t, ctxhook, "uninstall", "--yes")
	w.command(t, ctxhook, "init", "--agent", "opencode", "--user")
	m := newModel(t, nil, func(turn int) bool { return turn == 0 || w.removed() != "" })
	for _, command := range []string{"rm no-such-file", "rm -rf ~/", "git push --force origin main", "python3 gone.py", "head -c 200000 /dev/zero | tr '\\0' x > notes.txt"} {
		m.uses = append(m.uses, use{"bash", map[string]any{"command": command, "description": "Do the next thing"}})
	}
	settings, err := json.Marshal(map[string]any{
		"model": "anthropic/claude-sonnet-4-5", "autoupdate": false, "share": "disabled", "permission": map[string]string{"bash": "allow"},
		"provider": map[string]any{"anthropic": map[string]any{"options": map[string]string{"baseURL": m.URL + "/v1", "apiKey": "dummy"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	w.file(t, "project/opencode.json", string(settings), 0o644)

	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, client, "run", "clean up")
	c.Dir, c.Env = w.project, append(w.env, "OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_MODELS_FETCH=1")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("client: %v\n%s", err, out)
	}
	if len(m.told) != len(m.uses) {
		t.Fatalf("the model came as far as %d of %d: %+v", len(m.told), len(m.uses), m.told)
	}
	var told []string
	for i, a := range m.told {
		told = append(told, a.result)
		if stopped := i == 1 || i == 2; i < 3 && a.failed != stopped {
			t.Errorf("%v: %+v", m.uses[i].input["command"], a)
		}
	}
	w.guarded(t, told)
}

// guarded fails unless an agent that tried rm, rm -rf ~/, a forced push and a program
// that is missing was stopped twice, told why, and its failure is remembered. told is
// what its model read of each.
func (w *world) guarded(t *testing.T, told []string) {
	t.Helper()
	for i, want := range []string{"", "ctxhook blocked this (filesystem/delete-critical", "needs the user's approval: ctxhook (git/force-push-protected"} {
		if !strings.Contains(told[i], want) || want == "" && strings.Contains(told[i], "ctxhook") {
			t.Errorf("command %d: %s", i, told[i])
		}
	}
	w.unharmed(t)
	if diff := cmp.Diff([]string{"ask", "block"}, w.decisions(t)); diff != "" {
		t.Errorf("what is on record, the latest first (-want +got)\n%s", diff)
	}
	if failed := w.command(t, filepath.Join(w.dir, "bin", "ctxhook"), "history", "--failed"); !strings.Contains(failed, "failed 2     python3 gone.py") {
		t.Errorf("the failure is not remembered:\n%s", failed)
	}
}
