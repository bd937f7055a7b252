package e2e

import (
	"strings"
	"testing"
)

// TestClientRewrites runs the real client for a user who lets the preferred
// command run in place of another: it does, with the rest of the input, and the
// model is told. Where the user's own settings deny commands it is denied, as the
// client would compare these with the other command only.
func TestClientRewrites(t *testing.T) {
	client := realClient(t)
	w := newWorld(t)
	for _, name := range []string{"pip", "uv"} {
		w.file(t, "bin/"+name, "#!/bin/sh\necho \"it was "+name+" $*\"\n", 0o755)
	}
	w.asUser(t, "ctxhook remember 'use uv, not pip'")
	w.env = append(w.env, "CTXHOOK_PREFERENCES=rewrite")

	m := newModel(t, nil, always)
	install := bash("pip install pandas 2>&1 | tail -1")
	m.uses = []use{install}
	w.run(t, client, m.URL)
	m.mu.Lock()
	if len(m.told) != 1 || m.told[0].failed || !strings.Contains(m.told[0].result, "it was uv pip install pandas") {
		t.Errorf("the model hears %+v", m.told)
	}
	if !strings.Contains(m.all, "ctxhook ran `uv pip install pandas 2>&1 | tail -1` in place of your command: the user said on ") {
		t.Error("the model is not told which command ran")
	}
	m.mu.Unlock()
	if rows := w.history(t); len(rows) != 1 || !strings.HasPrefix(rows[0].Command, "uv pip install") {
		t.Errorf("it is remembered as %+v", rows)
	}

	w.file(t, "project/.claude/settings.local.json", `{"permissions":{"deny":["Bash(pip download *)"]}}`, 0o600)
	if told := w.plays(t, client, bash("pip install numpy")); !told[0].failed || !strings.Contains(told[0].result, "Use `uv pip install numpy`") {
		t.Errorf("past a rule of the user's, the model hears %+v", told)
	}
}
