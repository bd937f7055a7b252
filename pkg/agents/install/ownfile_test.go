package install

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Kiro matches tools alone: an event of a prompt has no matcher, not an empty one.
func TestKiroMatchers(t *testing.T) {
	c := ClientNamed("kiro")
	if c == nil {
		t.Fatal("no client kiro")
	}
	var file struct {
		Hooks []map[string]any
	}
	if err := json.Unmarshal([]byte(kiroFiles(c, "/opt/ctxhook")[0].text), &file); err != nil {
		t.Fatal(err)
	}
	got := map[string]any{}
	for _, h := range file.Hooks {
		m, there := h["matcher"]
		if !there {
			m = "none"
		}
		got[h["trigger"].(string)] = m
	}
	want := map[string]any{"PreToolUse": "execute_bash", "PostToolUse": "execute_bash", "UserPromptSubmit": "none"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("matchers (-want +got):\n%s", diff)
	}
}
