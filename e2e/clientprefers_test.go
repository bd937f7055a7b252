package e2e

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestClientWishes runs the real client for a user who wants something that no
// rule states: each session, each subagent and a compacted session is told. What
// the agent remembers is only proposed, and it cannot confirm that itself.
func TestClientWishes(t *testing.T) {
	client := realClient(t)
	const (
		session = "55555555-5555-4555-8555-555555555555"
		prompt  = "Write the notes."
		wish    = "The user wants: `answer in German`."
	)
	w := newWorld(t)
	w.asUser(t, "ctxhook remember 'answer in German'")

	agent := &talk{}
	m := newModel(t, nil, always)
	m.uses = []use{handOn("notes", prompt), bash("ctxhook remember 'answer in French'"), bash("ctxhook preferences --state candidate")}
	m.agents[prompt] = agent
	w.run(t, client, m.URL, "--session-id", session)
	m.mu.Lock()
	for name, heard := range map[string]string{"the session": m.first, "its subagent": agent.first} {
		if strings.Count(heard, wish) != 1 {
			t.Errorf("%s hears: %s", name, digestIn(heard))
		}
	}
	if len(m.told) != 3 || m.told[1].failed {
		t.Fatalf("the agent remembers something, and hears %+v", m.told)
	}
	id := regexp.MustCompile(`p-\w{8}`).FindString(m.told[2].result)
	m.mu.Unlock()

	if said := w.plays(t, client, bash("ctxhook remember "+id)); id == "" || !said[0].failed || !strings.Contains(said[0].result, "guard/own-preferences") {
		t.Errorf("the agent confirms %q itself, and hears %+v", id, said)
	}
	compacted := newModel(t, nil, always)
	w.runWith(t, client, compacted.URL, "/compact", "--resume", session)
	w.run(t, client, compacted.URL, "--resume", session)
	if strings.Count(compacted.all, wish) != 1 || strings.Contains(compacted.all, "French") {
		t.Errorf("after a compaction it hears: %s", digestIn(compacted.all))
	}
	w.asUser(t, "ctxhook preferences decline "+id)
	w.plays(t, client, bash("ctxhook remember 'answer in French'"))
	if out := w.command(t, filepath.Join(w.dir, "bin", "ctxhook"), "preferences", "--state", "declined"); !strings.Contains(out, id) {
		t.Errorf("declined, and remembered again: %s", out)
	}
}
