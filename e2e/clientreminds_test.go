package e2e

import (
	"strings"
	"testing"
)

// TestClientReminds runs the real client for a user who wants agents to be
// reminded: one that would stop over a failing test goes on, once.
func TestClientReminds(t *testing.T) {
	client := realClient(t)
	const reminder = "ctxhook, before you stop"
	for _, wanted := range []bool{false, true} {
		w := newGoWorld(t)
		if wanted {
			w.file(t, "home/.config/ctxhook/config.yaml", "remind_at_stop: true\n", 0o600)
		}
		m := newModel(t, []string{"go test ./..."}, always)
		w.run(t, client, m.URL)
		m.mu.Lock()
		turns, said := m.turn, m.all
		m.mu.Unlock()
		want := 2 // the test, and a last word
		if wanted {
			want = 3
		}
		if turns != want || strings.Count(said, reminder) != want-2 || wanted && !strings.Contains(said, failingTest) {
			t.Errorf("wanted %v: %d turns, want %d; the last request says %q", wanted, turns, want, said)
		}
	}
}
