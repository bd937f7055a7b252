package store

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

func TestTasks(t *testing.T) {
	s := fresh(t)
	at := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	a := memory.Task{
		Session: "s1", Project: "/shop", Call: "c1", Tool: "Agent", Type: "explore", What: redact.Clean("find the tests"),
		Prompt: redact.Clean("where are they?"), Start: at,
	}
	update(t, s, func(tx *Tx) error {
		again := a
		if added, err := tx.AddTask(&a); !added || err != nil {
			t.Errorf("added %v, %v", added, err)
		}
		if added, err := tx.AddTask(&again); added || err != nil || again.ID != a.ID {
			t.Errorf("the same call: added %v as %s, %v; want %s", added, again.ID, err, a.ID)
		}
		for i, subagent := range []string{"", "sub", "sub", "other"} {
			r := memory.Run{Start: at.Add(time.Duration(i+1) * time.Second), Session: "s1", Project: "/shop", Subagent: subagent, Command: redact.Clean("true")}
			if _, err := tx.AddRun(&r); err != nil {
				return err
			}
		}
		a.Subagent, a.End, a.Outcome, a.Result, a.Commands, a.Failures = "sub", at.Add(time.Minute), memory.Success, redact.Clean("in /t"), 2, 1
		if err := tx.UpdateTask(&a); err != nil {
			return err
		}
		b := memory.Task{Session: "s2", Project: "/shop", Call: "c1", Tool: "Agent", Type: "explore", Start: at.Add(time.Hour), Outcome: memory.Partial}
		_, err := tx.AddTask(&b)
		return err
	})
	view(t, s, func(tx *Tx) error {
		got, ok, err := Tasks.ByID(tx, a.ID)
		if diff := cmp.Diff(a, got, texts); diff != "" || !ok || err != nil {
			t.Errorf("the task (-want +got), %v, %v\n%s", ok, err, diff)
		}
		runs, err := tx.TaskRuns(&a)
		if len(runs) != 2 || err != nil {
			t.Errorf("%d runs of the subagent, %v; want 2", len(runs), err)
		}
		patterns, err := tx.Patterns(TaskFilter{Project: "/shop"})
		want := []memory.Pattern{{Tool: "Agent", Type: "explore", Success: 1, Partial: 1}}
		if diff := cmp.Diff(want, patterns); diff != "" || err != nil {
			t.Errorf("patterns (-want +got), %v\n%s", err, diff)
		}
		latest, err := tx.Tasks(TaskFilter{Project: "/shop", Limit: 1})
		if len(latest) != 1 || latest[0].Session != "s2" || err != nil {
			t.Errorf("the latest task is %+v, %v", latest, err)
		}
		return nil
	})
}
