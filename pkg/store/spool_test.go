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

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/paths"
	"github.com/ctxhook/ctxhook/pkg/redact"
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
	list, err := ReadDecisions(s.o, dir, DecisionFilter{})
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
	list, err := ReadDecisions(s.o, dir, DecisionFilter{})
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
	if _, ok, err := FindDecision(s.o, dir, first); !ok || err != nil {
		t.Errorf("the good one: %v, %v", ok, err)
	}
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
	if _, err := ReadDecisions(Options{}, "", DecisionFilter{}); err == nil {
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

// What an earlier version left is read, and taken over once.
func TestDecisionLog(t *testing.T) {
	s, dir := fresh(t), t.TempDir()
	line := func(id string) string {
		return `{"id":"` + id + `","time":"2026-03-01T12:00:00Z","action":"block","rules":["a/b"],"command":"rm x"}` + "\n"
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("decisions.jsonl.1", line("d-1")+"\x00\x00\n{}\n[1]\n\n"+strings.Repeat("x", 100_000)+"\n"+`{"id":"d-x","action":5}`+"\n")
	write("decisions.jsonl", line("d-2")+`{"id":"d-torn","act`+line("d-3"))
	write("decisions.jsonl.lock", "")
	check := func(when string) {
		t.Helper()
		list, err := ReadDecisions(s.o, dir, DecisionFilter{Rule: "a/b"})
		if err != nil || len(list) != 3 {
			t.Errorf("%s: %v, %v", when, list, err)
		}
		if d, ok, err := FindDecision(s.o, dir, "d-3"); !ok || d.Command.String() != "rm x" {
			t.Errorf("%s: d-3 is %v, %v", when, d, err)
		}
	}
	check("before")
	drain(t, s, dir, 10)
	check("afterwards")
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

func TestReadDecisions(t *testing.T) {
	s, dir := fresh(t), t.TempDir()
	for i, d := range []memory.Decision{
		{Session: "s", Project: "/a", Action: "warn", Rules: []string{"x/y"}},
		{Session: "t", Project: "/a", Action: "block", Rules: []string{"x/y", "z"}},
		{Session: "t", Project: "/b", Action: "ask", Rules: []string{"x_y"}},
		{Session: "s", Project: "/b", Action: "ask", Rules: []string{"zz"}},
	} {
		d.ID, d.Time = fmt.Sprintf("d-%d", i), noon.Add(time.Duration(i)*time.Hour)
		if i%2 == 0 {
			spooled(t, dir, d)
		} else {
			update(t, s, func(tx *Tx) error { _, err := tx.AddDecision(&d); return err })
		}
	}
	none := Options{Path: filepath.Join(t.TempDir(), "none.db")}
	tests := []struct {
		name   string
		filter DecisionFilter
		want   []string
	}{
		{"all", DecisionFilter{}, []string{"d-3", "d-2", "d-1", "d-0"}},
		{"since", DecisionFilter{Since: noon.Add(2 * time.Hour)}, []string{"d-3", "d-2"}},
		{"session", DecisionFilter{Session: "t"}, []string{"d-2", "d-1"}},
		{"project", DecisionFilter{Project: "/a"}, []string{"d-1", "d-0"}},
		{"action", DecisionFilter{Action: "ask"}, []string{"d-3", "d-2"}},
		{"rule", DecisionFilter{Rule: "x/y"}, []string{"d-1", "d-0"}},
		{"the second rule", DecisionFilter{Rule: "z"}, []string{"d-1"}},
		{"latest", DecisionFilter{Limit: 3}, []string{"d-3", "d-2", "d-1"}},
		{"a rule that looks alike", DecisionFilter{Rule: "x_y"}, []string{"d-2"}},
		{"nothing", DecisionFilter{Session: "s", Action: "block"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			list, err := ReadDecisions(s.o, dir, tt.filter)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, d := range list {
				got = append(got, d.ID)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			for _, o := range []Options{none, {Path: t.TempDir()}} {
				if list, _ := ReadDecisions(o, dir, tt.filter); len(list) > len(tt.want) {
					t.Errorf("without a database: %v", list)
				}
			}
		})
	}
}

// What was decided in a work tree is of the project, wherever it is kept.
func TestReadDecisionsOfWorkTrees(t *testing.T) {
	s, dir := fresh(t), t.TempDir()
	update(t, s, func(tx *Tx) error {
		main, err := tx.addProject("/p", nil, "")
		if err != nil {
			return err
		}
		if _, err := tx.addProject("/p-feature", main, ""); err != nil {
			return err
		}
		_, err = tx.AddDecision(&memory.Decision{ID: "d-1", Time: noon, Project: "/p-feature", Action: "block"})
		return err
	})
	spooled(t, dir, memory.Decision{ID: "d-2", Time: noon, Project: "/p-feature", Action: "ask"})
	for root, want := range map[string]int{"/p": 2, "/p-feature": 2, "/q": 0} {
		list, err := ReadDecisions(s.o, dir, DecisionFilter{Project: root})
		if err != nil || len(list) != want {
			t.Errorf("%s: %v, %v", root, list, err)
		}
	}
}

func FuzzDecodeRecord(f *testing.F) {
	f.Add([]byte(`{"decision":{"id":"d-1","action":"warn","time":"2026-03-01T12:00:00Z","command":"x"}}`))
	f.Add([]byte(`{"run":{"id":"r-1","start":"2026-03-01T12:00:00Z","outcome":"failed","check":{"tests":["a"]},"errors":[{}]}}`))
	f.Add([]byte(`{"lesson":{"id":"l-1"},"edit":{"id":"e-1"}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := decodeRecord(data)
		if err != nil {
			return
		}
		again, err := r.line()
		if err != nil {
			return // a time that no JSON can say
		}
		if _, err := decodeRecord(again); err != nil {
			t.Errorf("written and not read again: %q", again)
		}
	})
}
