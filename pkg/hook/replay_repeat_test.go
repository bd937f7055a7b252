package hook

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/judge"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/replay"
	"github.com/ctxhook/ctxhook/pkg/transcript"
)

// TestForeseen: what a history would have had stopped is what the hooks would
// have, as far as it shows.
func TestForeseen(t *testing.T) {
	p := newPast(t)
	p.ran("s1", "t1", deploy, 1, deployFails)
	p.ran("s1", "t2", "go test ./...", 1, testFails)
	p.ran("s1", "t3", "go test ./...", 1, testFails)
	p.ran("s2", "t4", deploy, 1, deployFails)
	p.ran("s3", "t5", "go test ./...", 1, testFails)
	p.ran("s3", "t6", deploy+" | tail", 1, deployFails) // stopped
	p.ran("s3", "t7", deploy, 1, deployFails)           // it insists
	p.edited("s4", "t8", filepath.Join(p.project, "a.js"))
	p.ran("s4", "t9", deploy, 1, deployFails)
	p.ran("s5", "ta", deploy, 0, "done, and all of it") // stopped
	p.ran("s6", "tb", deploy, 1, deployFails)
	want := []string{"t6", "ta"}

	path := filepath.Join(t.TempDir(), "s.jsonl")
	if err := os.WriteFile(path, []byte(strings.Join(p.calls, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	h, r := transcript.NewHistory([]string{path}), replay.New(judge.Options{Getenv: p.getenv})
	var got []string
	for {
		e, more := h.Next()
		if !more {
			break
		}
		if e.Call.Tool != protocol.Shell {
			r.NoteEdit(&e)
			continue
		}
		if said, ok := r.RepeatedFailure(&e); ok {
			got = append(got, e.Call.ID)
			if !strings.Contains(said.Message.String(), "times, last on") {
				t.Errorf("said %+v", said)
			}
		}
		if _, _, err := r.Advise(nil, &e); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("stopped (-want +got)\n%s", diff)
	}
}

// TestReplayIsStopped: what was taken over is known like what the hooks kept.
func TestReplayIsStopped(t *testing.T) {
	p := newPast(t)
	p.ran("s1", "t1", deploy, 1, deployFails)
	p.ran("s2", "t2", deploy, 1, deployFails)
	p.replay(t)
	for _, path := range []string{p.project, filepath.Join(p.project, ".git")} {
		if err := os.Chtimes(path, p.at, p.at); err != nil {
			t.Fatal(err)
		}
	}
	if why := p.before(t, "s3", deploy); !strings.Contains(why, "2 times, last on") {
		t.Errorf("told %q", why)
	}
}
