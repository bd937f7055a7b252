package install

import (
	"encoding/json"
	"os"
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

// TestUninstallElsewhere: what init wrote in one project goes from another one, too, also
// where the files are ours alone.
func TestUninstallElsewhere(t *testing.T) {
	for _, name := range []string{"cline", "kiro", "opencode", "codex"} {
		s := newSetup(t).For(ClientNamed(name))
		s.Binary = "/opt/ctxhook"
		changes, err := s.Register(Project)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range changes {
			if err := s.Apply(c); err != nil {
				t.Fatal(err)
			}
		}
		other := *s
		other.Client, other.Root = nil, t.TempDir()
		gone, err := other.UninstallAll()
		if err != nil || len(gone) != len(changes) {
			t.Errorf("%s: %d changes of %d, %v", name, len(gone), len(changes), err)
		}
		for _, c := range gone {
			if err := other.Apply(c); err != nil {
				t.Fatal(err)
			}
		}
		for _, c := range changes {
			if _, err := os.Stat(c.Path); err == nil {
				t.Errorf("%s: %s is left", name, c.Path)
			}
		}
		if again, err := other.UninstallAll(); err != nil || len(again) > 0 {
			t.Errorf("%s: after that there are %d more, %v", name, len(again), err)
		}
	}
}
