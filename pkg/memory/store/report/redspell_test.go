package report

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

func TestRedChecks(t *testing.T) {
	const shop, other = "/srv/shop", "/srv/else"
	at := func(minute int) time.Time {
		return time.Date(2026, 3, 1, 10, minute, 0, 0, time.UTC)
	}
	s := fresh(t)
	one := memory.Check{Tool: "go test", Key: "/srv/shop: go test ./a"}
	all := memory.Check{Tool: "go test", Key: "/srv/shop: go test ./...", All: true}
	vet := memory.Check{Tool: "go vet", Key: "/srv/shop: go vet ./..."}
	lint := memory.Check{Tool: "eslint", Key: "/srv/else: eslint ."}
	crash := memory.Check{Tool: "node", Key: "/srv/else: node x.js", Kind: memory.CheckRun}
	failed := func(c memory.Check) memory.Check { c.Failed = true; return c }
	update(t, s, func(tx *store.Tx) error {
		for i, r := range []struct {
			minute  int
			session string
			project string
			check   memory.Check
		}{
			{0, "s1", shop, failed(one)}, {1, "s1", shop, failed(one)}, {5, "s2", shop, one}, // passed in another session
			{10, "s2", shop, failed(one)}, {12, "s2", shop, all}, // what covers it passed
			{20, "s2", shop, failed(one)}, {21, "s2", shop, failed(vet)}, {22, "s2", shop, failed(vet)},
			{30, "s3", other, failed(lint)}, {31, "s3", shop, vet}, {32, "s3", other, failed(crash)},
		} {
			if _, err := tx.AddRun(checkRun(r.session, string(rune('a'+i)), r.project, "x", at(r.minute), r.check)); err != nil {
				return err
			}
		}
		for _, l := range []memory.Lesson{
			{Kind: memory.LessonCheck, Project: shop, Key: one.Key, First: at(0), Last: at(20)},
			{Kind: memory.LessonCheck, Project: shop, Key: "/srv/shop: make", First: at(0), Last: at(0)}, // its runs are not kept
			{Kind: memory.LessonCheck, Project: other, Key: lint.Key, First: at(30), Last: at(30), State: memory.Closed},
		} {
			if err := tx.PutLesson(&l); err != nil {
				return err
			}
		}
		return nil
	})
	now := time.Time{}
	tests := []struct {
		name   string
		filter ActivityFilter
		want   []RedCheck
	}{
		{"all", ActivityFilter{}, []RedCheck{
			{shop, one.Key, []RedSpell{{at(0), at(5)}, {at(10), at(12)}, {at(20), now}}},
			{shop, "/srv/shop: make", []RedSpell{{}}},
			{shop, vet.Key, []RedSpell{{at(21), at(31)}}},
			{other, lint.Key, []RedSpell{{at(30), at(30)}}},
		}},
		{"lately", ActivityFilter{Since: at(11)}, []RedCheck{
			{shop, one.Key, []RedSpell{{at(10), at(12)}, {at(20), now}}},
			{shop, "/srv/shop: make", []RedSpell{{}}},
			{shop, vet.Key, []RedSpell{{at(21), at(31)}}},
			{other, lint.Key, []RedSpell{{at(30), at(30)}}},
		}},
		{"one project", ActivityFilter{Project: other}, []RedCheck{{other, lint.Key, []RedSpell{{at(30), at(30)}}}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			view(t, s, func(tx *store.Tx) error {
				got, err := RedChecks(tx, tt.filter)
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Errorf("(-want +got)\n%s", diff)
				}
				return err
			})
		})
	}
}

func TestHoursAndProjects(t *testing.T) {
	s := fresh(t)
	at := time.Date(2026, 3, 1, 10, 10, 0, 0, time.UTC)
	green, broken := memory.Check{Tool: "go test", Key: "k"}, memory.Check{Tool: "go test", Key: "k", Failed: true}
	lesson := memory.Lesson{Kind: memory.LessonFix, Project: "/srv/shop", Key: "0011", First: at, Last: at}
	update(t, s, func(tx *store.Tx) error {
		for i, r := range []*memory.Run{
			checkRun("s1", "a", "/srv/shop", "x", at, green), checkRun("s1", "b", "/srv/shop", "x", at.Add(40*time.Minute), broken),
			checkRun("s2", "c", "/srv/shop", "x", at.Add(time.Hour), green), checkRun("s3", "d", "/srv/else", "x", at.Add(2*time.Hour), broken),
			checkRun("s4", "e", "", "x", at.Add(-time.Hour), green),
		} {
			if _, err := tx.AddRun(r); err != nil {
				return err
			}
			if err := tx.PutLesson(&lesson); err != nil {
				return err
			}
			if i > 2 {
				continue
			}
			if err := tx.AddAdvice(&memory.Advice{
				Time: at.Add(time.Duration(i) * time.Minute), Session: "s1", Fix: memory.Fix{Lesson: lesson.ID}, Followed: "r-1", Worked: new(i != 1),
			}); err != nil {
				return err
			}
		}
		return nil
	})
	view(t, s, func(tx *store.Tx) error {
		india := time.FixedZone("IST", 5*3600+1800)
		hours, err := Hours(tx, ActivityFilter{Project: "/srv/shop", Zone: india})
		want := []HourCount{{time.Date(2026, 3, 1, 15, 0, 0, 0, india), 1, 0}, {time.Date(2026, 3, 1, 16, 0, 0, 0, india), 2, 1}}
		if diff := cmp.Diff(want, hours); diff != "" || err != nil {
			t.Errorf("hours: %v (-want +got)\n%s", err, diff)
		}
		projects, err := Projects(tx, ActivityFilter{})
		wantProjects := []ProjectCount{
			{"/srv/else", 1, 1, 1, at.Add(2 * time.Hour), at.Add(2 * time.Hour)}, {"/srv/shop", 2, 3, 1, at, at.Add(time.Hour)},
			{"", 1, 1, 0, at.Add(-time.Hour), at.Add(-time.Hour)},
		}
		if diff := cmp.Diff(wantProjects, projects); diff != "" || err != nil {
			t.Errorf("projects: %v (-want +got)\n%s", err, diff)
		}
		told, err := AdviceByLesson(tx, at.Add(30*time.Second))
		if diff := cmp.Diff(map[string]AdviceCounts{lesson.ID: {2, 2, 1, 1, 0}}, told); diff != "" {
			t.Errorf("advice (-want +got)\n%s", diff)
		}
		return err
	})
}
