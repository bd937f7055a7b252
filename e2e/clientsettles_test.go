package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestClientSettles runs the real client in several sessions: the red tests that
// make runs are told in the next one, and no more once make was green; and what
// has to stand in front of a command is told before it fails a third time.
func TestClientSettles(t *testing.T) {
	client := realClient(t)
	w := newGoWorld(t)
	for _, name := range []string{"make", "sed"} {
		program, err := exec.LookPath(name)
		if err != nil {
			t.Skip(err)
		}
		if err := os.Symlink(program, filepath.Join(w.dir, "bin", name)); err != nil && !os.IsExist(err) {
			t.Fatal(err)
		}
	}
	w.file(t, "project/Makefile", "test:\n\tgo test ./...\n", 0o644)
	w.file(t, "project/migrate.sh", "#!/bin/sh\n[ \"$STAGE\" ] || { echo \"OperationalError: no database for stage $STAGE\" >&2; exit 1; }\n", 0o755)
	hears := func(commands ...string) string {
		t.Helper()
		m := newModel(t, commands, always)
		w.run(t, client, m.URL)
		m.mu.Lock()
		defer m.mu.Unlock()
		if len(m.told) != len(commands) {
			t.Fatalf("the model came as far as command %d of %d", len(m.told), len(commands))
		}
		return digestIn(m.all)
	}
	hears("make test")
	if got := hears("sed -i 's/a - b/a + b/' sum.go && make test"); !strings.Contains(got, "TestSum") {
		t.Errorf("after red the next session hears: %s", got)
	}
	if got := hears("./migrate.sh up", "STAGE=dev ./migrate.sh up"); got != "nothing" {
		t.Errorf("after green the next session hears: %s", got)
	}
	hears("./migrate.sh up", "STAGE=dev ./migrate.sh up")
	if got := hears("git status"); !strings.Contains(got, "`STAGE=dev ./migrate.sh` worked") {
		t.Errorf("after two lessons the next session hears: %s", got)
	}
}
