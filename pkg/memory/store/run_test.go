package store

import (
	"fmt"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// A run that comes twice is kept once, whichever way it is known again; and
// two runs are kept as two, even where they share an id or a time.
func TestAddRunAgain(t *testing.T) {
	text := redact.Clean
	tests := []struct {
		name   string
		first  memory.Run
		second memory.Run
		want   bool
	}{
		{"the same event", memory.Run{ID: "r-1", Session: "s", Command: text("ls"), Start: noon}, memory.Run{ID: "r-1", Session: "s", Command: text("ls"), Start: noon}, false},
		{"the same call", memory.Run{Session: "s", Call: "c", Command: text("ls")}, memory.Run{Session: "s", Call: "c", Command: text("ls")}, false},
		{"a call in another session", memory.Run{Session: "s", Call: "c", Command: text("ls")}, memory.Run{Session: "t", Call: "c", Command: text("ls")}, true},
		{"an id that was given twice", memory.Run{ID: "r-1", Session: "s", Command: text("ls")}, memory.Run{ID: "r-1", Session: "s", Command: text("pwd")}, true},
		{"the same moment", memory.Run{Session: "s", Command: text("ls"), Start: noon}, memory.Run{Session: "s", Command: text("ls"), Start: noon}, true},
		{"a run that says nothing of itself", memory.Run{}, memory.Run{}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := fresh(t)
			update(t, s, func(tx *Tx) error {
				if added, err := tx.AddRun(&tt.first); !added || err != nil {
					t.Errorf("the first: %v, %v", added, err)
				}
				added, err := tx.AddRun(&tt.second)
				if added != tt.want || err != nil {
					t.Errorf("the second: added %v, %v; want %v", added, err, tt.want)
				}
				return err
			})
			if same := tt.first.ID == tt.second.ID; same == tt.want || tt.second.ID == "" {
				t.Errorf("ids %q and %q", tt.first.ID, tt.second.ID)
			}
		})
	}
}

// What became of a run may be told late: it is the run that was kept before.
func TestRunThatEndsLate(t *testing.T) {
	s := fresh(t)
	begun := memory.Run{Session: "s", Call: "c", Command: redact.Clean("make slow"), Start: noon}
	ended := begun
	ended.Outcome, ended.Exit, ended.Start, ended.Output = memory.OK, new(0), noon.Add(time.Second), redact.Clean("it was slow")
	for i, tt := range []struct {
		run  memory.Run
		want bool
	}{{begun, true}, {begun, false}, {ended, true}, {ended, false}, {begun, false}} {
		update(t, s, func(tx *Tx) error {
			added, err := tx.AddRun(&tt.run)
			if added != tt.want {
				t.Errorf("%d: added %v", i, added)
			}
			return err
		})
	}
	view(t, s, func(tx *Tx) error {
		runs, err := Runs.Select(tx, " ORDER BY at DESC")
		if len(runs) != 1 || runs[0].Outcome != memory.OK || !runs[0].Start.Equal(ended.Start) {
			t.Errorf("runs %+v", runs)
		}
		return err
	})
	if n := count(t, s, "outputs"); n != 1 {
		t.Errorf("%d outputs", n)
	}
}

// Many runs of one moment find their places in the order in which they came.
func TestOneMoment(t *testing.T) {
	s := fresh(t)
	const n = 300
	update(t, s, func(tx *Tx) error {
		for i := range n {
			if _, err := tx.AddRun(&memory.Run{Session: "s", Start: noon, Command: redact.Clean(fmt.Sprint(i))}); err != nil {
				return err
			}
		}
		return nil
	})
	if got := count(t, s, "runs"); got != n {
		t.Errorf("%d of %d runs", got, n)
	}
	view(t, s, func(tx *Tx) error {
		steps, err := tx.Steps("s", n)
		if len(steps) != n || steps[n-1].Time() != noon || steps[0].Time().Sub(noon) > time.Minute {
			t.Errorf("%d steps, the last at %v", len(steps), steps[0].Time())
		}
		return err
	})
}
