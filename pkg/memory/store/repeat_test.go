package store

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

func TestRepeats(t *testing.T) {
	s := fresh(t)
	update(t, s, func(tx *Tx) error {
		for i, c := range []memory.Command{
			{Key: "once", Streak: 1},
			{Key: "twice", Streak: 2},
			{Key: "long ago", Streak: 5, Last: noon.Add(-time.Hour)},
			{Key: "misled", Streak: 5, Misfire: memory.MaxMisfires},
			{Key: "thrice", Streak: 3},
			{Key: "once, and it lasts", Streak: 1, Class: "usage"},
			{Key: "once, and well since", Class: "usage"},
			{Key: "a test", Streak: 4, Class: "test"},
		} {
			c.Project, c.Text, c.Bad = "/srv/shop", redact.Clean("x"), 1
			if c.Last.IsZero() {
				c.Last = noon.Add(time.Duration(i) * time.Second)
			}
			c.First = c.Last
			if err := tx.PutCommand(&c); err != nil {
				return err
			}
		}
		return nil
	})
	for most, want := range map[int][]Repeat{9: {{Root: "/srv/shop", Key: "once, and it lasts", Class: "usage"}, {Root: "/srv/shop", Key: "thrice"}, {Root: "/srv/shop", Key: "twice"}}, 1: {{Root: "/srv/shop", Key: "once, and it lasts", Class: "usage"}}} {
		view(t, s, func(tx *Tx) error {
			got, err := tx.Repeats(2, []string{"usage"}, []string{"test"}, noon, most)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("at most %d (-want +got):\n%s", most, diff)
			}
			return err
		})
	}
}

func TestAnySince(t *testing.T) {
	s := fresh(t)
	at := func(n int) time.Time { return noon.Add(time.Duration(n) * time.Second) }
	update(t, s, func(tx *Tx) error {
		for i, r := range []memory.Run{
			{Session: "s1", Project: "/srv/shop", Command: redact.Clean("a")},
			{Session: "s2", Project: "/srv/shop", Command: redact.Clean("b")},
			{Session: "s1", Project: "/srv/else", Command: redact.Clean("c")},
			{Session: "s3", Project: "/srv/else", Command: redact.Clean("d")},
		} {
			r.Start = at(i)
			if _, err := tx.AddRun(&r); err != nil {
				return err
			}
		}
		_, err := tx.AddEdit(&memory.Edit{Time: at(9), Session: "s4", Project: "/srv/shop", Path: redact.Clean("e")})
		return err
	})
	tests := []struct {
		name             string
		project, session string
		after, most      int
		what             string
		want, all        bool
	}{
		{"of the project", "/srv/shop", "s9", 0, 9, "b", true, true},
		{"too early", "/srv/shop", "s9", 1, 9, "b", false, true},
		{"of the session, elsewhere", "/srv/shop", "s1", 0, 9, "c", true, true},
		{"of another session elsewhere", "/srv/shop", "s1", 0, 9, "d", false, true},
		{"an edit", "/srv/shop", "s9", 0, 9, "e", true, true},
		{"more than may be looked at", "/srv/shop", "s9", -1, 1, "nothing", false, false},
		{"a project that nobody knows", "/srv/new", "s9", 0, 9, "a", false, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			view(t, s, func(tx *Tx) error {
				got, all, err := tx.AnySince(tt.project, tt.session, at(tt.after), tt.most, func(s memory.Activity) bool {
					return s.Run != nil && s.Run.Command.String() == tt.what || s.Edit != nil && s.Edit.Path.String() == tt.what
				})
				if got != tt.want || all != tt.all {
					t.Errorf("%v, all %v, want %v, %v", got, all, tt.want, tt.all)
				}
				return err
			})
		})
	}
}

// TestSpooledSteps: what was done waits in the spool beside what was said, and is
// looked at without leaving it.
func TestSpooledSteps(t *testing.T) {
	s, dir := fresh(t), t.TempDir()
	want := full[memory.Advice]()
	want.Time, want.ID = noon.Add(time.Second), "v-1"
	for _, e := range []Entry{
		{Edit: &memory.Edit{Time: noon, Path: redact.Clean("early.go")}},
		{Advice: &want},
		{Run: &memory.Run{Start: noon.Add(time.Second), Command: redact.Clean("make"), Output: redact.Clean("long"), Outcome: memory.Failed}},
		{Edit: &memory.Edit{Time: noon.Add(2 * time.Second), Path: redact.Clean("late.go")}},
	} {
		if _, err := Spool(dir, e); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "1.json"), []byte("{}"), 0o600); err != nil { // not one of ours
		t.Fatal(err)
	}
	list, err := SpooledSteps(dir, noon.Add(time.Second), 2)
	if err != nil || len(list) != 2 || list[0].Run == nil || list[1].Edit == nil {
		t.Fatalf("%+v, %v", list, err)
	}
	if r := list[0].Run; r.Command.String() != "make" || r.Outcome != memory.Failed || r.Output.Len() > 0 {
		t.Errorf("%+v", r)
	}
	if list, err := SpooledSteps(dir, noon, 2); err == nil {
		t.Errorf("read %d of 3 and said nothing", len(list))
	}
	update(t, s, func(tx *Tx) error {
		return tx.Drain(dir, 9, func(tx *Tx, e Entry) error {
			if e.Advice == nil {
				return nil
			}
			return tx.AddAdvice(e.Advice)
		})
	})
	view(t, s, func(tx *Tx) error {
		got, ok, err := Advice.ByID(tx, "v-1")
		if diff := cmp.Diff(want, got, texts); !ok || diff != "" {
			t.Errorf("found %v (-want +got)\n%s", ok, diff)
		}
		return err
	})
}
