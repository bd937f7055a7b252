package e2e

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// twin is a user whose client found ctxhook in two settings files: it starts
// two processes at the same moment for each event.
type twin struct {
	t       *testing.T
	env     []string
	project string
}

func newTwin(t *testing.T) *twin {
	home := t.TempDir()
	w := &twin{t: t, project: filepath.Join(home, "shop")}
	if err := os.MkdirAll(filepath.Join(w.project, ".git"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"PATH", "SYSTEMROOT", "TMPDIR", "GORACE"} {
		w.env = append(w.env, key+"="+os.Getenv(key))
	}
	w.env = append(w.env, "HOME="+home, "USERPROFILE="+home, "APPDATA="+home, "LOCALAPPDATA="+home, "CLAUDE_CODE_SESSION_ATTENDED=1")
	return w
}

// ctxhook runs this test binary as ctxhook.
func (w *twin) ctxhook(stdin string, args ...string) (stdout string) {
	w.t.Helper()
	self, err := os.Executable()
	if err != nil {
		w.t.Fatal(err)
	}
	c := exec.Command(filepath.Join(filepath.Dir(self), "ctxhook"), args...)
	c.Path, c.Args[0] = self, "ctxhook" // testscript.Main looks at the name
	c.Dir, c.Env, c.Stdin = w.project, w.env, strings.NewReader(stdin)
	var out bytes.Buffer
	c.Stdout = &out
	if err := c.Run(); err != nil {
		if _, ok := err.(*exec.ExitError); !ok {
			w.t.Error(err)
		}
	}
	return out.String()
}

// both runs a hook twice at the same moment, and returns both answers.
func (w *twin) both(hook string, payload map[string]any) [2]string {
	w.t.Helper()
	p := map[string]any{"session_id": "s1", "cwd": w.project, "prompt_id": "p", "transcript_path": "/h/.claude/projects/x/s1.jsonl"}
	for key, value := range payload {
		p[key] = value
	}
	data, err := json.Marshal(p)
	if err != nil {
		w.t.Fatal(err)
	}
	var got [2]string
	var wait sync.WaitGroup
	for i := range got {
		wait.Go(func() { got[i] = w.ctxhook(string(data), hook) })
	}
	wait.Wait()
	return got
}

func (w *twin) asks(call, command string) [2]string {
	return w.both("pre-bash", map[string]any{
		"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_use_id": call, "tool_input": map[string]any{"command": command},
	})
}

func (w *twin) count(kind string) int {
	n := 0
	for line := range strings.Lines(w.ctxhook("", "db", "export")) {
		if strings.Contains(line, `"`+kind+`":{`) {
			n++
		}
	}
	return n
}

// TestRegisteredTwice: two processes for one call come to one verdict, with one
// decision, and use up one allowance; of a command that ran, one run is kept.
func TestRegisteredTwice(t *testing.T) {
	w := newTwin(t)
	const blocked, asked = "rm -rf ~/", "git push --force origin main"

	for _, command := range []string{blocked, asked} {
		said := w.asks("call-"+command, command)
		if said[0] == "" || said[1] == "" {
			t.Errorf("%s: %q", command, said)
		}
		if a, b := decisionIn(said[0]), decisionIn(said[1]); a == "" || a != b {
			t.Errorf("%s: decisions %q and %q:\n%s\n%s", command, a, b, said[0], said[1])
		}
	}
	if n := w.count("decision"); n != 2 {
		t.Errorf("%d decisions were recorded, want 2", n)
	}

	said := w.asks("call-warned", "npm publish")
	if a, b := decisionIn(said[0]), decisionIn(said[1]); a == b && a == "" || a != b && a != "" && b != "" {
		t.Errorf("a warning is one decision: %q", said)
	}

	id := decisionIn(w.asks("call-again", asked)[0])
	w.env = append(w.env, "E2E_PERSON=1")
	if out := w.ctxhook("", "allow", id, "--once"); !strings.Contains(out, id) && !strings.Contains(out, "allow") {
		t.Fatalf("allow: %q", out)
	}
	if diff := cmp.Diff([2]string{}, w.asks("call-allowed", asked)); diff != "" {
		t.Errorf("allowed once, and registered twice (-want +got):\n%s", diff)
	}
	if said := w.asks("call-after", asked); said[0] == "" || decisionIn(said[0]) != decisionIn(said[1]) {
		t.Errorf("allowed once, and run twice: %q", said)
	}

	if diff := cmp.Diff([2]string{}, w.asks("call-silent", "git status")); diff != "" {
		t.Errorf("silent (-want +got):\n%s", diff)
	}

	ran := w.both("post-bash", map[string]any{
		"hook_event_name": "PostToolUseFailure", "tool_name": "Bash", "tool_use_id": "call-ran", "error": "Exit code 127\nbash: frobnicate: command not found",
		"tool_input": map[string]any{"command": "frobnicate --all"},
	})
	if ran[0] != "" && ran[1] != "" {
		t.Errorf("a failure is told twice: %q", ran)
	}
	w.both("post-bash", map[string]any{
		"hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_use_id": "call-made", "tool_response": map[string]any{"stdout": "made all there is", "interrupted": false},
		"tool_input": map[string]any{"command": "make all"},
	})
	w.both("session-end", map[string]any{"hook_event_name": "SessionEnd", "reason": "other"})
	if n := w.count("run"); n != 2 {
		t.Errorf("%d runs were recorded, want 2", n)
	}
}

// decisionIn returns the first decision that an answer names.
func decisionIn(answer string) string {
	i := strings.Index(answer, "d-")
	if i < 0 || len(answer) < i+10 {
		return ""
	}
	return answer[i : i+10]
}
