package audit

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
)

// notes are calls of a session as hooks leave them.
func (d Dirs) notes(t *testing.T, session string, a Action, at time.Time, calls ...string) {
	t.Helper()
	if err := os.MkdirAll(d.Ledger, 0o700); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(filepath.Join(d.Ledger, ledger.FileName(session)), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, call := range calls {
		l := ledger.Line{Is: ledger.Judged, At: at.UnixMicro(), Call: call, Action: string(a)}
		if _, err := f.Write(l.Append(nil)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTrail(t *testing.T) {
	dir := Dirs{Ledger: filepath.Join(t.TempDir(), "ledger"), Former: filepath.Join(t.TempDir(), "trail")}
	now := time.Unix(1_700_000_000, 0)
	for i := range 40 {
		dir.notes(t, "../session", Silent, now, fmt.Sprint("call-", i))
	}
	dir.notes(t, "other", Blocked, now.Add(time.Hour), "", "", "stopped", "stopped") // two without an id, and one told by two processes
	trail, err := Read(dir, now)
	if err != nil || trail.Sessions != 2 || trail.Actions[Silent] != 40 || trail.Actions[Blocked] != 3 || trail.Calls() != 43 || !trail.First.Equal(now) {
		t.Errorf("%+v, %v", trail, err)
	}
	if !trail.knows("call-39") || !trail.knows("stopped") || trail.knows("call-40") || trail.knows("") {
		t.Error("knows other calls than were noted")
	}
	if later, err := Read(dir, now.Add(time.Minute)); err != nil || later.Calls() != 3 || later.Sessions != 1 || !later.knows("call-1") {
		t.Errorf("since then: %+v, %v", later, err)
	}
	if !has(dir, "other") || has(dir, "a third") {
		t.Error("sessions")
	}
}

// TestFormerTrail: what versions before the ledger noted counts, too.
func TestFormerTrail(t *testing.T) {
	dir := Dirs{Ledger: filepath.Join(t.TempDir(), "ledger"), Former: t.TempDir()}
	now := time.Unix(1_700_000_000, 0)
	dir.notes(t, "s", Silent, now.Add(time.Hour), "new")
	line := fmt.Sprintf("%016x %08x %s\n", idOf("old"), now.Unix(), Asked)
	if err := os.WriteFile(formerFile(dir.Former, "s"), []byte(line+line), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, read := range map[string]func() (*Trail, error){
		"all": func() (*Trail, error) { return Read(dir, now) }, "session": func() (*Trail, error) { return readSession(dir, "s") },
	} {
		trail, err := read()
		if err != nil || trail.Calls() != 2 || trail.Actions[Asked] != 1 || !trail.knows("old") || !trail.knows("new") || !trail.First.Equal(now) {
			t.Errorf("%s: %+v, %v", name, trail, err)
		}
	}
	if !has(Dirs{Former: dir.Former}, "s") {
		t.Error("the session is not known")
	}
}

func TestNoTrail(t *testing.T) {
	trail, err := Read(Dirs{Ledger: filepath.Join(t.TempDir(), "none"), Former: filepath.Join(t.TempDir(), "none")}, time.Time{})
	if err != nil || trail.Calls() != 0 || trail.knows("a") {
		t.Errorf("%+v, %v", trail, err)
	}
}

func FuzzFormerTrail(f *testing.F) {
	line := fmt.Sprintf("%016x %08x %s\n", idOf("call"), 1_700_000_000, Asked)
	f.Add(line + line)
	f.Add("x" + line + strings.Repeat("\n", 40) + line[:20])
	f.Fuzz(func(t *testing.T, data string) {
		trail := newTrail()
		trail.addFormer([]byte(data), time.Time{})
		if got := trail.Calls(); got*formerLength > len(data) {
			t.Errorf("%d calls in %d bytes", got, len(data))
		}
		trail.addFormer([]byte(data+line), time.Time{})
		if len(data)%formerLength == 0 && strings.HasSuffix(data, "\n") && !trail.knows("call") {
			t.Errorf("the call behind %q is lost", data)
		}
	})
}
