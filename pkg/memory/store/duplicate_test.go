package store

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// checkRun is a run of a check.
func checkRun(session, call, project, command string, at time.Time, c memory.Check) *memory.Run {
	r := &memory.Run{
		Start: at, Duration: time.Second, Session: session, Call: call, Project: project, Agent: "claude",
		Command: redact.Clean(command), Template: redact.Clean(c.Tool), Outcome: memory.OK, Exit: new(0), Check: &c,
	}
	if c.Failed {
		r.Outcome, r.Exit = memory.Failed, new(1)
	}
	return r
}

// TestKnown: a call is known in another session when it ended at the same
// time.
func TestKnown(t *testing.T) {
	s := fresh(t)
	at := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	run := func(call, command string, at time.Time) *memory.Run {
		return &memory.Run{Start: at, Duration: time.Minute, Session: "s1", Call: call, Command: redact.Clean(command), Outcome: memory.OK}
	}
	edit := func(call, path string, at time.Time) *memory.Edit {
		return &memory.Edit{Time: at, Session: "s1", Call: call, Path: redact.Clean(path)}
	}
	update(t, s, func(tx *Tx) error {
		if _, err := tx.AddRun(run("t1", "make", at)); err != nil {
			return err
		}
		_, err := tx.AddEdit(edit("t2", "/a", at))
		return err
	})
	tests := []struct {
		name string
		run  *memory.Run
		edit *memory.Edit
		want bool
	}{
		{name: "the same run", run: run("t1", "make", at), want: true},
		{name: "by another clock", run: run("t1", "make", at.Add(time.Second)), want: true},
		{name: "at another time", run: run("t1", "make", at.Add(time.Hour))},
		{name: "another command", run: run("t1", "make x", at)},
		{name: "another call", run: run("t3", "make", at)},
		{name: "no call", run: run("", "make", at)},
		{name: "the same edit", edit: edit("t2", "/a", at), want: true},
		{name: "an edit at another time", edit: edit("t2", "/a", at.Add(time.Hour))},
		{name: "an edit of another file", edit: edit("t2", "/b", at)},
		{name: "an edit without a call", edit: edit("", "/a", at)},
	}
	view(t, s, func(tx *Tx) error {
		for _, tt := range tests {
			known, err := false, error(nil)
			if tt.run != nil {
				known, err = tx.HasRun(tt.run)
			} else {
				known, err = tx.HasEdit(tt.edit)
			}
			if err != nil || known != tt.want {
				t.Errorf("%s: %v, %v, want %v", tt.name, known, err, tt.want)
			}
		}
		return nil
	})
}

func TestPatterns(t *testing.T) {
	s := fresh(t)
	at := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	update(t, s, func(tx *Tx) error {
		for i, a := range []memory.Task{
			{Type: "explore", Outcome: memory.Success, End: at}, {Type: "explore", Outcome: memory.Failure, End: at},
			{Type: "explore"}, {Type: "plan", Outcome: memory.Partial, End: at},
		} {
			a.Tool, a.Session, a.Project, a.Start = "Agent", "s1", "/srv/shop", at.Add(time.Duration(i)*time.Minute)
			if _, err := tx.AddTask(&a); err != nil {
				return err
			}
		}
		return nil
	})
	view(t, s, func(tx *Tx) error {
		got, err := tx.Patterns(TaskFilter{Project: "/srv/shop", Limit: 5})
		want := []memory.Pattern{{Tool: "Agent", Type: "explore", Success: 1, Failure: 1}, {Tool: "Agent", Type: "plan", Partial: 1}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		if got, err := tx.Patterns(TaskFilter{Since: at.Add(time.Minute), Limit: 1}); err != nil || len(got) != 1 || got[0].Failure != 1 {
			t.Errorf("since then %+v, %v", got, err)
		}
		return err
	})
}

func TestChecks(t *testing.T) {
	s := fresh(t)
	at := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	red := memory.Check{Tool: "go test", Key: "k1", Failed: true}
	green := memory.Check{Tool: "go test", Key: "k2", All: true}
	runs := []*memory.Run{
		checkRun("s1", "t1", "/srv/shop", "go test ./a", at, red),
		checkRun("s1", "t2", "/srv/shop", "go test ./...", at.Add(time.Minute), green),
		checkRun("s2", "t3", "/srv/else", "go test ./...", at.Add(48*time.Hour), red),
		{Start: at.Add(49 * time.Hour), Session: "s2", Project: "/srv/else", Command: redact.Clean("rm x"), Template: redact.Clean("rm"), Outcome: memory.Denied},
	}
	update(t, s, func(tx *Tx) error {
		for _, r := range runs {
			if _, err := tx.AddRun(r); err != nil {
				return err
			}
		}
		if _, err := tx.AddEdit(&memory.Edit{Time: at.Add(2 * time.Minute), Session: "s1", Project: "/srv/shop", Call: "t9", Path: redact.Clean("/a.go")}); err != nil {
			return err
		}
		// A session whose first event is a decision belongs to a project, too.
		if _, err := tx.AddDecision(&memory.Decision{Time: at, Session: "s3", Project: "/srv/shop", Action: "block", Command: redact.Clean("rm -rf /")}); err != nil {
			return err
		}
		for _, l := range []memory.Lesson{
			{Kind: memory.LessonCheck, Project: "/srv/shop", Key: "k1", Check: &red, First: at, Last: at, Session: "s1"},
			{Kind: memory.LessonCheck, Project: "/srv/shop", Key: "k3", Check: &memory.Check{Tool: "eslint"}, First: at, Last: at},
			{Kind: memory.LessonCheck, Project: "/srv/shop", Key: "k4", Check: &red, State: memory.Closed, First: at, Last: at},
		} {
			if err := tx.PutLesson(&l); err != nil {
				return err
			}
		}
		// Of a session that others speak of nothing may be kept.
		if err := tx.BeginSession(&memory.Session{Key: "s0", Project: "/srv/shop", Started: at}); err != nil {
			return err
		}
		return tx.AddAdvice(&memory.Advice{Time: at, Session: "s1", Project: "/srv/shop", Followed: "r-x", Worked: new(true)})
	})
	view(t, s, func(tx *Tx) error {
		for _, tt := range []struct {
			name   string
			passed *memory.Check
			want   int
		}{
			{"any", nil, 2}, {"all that its tool checks", &green, 1}, {"the same", &memory.Check{Tool: "go test", Key: "k1"}, 1},
			{"another of the tool", &memory.Check{Tool: "go test", Key: "k2"}, 1}, {"another tool", &memory.Check{Tool: "jest", Key: "k2"}, 0},
		} {
			if open, err := tx.OpenChecks("/srv/shop", tt.passed); err != nil || len(open) != tt.want {
				t.Errorf("%s: %d open checks, %v, want %d", tt.name, len(open), err, tt.want)
			}
		}
		if checked, err := tx.CheckRuns("/srv/shop", at.Add(time.Second)); err != nil || len(checked) != 1 || checked[0].ID != runs[1].ID {
			t.Errorf("checked %+v, %v", checked, err)
		}
		return nil
	})
}
