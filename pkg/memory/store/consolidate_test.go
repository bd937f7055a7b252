package store

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// fix is a fix of a project.
func fix(id, project, key string, last time.Time) *memory.Lesson {
	return &memory.Lesson{
		ID: id, Kind: memory.LessonFix, Project: project, Key: key, First: last, Last: last, Remedy: redact.Clean("make"), Worked: 1, Tried: 1,
	}
}

func put(t *testing.T, s *Store, lessons ...*memory.Lesson) {
	t.Helper()
	update(t, s, func(tx *Tx) error {
		for _, l := range lessons {
			if err := tx.PutLesson(l); err != nil {
				return err
			}
		}
		return nil
	})
}

// What names a lesson names the one that has taken it in, and what is gone is
// named by nothing; and an export from before brings nothing back.
func TestMoveLessons(t *testing.T) {
	s := fresh(t)
	put(t, s, fix("l-a", "/p", "k", noon), fix("l-b", "/p", "k", noon), fix("l-c", "/p", "k", noon))
	advice := func(id, lesson string, at time.Time) *memory.Advice {
		return &memory.Advice{ID: id, Time: at, Session: "s", Project: "/p", Run: "r-" + id, Fix: memory.Fix{Lesson: lesson, Text: redact.Clean(id)}}
	}
	update(t, s, func(tx *Tx) error {
		for i, lesson := range []string{"l-a", "l-b", "l-c", ""} {
			if err := tx.AddAdvice(advice(fmt.Sprint("v-", i), lesson, noon.Add(time.Duration(i)*time.Second))); err != nil {
				return err
			}
		}
		if _, err := tx.AddEpisode(&memory.Episode{ID: "g-1", Time: noon, Session: "s", Green: "r-1", Lessons: []string{"l-a", "l-b", "l-c"}}); err != nil {
			return err
		}
		return tx.SetTold("s", []string{"l-c", "t-1", "l-b"})
	})
	var before bytes.Buffer
	view(t, s, func(tx *Tx) error { return tx.Export(&before, Scope{}, func(int) {}) })

	moved := fix("l-a", "/p", "k", noon)
	moved.Merged, moved.Worked = []string{"l-b"}, 2
	put(t, s, moved)
	update(t, s, func(tx *Tx) error { return tx.MoveLessons(map[string]string{"l-b": "l-a", "l-c": ""}) })
	state := func() (lines []string) {
		view(t, s, func(tx *Tx) error {
			list, err := tx.Advice("s", 10)
			for _, a := range list {
				lines = append(lines, a.ID+" "+a.Fix.Lesson)
			}
			if err != nil {
				return err
			}
			e, _, err := Episodes.ByID(tx, "g-1")
			if err != nil {
				return err
			}
			session, _, err := tx.Session("s")
			if err != nil {
				return err
			}
			lines = append(lines, fmt.Sprint(e.Lessons), fmt.Sprint(session.Told))
			lessons, err := SelectLessons(tx, "")
			for _, l := range lessons {
				lines = append(lines, fmt.Sprint(l.ID, l.Merged, l.Worked))
			}
			return err
		})
		return lines
	}
	want := []string{"v-3 ", "v-2 ", "v-1 l-a", "v-0 l-a", "[l-a]", "[t-1 l-a]", "l-a[l-b] 2"}
	if diff := cmp.Diff(want, state()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	view(t, s, func(tx *Tx) error {
		l, ok, err := tx.Lesson("l-b")
		if !ok || l.ID != "l-a" {
			t.Errorf("l-b is %+v", l)
		}
		return err
	})

	update(t, s, func(tx *Tx) error { _, err := tx.Forget("v-1"); return err })
	if _, err := s.Import(bytes.NewReader(before.Bytes()), func(ImportResult) {}); err != nil {
		t.Fatal(err)
	}
	want = []string{"v-3 ", "v-2 ", "v-1 l-a", "v-0 l-a", "[l-a]", "[t-1 l-a]", "l-a[l-b] 2", "l-c[] 1"} // what was removed for its age is back
	if diff := cmp.Diff(want, state()); diff != "" {
		t.Errorf("with what was exported before (-want +got)\n%s", diff)
	}
	update(t, s, func(tx *Tx) error {
		ok, err := tx.Forget("l-b")
		if !ok {
			t.Error("l-b is not forgotten")
		}
		return err
	})
	if got := state(); got[len(got)-1] != "l-c[] 1" || len(got) != 7 {
		t.Errorf("after l-b was forgotten: %v", got)
	}
}

// An export in which lessons have become one makes them one here.
func TestImportMerged(t *testing.T) {
	s, other := fresh(t), fresh(t)
	put(t, s, fix("l-a", "/p", "k", noon), fix("l-b", "/p", "k", noon), fix("l-c", "/p", "k2", noon), fix("l-d", "/q", "k", noon))
	one := fix("l-a", "/p", "k", noon.Add(time.Hour))
	one.Merged = []string{"l-b", "l-c", "l-d"} // two of which say something else
	put(t, other, one)
	var out bytes.Buffer
	view(t, other, func(tx *Tx) error { return tx.Export(&out, Scope{}, func(int) {}) })
	if _, err := s.Import(&out, func(ImportResult) {}); err != nil {
		t.Fatal(err)
	}
	if n := count(t, s, "lessons"); n != 3 {
		t.Errorf("%d lessons", n)
	}
}

// SetTold in vain was who did not follow, in a session that is over or long ago,
// since it helped last.
func TestCountIgnored(t *testing.T) {
	s := fresh(t)
	put(t, s, fix("l-a", "/p", "k", noon), fix("l-b", "/p", "k2", noon))
	const hour = time.Hour
	update(t, s, func(tx *Tx) error {
		for i, a := range []struct {
			lesson, session, followed string
			at                        time.Duration
		}{
			{"l-a", "before it helped", "", -hour}, {"l-a", "over", "", hour}, {"l-a", "over", "", 2 * hour}, {"l-a", "followed", "r-1", hour},
			{"l-a", "goes on", "", 30 * hour}, {"l-a", "never ended", "", 3 * hour}, {"", "over", "", hour}, {"l-gone", "over", "", hour},
			{"l-b", "followed", "r-1", hour},
		} {
			v := memory.Advice{Time: noon.Add(a.at + time.Duration(i)), Session: a.session, Project: "/p", Followed: a.followed, Fix: memory.Fix{Lesson: a.lesson}}
			if err := tx.AddAdvice(&v); err != nil {
				return err
			}
		}
		return tx.EndSession("over", noon.Add(3*hour))
	})
	view(t, s, func(tx *Tx) error {
		got, err := tx.CountIgnored(noon.Add(24 * hour))
		if diff := cmp.Diff(map[string]int{"l-a": 2}, got); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		return err
	})
}

// What is offered everywhere is no project's own, and goes when the projects
// do that taught it.
func TestGlobalFixes(t *testing.T) {
	s := fresh(t)
	all := fix("l-x", "", "k", noon)
	all.Everywhere = true
	put(t, s, all, fix("l-a", "/a", "k", noon), fix("l-b", "/b", "k", noon), fix("l-c", "/a", "k2", noon), fix("l-d", "", "k", noon))
	view(t, s, func(tx *Tx) error {
		ids := func(list []memory.Lesson, err error) (ids string) {
			if err != nil {
				t.Error(err)
			}
			for _, l := range list {
				ids += l.ID + " "
			}
			return ids
		}
		for name, got := range map[string][2]string{
			"outside of projects": {"l-d ", ids(tx.Lessons("", memory.LessonFix, []string{"k"}))},
			"all of them there":   {"l-d ", ids(tx.Lessons("", memory.LessonFix, nil))},
			"open there":          {"l-d ", ids(tx.OpenLessons("", memory.LessonFix, noon, 9))},
			"of an error":         {"l-x ", ids(tx.GlobalFixes([]string{"k"}))},
			"of another error":    {"", ids(tx.GlobalFixes([]string{"k2"}))},
			"of no error":         {"", ids(tx.GlobalFixes([]string{}))},
			"everywhere":          {"l-x ", ids(tx.GlobalFixes(nil))},
			"shared":              {"l-x l-a l-b l-d ", ids(tx.SharedFixes())},
		} {
			if got[0] != got[1] {
				t.Errorf("%s: %s, want %s", name, got[1], got[0])
			}
		}
		origins, err := tx.Origins()
		if diff := cmp.Diff(map[string]string{"/a": "/a", "/b": "/b"}, origins); diff != "" {
			t.Error(diff)
		}
		return err
	})

	update(t, s, func(tx *Tx) error { _, err := tx.Forget("l-x"); return err })
	view(t, s, func(tx *Tx) error {
		l, ok, err := tx.Lesson("l-x")
		if !ok || l.State != memory.Unwanted {
			t.Errorf("forgotten, it is %+v", l)
		}
		return err
	})
	other := fix("l-e", "/e", "k", noon) // against the same error others did something else
	other.Remedy = redact.Clean("make other")
	another := *other
	another.ID, another.Project = "l-f", "/f"
	put(t, s, other, &another)
	update(t, s, func(tx *Tx) error { _, err := tx.ForgetAll(Scope{Project: "/b"}); return err })
	if n := count(t, s, "lessons"); n != 5 {
		t.Errorf("%d lessons are left", n)
	}
}

// Every project has its turn.
func TestNextProject(t *testing.T) {
	s := fresh(t)
	put(t, s, fix("l-a", "/a", "k", noon), fix("l-b", "/b", "k", noon))
	update(t, s, func(tx *Tx) error {
		if _, err := tx.AddRun(&memory.Run{Project: "/without", Start: noon}); err != nil {
			return err
		}
		for _, want := range []string{"/a", "/b", "", "/a"} {
			got, ok, err := tx.NextProject()
			if got != want || ok != (want != "") || err != nil {
				t.Errorf("%q, %v, %v, want %q", got, ok, err, want)
			}
		}
		return nil
	})
}
