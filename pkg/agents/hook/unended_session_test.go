package hook

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// TestSilentSessionsEnd: one of which nothing was heard for long is ended as
// of when it was heard last, and so is what it handed on; one that goes on
// after that has not ended.
func TestSilentSessionsEnd(t *testing.T) {
	for _, tt := range []struct {
		name   string
		run    time.Duration // how long ago its last command was
		record time.Duration // how long ago its client wrote; 0: it keeps no record
		ended  bool
	}{
		{"it was killed yesterday", 24 * time.Hour, 24 * time.Hour, true},
		{"another agent was", 24 * time.Hour, 0, true},
		{"it is at work", time.Minute, time.Minute, false},
		{"another agent is", time.Minute, 0, false},
		{"its command takes long", 24 * time.Hour, time.Minute, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newUser(t)
			began := time.Now().Add(-25 * time.Hour)
			last := time.Now().Add(-tt.run)
			p.keeps(t, func(tx *store.Tx) error {
				s := memory.Session{Key: "s1", Agent: "claude", Project: p.project, Started: began}
				task := memory.Task{Session: "s1", Project: p.project, Tool: "Agent", What: redact.Clean("look"), Start: began}
				run := memory.Run{Session: "s1", Project: p.project, Command: redact.Clean("make"), Outcome: memory.Failed, Start: last}
				if err := tx.BeginSession(&s); err != nil {
					return err
				}
				if _, err := tx.AddTask(&task); err != nil {
					return err
				}
				_, err := tx.AddRun(&run)
				return err
			})
			if tt.record > 0 {
				p.write(t, ".claude/projects/x/s1.jsonl", "")
				path := filepath.Join(p.home, ".claude/projects/x/s1.jsonl")
				if err := os.Chtimes(path, time.Time{}, time.Now().Add(-tt.record)); err != nil {
					t.Fatal(err)
				}
			}
			unended := 1
			if tt.ended {
				unended = 0
			}
			p.starts(t, "s2", "startup")
			p.keeps(t, func(tx *store.Tx) error {
				s, _, err := tx.Session("s1")
				if err != nil {
					return err
				}
				tasks, err := tx.Tasks(store.TaskFilter{Session: "s1"})
				if err != nil || len(tasks) != 1 {
					t.Fatalf("%d tasks, %v", len(tasks), err)
				}
				if s.Ended.IsZero() == tt.ended || (tasks[0].Outcome == memory.Partial) != tt.ended || s.Summary == nil || s.Summary.Failures != 1 {
					t.Errorf("ended %v, %v, summary %+v", s.Ended, tasks[0].Outcome, s.Summary)
				}
				if off := s.Ended.Sub(last); tt.ended && off.Abs() > time.Second {
					t.Errorf("ended %v after its last command", off)
				}
				keys, err := tx.OpenSessions(p.project, "s2", 3)
				if len(keys) != unended {
					t.Errorf("not ended: %q", keys)
				}
				return err
			})
			p.told(t, "s1", "t1", "go test ./...", 1, sumFails)
			p.keeps(t, func(tx *store.Tx) error {
				keys, err := tx.OpenSessions(p.project, "s2", 3)
				if len(keys) != 1 {
					t.Errorf("it goes on, and has ended: %q", keys)
				}
				return err
			})
		})
	}
}
