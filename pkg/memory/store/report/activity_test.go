package report

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
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

func TestActivity(t *testing.T) {
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
	update(t, s, func(tx *store.Tx) error {
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
	view(t, s, func(tx *store.Tx) error {
		a, err := CountActivity(tx, ActivityFilter{Project: "/srv/shop", Most: 5})
		if err != nil {
			return err
		}
		a.Open = nil
		want := Activity{
			Runs: 2, Outcomes: map[string]int{"ok": 1, "failed": 1}, Took: 2 * time.Second, Sessions: 1, Edits: 1,
			Decisions: map[string]int{"block": 1}, Lessons: map[string]int{"check": 3}, Learned: 3, Advice: AdviceCounts{1, 1, 1, 0, 0},
			Failing: []CommandCount{{Template: "go test", Runs: 2, Bad: 1, Last: "go test ./a"}}, Days: []DayCount{{"2026-03-01", 2, 1}}, First: at, Last: at.Add(time.Minute),
		}
		if diff := cmp.Diff(want, a); diff != "" {
			t.Errorf("activity (-want +got)\n%s", diff)
		}
		if a, err = CountActivity(tx, ActivityFilter{Since: at.Add(24 * time.Hour)}); err != nil || a.Runs != 2 || a.Edits != 0 || a.Learned != 0 || len(a.Decisions) != 0 {
			t.Errorf("since then %+v, %v", a, err)
		}
		if a, err = CountActivity(tx, ActivityFilter{Project: "/srv/none", Most: 5}); err != nil || a.Runs+a.Edits+len(a.Lessons) != 0 {
			t.Errorf("of a project that is not known %+v, %v", a, err)
		}

		rows, err := Sessions(tx, SessionFilter{})
		if err != nil {
			return err
		}
		wantRows := []Session{
			{Key: "s2", Agent: "claude", Project: "/srv/else", Started: at.Add(48 * time.Hour), Last: at.Add(49 * time.Hour), Runs: 2, Bad: 1, Never: 1, Denied: 1},
			{Key: "s1", Agent: "claude", Project: "/srv/shop", Started: at, Last: at.Add(2 * time.Minute), Runs: 2, Bad: 1, Edits: 1},
			{Key: "s3", Project: "/srv/shop", Started: at, Last: at, Decisions: 1},
		}
		if diff := cmp.Diff(wantRows, rows); diff != "" {
			t.Errorf("sessions (-want +got)\n%s", diff)
		}
		if rows, err = Sessions(tx, SessionFilter{Project: "/srv/shop", Since: at.Add(time.Minute), Limit: 5}); err != nil || len(rows) != 1 || rows[0].Key != "s1" {
			t.Errorf("sessions %+v, %v", rows, err)
		}
		if rows, err = Sessions(tx, SessionFilter{Key: "s0"}); err != nil || len(rows) != 1 {
			t.Errorf("one that is named: %+v, %v", rows, err)
		}
		if taught, err := LessonsOf(tx, "s1"); err != nil || len(taught) != 1 || taught[0].Lesson.Key != "k1" {
			t.Errorf("taught %+v, %v", taught, err)
		}
		return nil
	})
}

// The commands that fail may be looked for among the latest alone.
func TestLatestFailing(t *testing.T) {
	s := fresh(t)
	update(t, s, func(tx *store.Tx) error {
		for i, outcome := range []memory.Outcome{memory.Failed, memory.Failed, memory.Failed, memory.OK, memory.Failed} {
			template := "old"
			if i >= 2 {
				template = "new"
			}
			if _, err := tx.AddRun(&memory.Run{Start: noon.Add(time.Duration(i) * time.Minute), Template: redact.Clean(template), Outcome: outcome}); err != nil {
				return err
			}
		}
		return nil
	})
	for latest, want := range map[int][]CommandCount{0: {{Template: "new", Runs: 3, Bad: 2}, {Template: "old", Runs: 2, Bad: 2}}, 4: {{Template: "new", Runs: 3, Bad: 2}, {Template: "old", Runs: 1, Bad: 1}}, 2: {{Template: "new", Runs: 2, Bad: 1}}} {
		view(t, s, func(tx *store.Tx) error {
			a, err := CountActivity(tx, ActivityFilter{Most: 5, Latest: latest})
			if diff := cmp.Diff(want, a.Failing); diff != "" {
				t.Errorf("of the latest %d (-want +got)\n%s", latest, diff)
			}
			return err
		})
	}
}
