package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestClientKilled kills the real client as no program can prevent, while a
// command runs and after one has ended: where the next session begins all of
// it is known.
func TestClientKilled(t *testing.T) {
	client := realClient(t)
	const slow = `echo $$ >started.log; exec sleep 60`
	for _, tt := range []struct {
		name string
		turn int // of the model, in which it is killed; 0: while the last command runs
		want []string
	}{
		{"after a command", 3,
			[]string{"failed: go test ./...", "denied: rm -rf ~/", "ok: go vet ./..."}},
		{"in a command", 0,
			[]string{"failed: go test ./...", "denied: rm -rf ~/", "ok: go vet ./...", "unknown: " + slow}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newGoWorld(t)
			var c *exec.Cmd
			kill := func() {
				if err := c.Process.Kill(); err != nil {
					t.Error(err)
				}
			}
			m := newModel(t, []string{"go test ./...", "rm -rf ~/", "go vet ./...", slow}, func(turn int) bool {
				if turn > 0 && turn == tt.turn {
					kill()
				}
				return true
			})
			c = w.client(t, client, m.URL, "clean up")
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			if tt.turn == 0 {
				command := w.started(t)
				time.Sleep(500 * time.Millisecond) // in which the client writes down what it does
				kill()
				if err := command.Kill(); err != nil {
					t.Error(err)
				}
			}
			if err := c.Wait(); err == nil {
				t.Fatal("the client was not killed")
			}

			next := newModel(t, []string{"git status"}, always)
			w.run(t, client, next.URL)
			if !strings.Contains(next.all, failingTest) {
				t.Errorf("the next session is told: %s", digestIn(next.all))
			}
			var got []string
			for _, r := range w.history(t) {
				got = append(got, r.Outcome+": "+r.Command)
			}
			if diff := cmp.Diff(append(tt.want, "ok: git status"), got); diff != "" {
				t.Errorf("what is known (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff([]string{"block"}, w.decisions(t)); diff != "" {
				t.Errorf("decisions (-want +got)\n%s", diff)
			}
		})
	}
}

// started waits for a command that says who it is, and returns its process.
func (w *world) started(t *testing.T) *os.Process {
	t.Helper()
	for range 600 {
		data, _ := os.ReadFile(filepath.Join(w.project, "started.log"))
		if pid, err := strconv.Atoi(strings.TrimSpace(string(data))); err == nil {
			if p, err := os.FindProcess(pid); err == nil {
				return p
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("the command does not start")
	return nil
}
