package e2e

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// attended runs the client in a terminal, types lines one after the other, and
// returns what the user saw, in the order in which it was written.
func (w *world) attended(t *testing.T, client, url string, lines ...string) string {
	t.Helper()
	script, err := exec.LookPath("script")
	if err != nil {
		t.Skip(err)
	}
	settings, err := json.Marshal(map[string]any{
		"hasCompletedOnboarding": true, "theme": "dark", "customApiKeyResponses": map[string]any{"approved": []string{"dummy"}},
		"projects": map[string]any{w.project: map[string]any{"hasTrustDialogAccepted": true, "hasCompletedProjectOnboarding": true}},
	})
	if err != nil {
		t.Fatal(err)
	}
	w.file(t, "home/.claude/.claude.json", string(settings), 0o600)
	c := w.client(t, client, url, "")
	inner := "stty cols 200 rows 50 && exec " + shell.Quote(client) + " --permission-mode manual --allowedTools Bash,Agent,Read,Edit"
	c.Path, c.Args = script, []string{"script", "-qec", inner, filepath.Join(w.dir, "tmp", "typescript")}
	c.Env = append(c.Env, "TERM=xterm-256color")
	var seen screen
	c.Stdout, c.Stderr = &seen, &seen
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for _, line := range append(lines, "/exit") {
		seen.rests()
		for _, part := range []string{line, "\r"} {
			if _, err := in.Write([]byte(part)); err != nil {
				t.Fatalf("%v: %s", err, seen.text())
			}
			time.Sleep(300 * time.Millisecond)
		}
	}
	if err := c.Wait(); err != nil {
		t.Errorf("the client ends with %v: %s", err, seen.text())
	}
	return seen.text()
}

// screen is what was written to a terminal.
type screen struct {
	mu    sync.Mutex
	data  bytes.Buffer
	wrote time.Time
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wrote = time.Now()
	return s.data.Write(p)
}

// rests waits until nothing was written for a while: a client that works shows
// that it does.
func (s *screen) rests() {
	for range 300 {
		time.Sleep(100 * time.Millisecond)
		s.mu.Lock()
		idle := s.data.Len() > 0 && time.Since(s.wrote) > 1200*time.Millisecond
		s.mu.Unlock()
		if idle {
			return
		}
	}
}

var control = regexp.MustCompile(`\x1b\[\d*C|\x1b\][^\x07]*\x07|\x1b\[[0-9;?<>=]*[a-zA-Z]|\x1b.|\r`)

// text is what was written, with a blank where the cursor went on in its line.
func (s *screen) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.TrimSpace(control.ReplaceAllStringFunc(s.data.String(), func(c string) string {
		if strings.HasSuffix(c, "C") {
			return " "
		}
		return ""
	}))
}
