package store

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

func TestSessionGoesOn(t *testing.T) {
	s := fresh(t)
	at := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	begin := func(key string, after time.Duration) (session memory.Session) {
		t.Helper()
		session = memory.Session{Key: key, Agent: "claude", Project: "/shop", Started: at.Add(after)}
		update(t, s, func(tx *Tx) error { return tx.BeginSession(&session) })
		return session
	}
	run := func(session string, after time.Duration, outcome memory.Outcome) {
		t.Helper()
		r := memory.Run{Start: at.Add(after), Session: session, Project: "/shop", Command: redact.Clean("make"), Outcome: outcome}
		update(t, s, func(tx *Tx) error {
			_, err := tx.AddRun(&r)
			return err
		})
	}
	begin("s1", 0)
	run("s1", time.Second, memory.OK)
	run("s1", 2*time.Second, memory.Failed)
	run("s1", 3*time.Second, memory.Denied)
	update(t, s, func(tx *Tx) error {
		if _, err := tx.AddDecision(&memory.Decision{Time: at.Add(3 * time.Second), Session: "s1", Action: "block"}); err != nil {
			return err
		}
		return tx.PutLesson(&memory.Lesson{
			Project: "/shop", Session: "s1", Kind: memory.LessonCheck, State: memory.Closed, Key: "k", First: at.Add(time.Second), Last: at.Add(2 * time.Second),
		})
	})
	if got := begin("s2", time.Hour); got.Before != "s1" {
		t.Errorf("the session before s2 is %q", got.Before)
	}
	want := &memory.Summary{Until: at.Add(3 * time.Second), Commands: 2, Failures: 1, Fixes: 1, Lessons: 1, Blocked: 1}
	update(t, s, func(tx *Tx) error {
		keys, err := tx.OpenSessions("/shop", "s2", 5)
		if diff := cmp.Diff([]string{"s1"}, keys); diff != "" || err != nil {
			t.Errorf("without an end (-want +got), %v\n%s", err, diff)
		}
		got, _, err := tx.Summarize("s1", false)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("summary (-want +got), %v\n%s", err, diff)
		}
		if err := tx.SetTold("s1", []string{"l-1", "l-2"}); err != nil {
			return err
		}
		return tx.EndSession("s1", at.Add(time.Minute))
	})
	if got := begin("s1", 2*time.Hour); !got.Ended.IsZero() || !got.Started.Equal(at) || len(got.Told) != 2 {
		t.Errorf("the session that goes on is %+v", got)
	}
	if got := begin("s3", 3*time.Hour); got.Before != "s2" {
		t.Errorf("the session before s3 is %q", got.Before)
	}
}

// What an export has of sessions and tasks is there after an import.
func TestSessionsAreRestored(t *testing.T) {
	at := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	s := fresh(t)
	update(t, s, func(tx *Tx) error {
		for _, key := range []string{"s1", "s2"} {
			session := memory.Session{Key: key, Agent: "claude", Project: "/shop", Started: at}
			if err := tx.BeginSession(&session); err != nil {
				return err
			}
		}
		task := memory.Task{Session: "s2", Project: "/shop", Tool: "Agent", Start: at, What: redact.Clean("look"), Outcome: memory.Failure, End: at.Add(time.Second)}
		if _, err := tx.AddTask(&task); err != nil {
			return err
		}
		if _, _, err := tx.Summarize("s2", true); err != nil {
			return err
		}
		if err := tx.SetTold("s2", []string{"l-1"}); err != nil {
			return err
		}
		return tx.EndSession("s2", at.Add(time.Minute))
	})
	var first, second bytes.Buffer
	export := func(s *Store, to *bytes.Buffer) {
		t.Helper()
		view(t, s, func(tx *Tx) error { return tx.Export(to, Scope{}, func(int) {}) })
	}
	export(s, &first)
	other := fresh(t)
	sum, err := other.Import(bytes.NewReader(first.Bytes()), func(ImportResult) {})
	if err != nil || sum.Bad != 0 || sum.Added != sum.Lines {
		t.Fatalf("import: %+v, %v", sum, err)
	}
	export(other, &second)
	if diff := cmp.Diff(first.String(), second.String()); diff != "" {
		t.Errorf("exported again (-want +got)\n%s", diff)
	}
}

// A session begins as fast in a project that was not worked in for long as in
// others: indexes find its last sessions.
func TestLastSessionsAreFoundByIndexes(t *testing.T) {
	s := opened(t, Options{Path: filepath.Join(t.TempDir(), "x.db"), Schema: schema(t)})
	steps := 0
	if err := s.db.each("EXPLAIN QUERY PLAN "+unended, []any{1, "s", 3}, func(r Row) error {
		steps++
		if step := r.Text(3); strings.HasPrefix(step, "SCAN") && !strings.Contains(step, "subquery") {
			t.Error(step)
		}
		return nil
	}); err != nil || steps == 0 {
		t.Fatalf("%d steps: %v", steps, err)
	}
}
