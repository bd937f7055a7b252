package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestClientRewrites runs the real client for a user who lets the preferred
// command run in place of another: it does, with the rest of the input, and both
// the model and the user are told. Where the user's own settings deny or ask about
// commands nothing runs in place of one, as the client would compare these with the
// other command only; a rule about the command itself comes first.
func TestClientRewrites(t *testing.T) {
	client := realClient(t)
	w := newWorld(t)
	for _, name := range []string{"pip", "uv"} {
		w.file(t, "bin/"+name, "#!/bin/sh\necho \"it was "+name+" $*\"\n", 0o755)
	}
	w.asUser(t, "ctxhook remember 'use uv, not pip'")
	w.env = append(w.env, "CTXHOOK_PREFERENCES=rewrite")

	const ran = "ctxhook ran `uv pip install pandas 2>&1 | tail -1` in place of your command: the user said on "
	for name, run := range map[string]func(m *model){
		"unattended":    func(m *model) { w.run(t, client, m.URL) },
		"at a terminal": func(m *model) { w.seesRewrite(t, client, m) },
	} {
		m := newModel(t, []string{"pip install pandas 2>&1 | tail -1"}, always)
		run(m)
		m.mu.Lock()
		if len(m.told) != 1 || m.told[0].failed || !strings.Contains(m.told[0].result, "it was uv pip install pandas") {
			t.Errorf("%s, the model hears %+v", name, m.told)
		}
		if strings.Count(m.all, ran) != 1 {
			t.Errorf("%s, the model is not told which command ran: %s", name, m.all)
		}
		m.mu.Unlock()
	}
	rows := w.history(t)
	for _, row := range rows {
		if !strings.HasPrefix(row.Command, "uv pip install") {
			t.Errorf("it is remembered as %+v", row)
		}
	}
	if len(rows) != 2 {
		t.Errorf("%d commands are remembered, want 2", len(rows))
	}

	for _, tt := range []struct{ file, settings, says string }{
		{"project/.claude/settings.local.json", `{"permissions":{"deny":["Bash(pip download *)"]}}`, "Use `uv pip install numpy`"},
		{"project/.claude/settings.local.json", `{"permissions":{"ask":["Bash(pip *)"]}}`, "requested permissions"},
		{"home/.claude/settings.json", `{"permissions":{"ask":["Bash(pip install *)"]}}`, "requested permissions"},
		{"home/.claude/settings.json", `{"permissions":{"deny":["Bash(pip *)"]}}`, "user/denied"},
	} {
		w.file(t, tt.file, tt.settings, 0o600)
		if told := w.plays(t, client, bash("pip install numpy")); !told[0].failed || !strings.Contains(told[0].result, tt.says) {
			t.Errorf("past %s in %s, the model hears %+v", tt.settings, tt.file, told)
		}
		if err := os.Remove(filepath.Join(w.dir, tt.file)); err != nil {
			t.Fatal(err)
		}
	}
}

// seesRewrite looks for the line about what ran instead where the user looks.
func (w *world) seesRewrite(t *testing.T, client string, m *model) {
	t.Helper()
	seen := w.attended(t, client, m.URL, "install pandas")
	if !strings.Contains(seen, "ctxhook ran `uv pip install pandas 2>&1 | tail -1` instead: the user said on ") {
		t.Errorf("the user sees: %s", seen)
	}
}
