package store

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// spooled puts a decision into a spool.
func spooled(t *testing.T, dir string, d memory.Decision) string {
	t.Helper()
	if _, err := Spool(dir, Entry{Decision: &d}); err != nil {
		t.Fatal(err)
	}
	return d.ID
}

func drain(t *testing.T, s *Store, dir string, most int) {
	t.Helper()
	update(t, s, func(tx *Tx) error { return tx.Drain(dir, most, keep) })
}

// keep is what a hook does with an entry.
// allDecisions returns the decisions that wait, and those that are kept and
// do not wait any more.
func allDecisions(s *Store, dir string) (list []memory.Decision, err error) {
	waiting, err := SpoolEntries(dir)
	if err != nil {
		return nil, err
	}
	known := make(map[string]bool)
	for _, e := range waiting {
		list, known[e.Decision.ID] = append(list, *e.Decision), true
	}
	err = s.View(func(tx *Tx) error {
		kept, err := Decisions.Select(tx, "")
		for _, d := range kept {
			if !known[d.ID] {
				list = append(list, d)
			}
		}
		return err
	})
	return list, err
}

func keep(tx *Tx, e Entry) (err error) {
	switch {
	case e.Run != nil:
		_, err = tx.AddRun(e.Run)
	case e.Edit != nil:
		_, err = tx.AddEdit(e.Edit)
	case e.Decision != nil:
		_, err = tx.AddDecision(e.Decision)
	}
	return err
}

func TestSpoolAndDrain(t *testing.T) {
	s, dir := fresh(t), filepath.Join(t.TempDir(), "a", "spool")
	run := full[memory.Run]()
	run.ID = "r-1"
	edit := memory.Edit{Time: noon.Add(time.Second), Path: redact.Clean("x.go")}
	for _, e := range []Entry{{Edit: &edit}, {Run: &run}} {
		if _, err := Spool(dir, e); err != nil {
			t.Fatal(err)
		}
	}
	id := spooled(t, dir, memory.Decision{Time: noon.Add(2 * time.Second), Action: "block", Command: redact.Clean("rm -rf ~ --password hunter2"), Rules: []string{"a/b"}})
	if edit.ID == "" || id == "" {
		t.Error("no id was given")
	}
	files, _ := waiting(dir)
	if len(files) != 3 || !strings.Contains(files[0], "r-1") || !strings.Contains(files[2], id) {
		t.Errorf("files, the oldest first: %q", files)
	}
	for _, name := range files {
		path := filepath.Join(dir, name)
		if data, err := os.ReadFile(path); err != nil || bytes.Contains(data, []byte("hunter2")) {
			t.Errorf("%s: a secret, or %v", name, err)
		}
		if info, err := os.Stat(path); runtime.GOOS != "windows" && (err != nil || info.Mode() != 0o600) {
			t.Errorf("%s: mode %v, %v", name, info.Mode(), err)
		}
	}
	drain(t, s, dir, 1)
	if files, _ := waiting(dir); len(files) != 2 || count(t, s, "runs") != 1 {
		t.Errorf("after one: %q", files)
	}
	drain(t, s, dir, 100)
	if files, _ := waiting(dir); len(files) != 0 || count(t, s, "edits") != 1 || count(t, s, "decisions") != 1 {
		t.Errorf("after all: %q", files)
	}
	view(t, s, func(tx *Tx) error {
		compare(t, run, tx.Run)
		return nil
	})
}

// An entry leaves the spool when it is in the database, and not before. One
// that is there twice, because a hook died in between, is kept once.
func TestDrainAndFail(t *testing.T) {
	s, dir := fresh(t), t.TempDir()
	id := spooled(t, dir, memory.Decision{Action: "warn"})
	failed := errors.New("no")
	err := s.Update(func(tx *Tx) error {
		if err := tx.Drain(dir, 10, keep); err != nil {
			return err
		}
		return failed
	})
	files, _ := waiting(dir)
	if err != failed || len(files) != 1 || count(t, s, "decisions") != 0 {
		t.Fatalf("error %v, files %q", err, files)
	}
	data, err := os.ReadFile(filepath.Join(dir, files[0]))
	if err != nil {
		t.Fatal(err)
	}
	drain(t, s, dir, 10)
	if err := os.WriteFile(filepath.Join(dir, files[0]), data, 0o600); err != nil {
		t.Fatal(err)
	}
	list, err := allDecisions(s, dir)
	if err != nil || len(list) != 1 || list[0].ID != id {
		t.Errorf("in both: %v, %v", list, err)
	}
	drain(t, s, dir, 10)
	if files, _ := waiting(dir); len(files) != 0 || count(t, s, "decisions") != 1 {
		t.Errorf("drained twice: %q", files)
	}
}

