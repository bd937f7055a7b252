package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestClientWorkflow runs the real client for a user who lets ctxhook write what
// it learns: corrected in three sessions, the wish is one preference, and stands in
// CLAUDE.md and in a skill, which the next session reads.
func TestClientWorkflow(t *testing.T) {
	client := realClient(t)
	w := newWorld(t)
	for _, name := range []string{"pip", "uv"} {
		w.file(t, "bin/"+name, "#!/bin/sh\necho \"it was "+name+" $*\"\n", 0o755)
	}
	w.file(t, "home/.config/ctxhook/config.yaml", "auto_update_claudemd: true\nauto_generate_skills: true\n", 0o600)
	const skill = ".claude/skills/learned-uv-preference/SKILL.md"

	for _, session := range []struct{ task, command, says string }{
		{"install requests", "pip install requests", "Use uv instead of pip"},
		{"install numpy", "pip install numpy", "Use uv instead of pip"},
		{"list them", "uv pip list", "Always use uv"},
	} {
		if _, err := os.Stat(filepath.Join(w.project, "CLAUDE.md")); err == nil {
			t.Errorf("written before %q", session.says)
		}
		m := newModel(t, []string{session.command}, always)
		seen := w.attended(t, client, m.URL, session.task, session.says)
		if m.turn != 3 || m.told[0].failed {
			t.Errorf("%s: %d turns, the model hears %+v, and the user sees: %s", session.task, m.turn, m.told, seen)
		}
		if kept := strings.Contains(seen, "ctxhook keeps"); kept != strings.HasPrefix(session.says, "Always") {
			t.Errorf("%s: kept %v: %s", session.says, kept, seen)
		}
	}
	out := w.command(t, filepath.Join(w.dir, "bin", "ctxhook"), "preferences", "--json", "--all", "--state", "any")
	if strings.Count(out, `"id": "p-`) != 1 || !strings.Contains(out, `"state": "active"`) {
		t.Errorf("it is kept as %s", out)
	}
	for name, parts := range map[string][]string{
		"CLAUDE.md": {"## Tool Preferences", "**Preference**: Use `uv`, not `pip`.", "**Reason**: ", "**Examples**:", "**Confidence**: 0.9"},
		skill:       {"name: learned-uv-preference", "confidence: \"0.9", "seen 3 times in 3 sessions"},
	} {
		data, err := os.ReadFile(filepath.Join(w.project, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range parts {
			if !strings.Contains(string(data), part) {
				t.Errorf("%s does not say %q: %s", name, part, data)
			}
		}
	}

	w.reportsLoaded(t)
	said, loaded := w.reads(t, client)
	if !strings.Contains(loaded, filepath.Join(w.project, "CLAUDE.md")) || !strings.Contains(said, "Use `uv`, not `pip`") || !strings.Contains(said, "learned-uv-preference: Use uv, not pip.") {
		t.Errorf("the next session loads %s, and its model reads: %s", loaded, said)
	}
	if told := w.plays(t, client, bash("pip install pandas"), bash("uv pip install pandas")); !told[0].failed || !strings.Contains(told[0].result, "Use `uv pip install pandas`") || told[1].failed {
		t.Errorf("it is applied, and the model hears %+v", told)
	}
}
