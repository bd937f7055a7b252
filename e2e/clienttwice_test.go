package e2e

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
)

// TestClientTwice runs the real client with ctxhook registered in the settings
// of the user and of the project. Each call is decided once; what the user
// allows once runs once; a run is kept once.
func TestClientTwice(t *testing.T) {
	client := realClient(t)
	w := newWorld(t)
	program := filepath.Join(w.dir, "bin", "ctxhook")
	w.command(t, program, "init", "--user")
	const open = "chmod 777 a.txt"

	first := w.plays(t, client, bash(open), bash("twine upload dist/none.whl"), bash("git tag kept"))
	id := decisionIn(first[0].result)
	if !first[0].failed || id == "" || strings.Count(first[0].result, id) != 1 {
		t.Fatalf("registered twice, the model is told %q", first[0].result)
	}
	warned := strings.Join(first[1].beside, "\n")
	if n := strings.Count(warned, "ctxhook warns"); n != 1 {
		t.Errorf("the model is warned %d times: %s", n, about(first[1].beside))
	}
	if got := w.decisions(t); len(got) != 2 {
		t.Errorf("decisions %v, want one for each of two calls", got)
	}

	places, err := paths.Resolve(func(key string) string {
		if key == "HOME" {
			return w.home
		}
		return ""
	}, "linux")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := config.AddAllow(places, config.Allow{Hash: config.Hash(open), Project: w.project, Once: true}, time.Now()); err != nil {
		t.Fatal(err)
	}
	second := w.plays(t, client, bash(open), bash(open))
	if second[0].failed || strings.Contains(second[0].result, "ctxhook") {
		t.Errorf("allowed once, and the model is told %q", second[0].result)
	}
	if !second[1].failed || !strings.Contains(second[1].result, "permissions/world-writable") {
		t.Errorf("allowed once, and run again the model is told %q", second[1].result)
	}
	if n := strings.Count(w.command(t, program, "history", "--limit", "0"), "git tag kept"); n != 1 {
		t.Errorf("a run was kept %d times", n)
	}

	w.command(t, program, "doctor", "--fix")
	if third := w.plays(t, client, bash(open)); !third[0].failed || decisionIn(third[0].result) == "" {
		t.Errorf("mended, the model is told %q", third[0].result)
	}
}
