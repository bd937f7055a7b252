package hook

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// TestDatabaseThatCannotBeWritten: the agent goes on, and nothing is lost.
func TestDatabaseThatCannotBeWritten(t *testing.T) {
	p := newUser(t)
	dir := filepath.Dir(p.database())
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir, nil, 0o600); err != nil { // a file where the directory should be
		t.Fatal(err)
	}
	if got := p.told(t, "s1", "t1", "pytohn x.py", 127, "bash: pytohn: command not found"); !strings.Contains(got, "pytohn") {
		t.Errorf("told %q", got)
	}
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	if runs, _ := p.remembered(t); len(runs) != 1 || runs[0].Outcome != memory.Failed {
		t.Errorf("runs %+v", runs)
	}
}

// TestLockedDatabase: whoever has nothing to say to the agent does not keep it
// waiting, and loses nothing.
func TestLockedDatabase(t *testing.T) {
	p := newUser(t)
	p.remembered(t)
	s, err := store.Open(store.Options{Path: p.database(), Schema: p.schema})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var took time.Duration
	if err := s.Update(func(tx *store.Tx) error {
		for i := range crowd + 2 {
			start := time.Now()
			p.told(t, "s", "t"+strconv.Itoa(i), "make it", 0, "it is made")
			took = max(took, time.Since(start))
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if took > time.Second {
		t.Errorf("a command waited %v", took)
	}
	if runs, _ := p.remembered(t); len(runs) != crowd+2 {
		t.Errorf("%d runs, want %d", len(runs), crowd+2)
	}
}

// TestLossIsTold: the user is told once a session that nothing can be kept.
func TestLossIsTold(t *testing.T) {
	p := newUser(t)
	p.write(t, ".local/state/ctxhook/spool", "a file where the directory should be")
	dir := filepath.Dir(p.database())
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for i, want := range []bool{true, false} {
		got := p.run("post-bash", p.ended("s1", "t"+string(rune('1'+i)), "make build", 0, "ok")).said(t).SystemMessage
		if strings.Contains(got, "spool") != want {
			t.Errorf("%d: told %q", i, got)
		}
	}
}
