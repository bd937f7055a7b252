package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestClientAudit runs the real client and takes the hooks out of its settings in
// the middle of a session: doctor, an audit and the next session say which calls
// ran unchecked.
func TestClientAudit(t *testing.T) {
	client := realClient(t)
	w := newWorld(t)
	ctxhook := filepath.Join(w.dir, "bin", "ctxhook")
	w.plays(t, client, bash("echo first"), bash("echo second"))
	if out := w.command(t, ctxhook, "audit"); !strings.Contains(out, "Everything that ran was checked") || !strings.Contains(out, "2 calls checked in 1 session") {
		t.Errorf("audit of a whole session:\n%s", out)
	}

	settings := filepath.Join(w.project, ".claude", "settings.json")
	had, err := os.ReadFile(settings)
	if err != nil {
		t.Fatal(err)
	}
	w.file(t, "bin/remove-hooks", "#!/bin/sh\necho '{}' >'"+settings+"'\nsleep 2\n", 0o755)
	w.plays(t, client, bash("echo third"), bash("remove-hooks"), bash("echo fourth"), bash("echo fifth"))
	w.file(t, "project/.claude/settings.json", string(had), 0o644)

	var view struct {
		Calls   int
		Records struct {
			Calls, Judged int
			Unseen        []struct {
				Tool, Cause string
				Calls       int
			}
		} `json:"claude_code"`
	}
	if err := json.Unmarshal([]byte(w.command(t, ctxhook, "audit", "--json")), &view); err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", view)
	if gaps := view.Records.Unseen; len(gaps) != 1 || gaps[0].Tool != "Bash" || gaps[0].Calls != 2 || gaps[0].Cause != "no longer called" {
		t.Errorf("audit finds %+v", gaps)
	}
	if out := w.command(t, ctxhook, "doctor"); !strings.Contains(out, "2 of 6 calls that Claude Code recorded lately ran unchecked: 2 calls of Bash after the last call of a hook") {
		t.Errorf("doctor:\n%s", out)
	}
	m := newModel(t, nil, always)
	m.uses = []use{bash("echo sixth")}
	out, err := w.client(t, client, m.URL, "go on", "--output-format", "stream-json", "--verbose").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "ctxhook did not check all of the previous session: 2 calls of Bash") {
		t.Errorf("the next session says: %v\n%.3000s", err, out)
	}
}
