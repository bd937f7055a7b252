package e2e

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestClientStatusLine runs the real client in a terminal: below the prompt it shows what
// was stopped.
func TestClientStatusLine(t *testing.T) {
	client := realClient(t)
	w := newWorld(t)
	w.command(t, filepath.Join(w.dir, "bin", "ctxhook"), "init", "--statusline")
	m := newModel(t, []string{"git tag kept", "rm -rf ~/"}, always)
	screen := w.attended(t, client, m.URL, "clean up")
	if len(m.told) != 2 || !m.told[1].failed {
		t.Fatalf("the model hears %+v", m.told)
	}
	for _, want := range []string{"ctxhook: guarded 0/0", "stopped 1 (last: filesystem/delete-critical"} {
		if !strings.Contains(strings.Join(strings.Fields(screen), " "), want) {
			t.Errorf("the user does not see %q: %s", want, screen)
		}
	}
}
