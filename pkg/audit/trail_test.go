package audit

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestTrail(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "trail")
	now := time.Unix(1_700_000_000, 0)
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() {
			if err := Note(dir, "../session", fmt.Sprint("call-", i), Silent, now); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, call := range []string{"", "", "stopped", "stopped"} { // two without an id, and one told by two processes
		if err := Note(dir, "other", call, Blocked, now.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	trail, err := Read(dir, now)
	if err != nil || trail.Sessions != 2 || trail.Actions[Silent] != 40 || trail.Actions[Blocked] != 3 || trail.Calls() != 43 || !trail.First.Equal(now) {
		t.Errorf("%+v, %v", trail, err)
	}
	if !trail.Knows("call-39") || !trail.Knows("stopped") || trail.Knows("call-40") || trail.Knows("") {
		t.Error("knows other calls than were noted")
	}
	if later, err := Read(dir, now.Add(time.Minute)); err != nil || later.Calls() != 3 || later.Sessions != 1 || !later.Knows("call-1") {
		t.Errorf("since then: %+v, %v", later, err)
	}
	if !Has(dir, "other") || Has(dir, "a third") {
		t.Error("sessions")
	}
	old := now.Add(-MaxAge)
	if err := os.Chtimes(file(dir, "other"), old, old); err != nil {
		t.Fatal(err)
	}
	if err := Prune(dir, now.Add(time.Hour)); err != nil || Has(dir, "other") || !Has(dir, "../session") {
		t.Errorf("pruned: %v", err)
	}
}

func TestNoTrail(t *testing.T) {
	trail, err := Read(filepath.Join(t.TempDir(), "none"), time.Time{})
	if err != nil || trail.Calls() != 0 || trail.Knows("a") {
		t.Errorf("%+v, %v", trail, err)
	}
	if err := Note("", "s", "c", Silent, time.Now()); err == nil {
		t.Error("a call was noted nowhere")
	}
}

func FuzzTrail(f *testing.F) {
	line := string(appendLine(nil, "call", Asked, time.Unix(1_700_000_000, 0)))
	f.Add(line + line)
	f.Add("x" + line + strings.Repeat("\n", 40) + line[:20])
	f.Fuzz(func(t *testing.T, data string) {
		trail := newTrail()
		trail.add([]byte(data), time.Time{})
		if got := trail.Calls(); got*lineLength > len(data) {
			t.Errorf("%d calls in %d bytes", got, len(data))
		}
		trail.add([]byte(data+line), time.Time{})
		if len(data)%lineLength == 0 && strings.HasSuffix(data, "\n") && !trail.Knows("call") {
			t.Errorf("the call behind %q is lost", data)
		}
	})
}
