package store

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	sqlite3 "modernc.org/sqlite/lib"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// remember adds runs, one a minute from a time on.
func remember(t testing.TB, s *Store, from time.Time, n, output int) {
	t.Helper()
	text := redact.Clean(strings.Repeat("output ", output/7))
	for done := 0; done < n; {
		update(t, s, func(tx *Tx) error {
			for ; done < n; done++ {
				r := memory.Run{
					Session: fmt.Sprint("s", done/100), Project: "/p", Start: from.Add(time.Duration(done) * time.Minute),
					Command: redact.Clean(fmt.Sprintf("go test ./pkg/memory/store -run Test%d", done)), Output: text,
				}
				if _, err := tx.AddRun(&r); err != nil {
					return err
				}
			}
			return nil
		})
	}
}

func maintain(t testing.TB, s *Store, p Policy) {
	t.Helper()
	if err := s.Maintain(p); err != nil {
		t.Fatal(err)
	}
}

func TestMaxAge(t *testing.T) {
	s := fresh(t)
	now := time.Now()
	const day = 24 * time.Hour
	for _, age := range []time.Duration{0, 10 * day, 100 * day, 100*day + time.Hour} {
		at := now.Add(-age)
		update(t, s, func(tx *Tx) error {
			if _, err := tx.AddRun(&memory.Run{Session: age.String(), Start: at, Output: redact.Clean("output"), Command: redact.Clean("ls")}); err != nil {
				return err
			}
			if _, err := tx.AddEdit(&memory.Edit{Time: at}); err != nil {
				return err
			}
			if err := tx.AddAdvice(&memory.Advice{Time: at}); err != nil {
				return err
			}
			if _, err := tx.AddDecision(&memory.Decision{Time: at, Action: "warn"}); err != nil {
				return err
			}
			return tx.PutLesson(&memory.Lesson{Kind: memory.LessonFix, Key: "k", Last: at})
		})
	}
	maintain(t, s, Policy{})
	maintain(t, s, Policy{MaxAge: 50 * day})
	for table, want := range map[string]int{"runs": 2, "outputs": 2, "edits": 2, "advice": 2, "decisions": 2, "sessions": 2, "lessons": 4} {
		if got := count(t, s, table); got != want {
			t.Errorf("%s: %d, want %d", table, got, want)
		}
	}
	if runs := search(t, s, "ls"); len(runs) != 2 {
		t.Errorf("%d runs are found", len(runs))
	}
}

// Outputs go first, the oldest of them, and then runs; and the file becomes
// smaller.
func TestMaxSize(t *testing.T) {
	s := fresh(t)
	remember(t, s, noon, 2000, 2000)
	update(t, s, func(tx *Tx) error { return tx.PutLesson(&memory.Lesson{Kind: memory.LessonFix, Key: "k"}) })
	before, err := s.used()
	if err != nil {
		t.Fatal(err)
	}
	maintain(t, s, Policy{MaxSize: before / 2})
	outputs := count(t, s, "outputs")
	if runs := count(t, s, "runs"); runs != 2000 || outputs == 0 || outputs > 1200 {
		t.Errorf("at half the size: %d runs, %d outputs", runs, outputs)
	}
	view(t, s, func(tx *Tx) error {
		list, err := RunsWithOutput.Select(tx, " ORDER BY at DESC")
		if list[0].Output.Len() == 0 || list[len(list)-1].Output.Len() > 0 {
			t.Error("not the oldest outputs were removed")
		}
		return err
	})
	maintain(t, s, Policy{MaxSize: 300 << 10})
	runs, used := count(t, s, "runs"), int64(0)
	if used, err = s.used(); err != nil || used > 300<<10 || runs == 0 || runs == 2000 || count(t, s, "lessons") != 1 {
		t.Errorf("at 300 KiB: %d runs, %d bytes, %v", runs, used, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(s.o.Path); err != nil || info.Size() > 2*used {
		t.Errorf("the file has %d bytes, of which %d are used (%v)", info.Size(), used, err)
	}
}

func TestMaintainWithinItsTime(t *testing.T) {
	s := fresh(t)
	remember(t, s, noon, 3000, 0)
	start := time.Now()
	maintain(t, s, Policy{MaxAge: time.Hour, Within: time.Nanosecond})
	if took := time.Since(start); took > time.Second || count(t, s, "runs") == 0 {
		t.Errorf("it took %v and left %d runs", took, count(t, s, "runs"))
	}
	maintain(t, s, Policy{MaxAge: time.Hour})
	if n := count(t, s, "runs"); n != 0 {
		t.Errorf("%d runs are left", n)
	}
}

// Leave keeps the log of writes short, and does not wait for anybody.
func TestLeave(t *testing.T) {
	s := fresh(t)
	log := func() int64 {
		info, err := os.Stat(s.o.Path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	remember(t, s, noon, 10, 100)
	s.Leave()
	if log() == 0 {
		t.Error("a short log was written through")
	}
	remember(t, s, noon, 500, 2000)
	reader := opened(t, s.o)
	view(t, reader, func(tx *Tx) error {
		if _, err := tx.Counts(); err != nil {
			return err
		}
		start := time.Now()
		s.Leave()
		if took := time.Since(start); took > time.Second {
			t.Errorf("it waited %v for a reader", took)
		}
		return nil
	})
	s.Leave()
	if n := log(); n != 0 {
		t.Errorf("the log has %d bytes", n)
	}
}

func TestVacuum(t *testing.T) {
	s := fresh(t)
	remember(t, s, noon, 1000, 1000)
	maintain(t, s, Policy{})
	if _, err := s.db.run("DELETE FROM outputs"); err != nil {
		t.Fatal(err)
	}
	if err := s.Vacuum(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(s.o.Path); err != nil || info.Size() > 500<<10 {
		t.Errorf("%d bytes, %v", info.Size(), err)
	}
	if runs := search(t, s, "test77"); len(runs) != 11 {
		t.Errorf("%d runs are found", len(runs))
	}
	sound(t, s)
}

// What SQLite says of a failure does not name what was to be written.
func TestFaults(t *testing.T) {
	s := fresh(t)
	if err := s.db.script("NONSENSE"); err == nil || !strings.Contains(err.Error(), "syntax error") {
		t.Errorf("error %v", err)
	}
	_, err := s.db.run("INSERT INTO counters VALUES (?, NULL)", "secret")
	if err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("error %v", err)
	}
	if _, err := s.db.run("SELECT ?", []byte{}); err == nil {
		t.Error("an argument of another type was taken")
	}
	if _, err := connect(t.TempDir(), sqlite3.SQLITE_OPEN_READWRITE, 0); err == nil {
		t.Error("a directory was opened")
	}
}
