package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestCodex runs the real Codex CLI with the hooks that init registers, against a
// model that wants to destroy things. CTXHOOK_CODEX names its binary, which npm has
// as @openai/codex.
func TestCodex(t *testing.T) {
	client := os.Getenv("CTXHOOK_CODEX")
	if client == "" {
		t.Skip("CTXHOOK_CODEX names no client")
	}
	w := newWorld(t)
	ctxhook := filepath.Join(w.dir, "bin", "ctxhook")
	w.command(t, ctxhook, "uninstall", "--yes")
	w.command(t, ctxhook, "init", "--agent", "codex", "--user")
	m := newResponses(t, []string{"rm no-such-file", "rm -rf ~/", "git push --force origin main", "python3 gone.py", "head -c 200000 /dev/zero | tr '\\0' x > notes.txt"})
	m.ready = func(turn int) bool { return turn == 0 || w.removed() != "" }
	// It runs commands by a login shell, which sets PATH anew.
	w.file(t, "home/.profile", "PATH='"+filepath.Join(w.dir, "bin")+"':$PATH\n", 0o644)
	w.file(t, "home/.codex/config.toml", `model = "gpt-5-codex"
model_provider = "scripted"
[model_providers.scripted]
name = "scripted"
base_url = "`+m.URL+`/v1"
env_key = "SCRIPTED_KEY"
wire_api = "responses"
`, 0o600)

	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, client, "exec", "--dangerously-bypass-hook-trust", "--dangerously-bypass-approvals-and-sandbox", "clean up")
	c.Dir, c.Env = w.project, append(w.env, "SCRIPTED_KEY=dummy")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("client: %v\n%s", err, out)
	}
	if len(m.told) != len(m.commands) {
		t.Fatalf("the model came as far as %d of %d: %q\n%s", len(m.told), len(m.commands), m.told, out)
	}
	w.guarded(t, m.told)
}

// responses is a Responses API that has one command run after the other.
type responses struct {
	*httptest.Server
	commands []string
	told     []string // what came back for each
	ready    func(turn int) bool

	mu   sync.Mutex
	turn int
}

func newResponses(t *testing.T, commands []string) *responses {
	m := &responses{commands: commands}
	m.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || !strings.HasSuffix(r.URL.Path, "/responses") {
			http.NotFound(w, r)
			return
		}
		var q struct {
			Input []struct {
				Output json.RawMessage `json:"output"`
			} `json:"input"`
		}
		if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
			t.Errorf("request: %v", err)
			http.Error(w, "bad request", http.StatusBadRequest)
			return
		}
		m.mu.Lock()
		defer m.mu.Unlock()
		if n := len(q.Input); m.turn > 0 && n > 0 {
			m.told = append(m.told, string(q.Input[n-1].Output))
		}
		item := map[string]any{"type": "message", "role": "assistant", "id": "msg_1", "content": []any{map[string]any{"type": "output_text", "text": "done"}}}
		if m.turn < len(m.commands) && m.ready(m.turn) {
			arguments, err := json.Marshal(map[string]any{"cmd": m.commands[m.turn]})
			if err != nil {
				t.Error(err)
			}
			item = map[string]any{"type": "function_call", "id": fmt.Sprint("fc_", m.turn), "call_id": fmt.Sprint("call_", m.turn), "name": "exec_command", "arguments": string(arguments)}
		}
		id := fmt.Sprint("resp_", m.turn)
		m.turn++
		w.Header().Set("Content-Type", "text/event-stream")
		for _, event := range []map[string]any{
			{"type": "response.created", "response": map[string]any{"id": id}},
			{"type": "response.output_item.done", "item": item},
			{"type": "response.completed", "response": map[string]any{"id": id, "usage": map[string]any{
				"input_tokens": 1, "input_tokens_details": nil, "output_tokens": 1, "output_tokens_details": nil, "total_tokens": 2,
			}}},
		} {
			data, err := json.Marshal(event)
			if err != nil {
				t.Error(err)
			}
			fmt.Fprintf(w, "event: %s\ndata: %s\n\n", event["type"], data)
		}
	}))
	t.Cleanup(m.Close)
	return m
}