func TestSpoolPassesOverDamage(t *testing.T) {
	s, dir := fresh(t), t.TempDir()
	first := spooled(t, dir, memory.Decision{Action: "warn"})
	for i, text := range []string{"", "\x00\x00", "{}", "[1]", `{"run":{}}`, `{"decision":{"id":"d-torn","act`, strings.Repeat("x", maxEntry+1), `{"lesson":{"id":"l-1"}}`} {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%016d-x.json", i)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "0-directory.json"), 0o700); err != nil {
		t.Fatal(err)
	}
	list, err := allDecisions(s, dir)
	if err != nil || len(list) != 1 {
		t.Errorf("read: %v, %v", list, err)
	}
	drain(t, s, dir, 100)
	if files, _ := waiting(dir); len(files) != 0 {
		t.Errorf("left: %q", files)
	}
	if bad, _ := waiting(filepath.Join(dir, "bad")); len(bad) != 9 {
		t.Errorf("set aside: %q", bad)
	}
	view(t, s, func(tx *Tx) error {
		_, ok, err := Decisions.ByID(tx, first)
		if !ok {
			t.Error("the good one was not drained")
		}
		return err
	})
}

func TestSpoolIsBounded(t *testing.T) {
	if _, err := Spool(t.TempDir(), Entry{Run: &memory.Run{Output: redact.Clean(strings.Repeat("x ", maxEntry))}}); !errors.Is(err, ErrSpoolFull) {
		t.Errorf("an event that is too long: %v", err)
	}
	tests := []struct {
		name  string
		files int
		bytes int
	}{
		{"files", maxSpoolFiles, 0},
		{"bytes", fewFiles, maxSpoolBytes / fewFiles},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			for i := range tt.files {
				f, err := os.Create(filepath.Join(dir, fmt.Sprintf("%016d-x.json", i)))
				if err != nil {
					t.Fatal(err)
				}
				if err := errors.Join(f.Truncate(int64(tt.bytes)), f.Close()); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := Spool(dir, Entry{Decision: &memory.Decision{Action: "warn"}}); !errors.Is(err, ErrSpoolFull) {
				t.Errorf("error %v", err)
			}
			if files, _ := waiting(dir); len(files) != tt.files {
				t.Errorf("%d files", len(files))
			}
		})
	}
}

func TestSpoolAtOnce(t *testing.T) {
	s, dir := fresh(t), filepath.Join(t.TempDir(), "spool")
	const writers, each = 20, 20
	long := redact.Clean(strings.Repeat("word ", 400))
	var wg sync.WaitGroup
	for range writers {
		wg.Go(func() {
			for range each {
				if _, err := Spool(dir, Entry{Decision: &memory.Decision{Action: "warn", Message: long, Command: long}}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for range 5 {
		drain(t, s, dir, 50)
	}
	wg.Wait()
	drain(t, s, dir, writers*each)
	if n := count(t, s, "decisions"); n != writers*each {
		t.Errorf("%d of %d", n, writers*each)
	}
}

func TestSpoolWhereItCannot(t *testing.T) {
	file := filepath.Join(t.TempDir(), "spool")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	d := memory.Decision{Action: "warn"}
	if _, err := Spool(file, Entry{Decision: &d}); err == nil {
		t.Error("spooled into a file")
	}
	if _, err := Spool("", Entry{Decision: &d}); !errors.Is(err, paths.ErrNoHome) {
		t.Errorf("nowhere: %v", err)
	}
	if _, err := SpoolEntries(""); err == nil {
		t.Error("read from nowhere")
	}
}

// What a hook had begun to write when it died does not stay for ever; what
// one is writing now does.
func TestDrainSweeps(t *testing.T) {
	s, dir := fresh(t), t.TempDir()
	for name, age := range map[string]time.Duration{"old": 2 * time.Hour, "new": 0} {
		path := filepath.Join(dir, name+partEnd)
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chtimes(path, time.Time{}, time.Now().Add(-age))); err != nil {
			t.Fatal(err)
		}
	}
	drain(t, s, dir, 1)
	if names, err := namesIn(dir); err != nil || len(names) != 1 || names[0] != "new"+partEnd {
		t.Errorf("left: %q, %v", names, err)
	}
}
