package store

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Habits are learned anew each time: what holds no more is gone, what holds
// still has its id, and what was forgotten stays so.
func TestPutHabits(t *testing.T) {
	s := fresh(t)
	put := func(day int, keys ...string) {
		var list []memory.Lesson
		for _, k := range keys {
			at := noon.Add(time.Duration(day) * 24 * time.Hour)
			list = append(list, memory.Lesson{Kind: memory.LessonHabit, Key: k, What: redact.Clean(k), Worked: day, First: at, Last: at})
		}
		update(t, s, func(tx *Tx) error { return tx.PutHabits("/p", list) })
	}
	all := func() (list []memory.Lesson) {
		view(t, s, func(tx *Tx) (err error) {
			list, err = tx.Lessons("/p", memory.LessonHabit, nil)
			return err
		})
		return list
	}
	words := func() (words []string) {
		for _, h := range all() {
			words = append(words, fmt.Sprintf("%s %s %d since %s", h.Key, h.State, h.Worked, h.First.Format("2 Jan")))
		}
		return words
	}
	update(t, s, func(tx *Tx) error {
		return tx.PutLesson(&memory.Lesson{Project: "/p", Kind: memory.LessonFix, Key: "a"})
	})
	put(1, "a", "b", "c")
	first := all()
	update(t, s, func(tx *Tx) error {
		if ok, err := tx.Forget(first[2].ID); !ok || err != nil {
			t.Errorf("forget: %v, %v", ok, err)
		}
		return nil
	})
	put(2, "a", "d", first[2].Key)
	last := all()
	forgotten := first[2].Key
	want := []string{"a open 2 since 2 Mar", "d open 2 since 3 Mar", forgotten + " declined 2 since 2 Mar"}
	got := words()
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	ids := make(map[string]string)
	for _, h := range append(first, last...) {
		if id, ok := ids[h.Key]; ok && id != h.ID {
			t.Errorf("%s was %s and is %s", h.Key, id, h.ID)
		}
		ids[h.Key] = h.ID
	}
	put(3)
	if diff := cmp.Diff([]string{forgotten + " declined 2 since 2 Mar"}, words()); diff != "" {
		t.Error(diff)
	}
	if n := count(t, s, "lessons"); n != 2 {
		t.Errorf("%d lessons: those of another kind went, too", n)
	}
}

func TestLatestSessions(t *testing.T) {
	s := fresh(t)
	update(t, s, func(tx *Tx) error {
		for i, project := range []string{"/p", "/q", "/p", "/p"} {
			r := &memory.Run{Start: noon.Add(time.Duration(i) * time.Hour), Project: project, Session: fmt.Sprint("s", i)}
			if _, err := tx.AddRun(r); err != nil {
				return err
			}
		}
		return nil
	})
	view(t, s, func(tx *Tx) error {
		for project, want := range map[string][]string{"/p": {"s3", "s2"}, "/q": {"s1"}, "/none": nil} {
			got, err := tx.LatestSessions(project, 2)
			if err != nil {
				return err
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s:\n%s", project, diff)
			}
		}
		return nil
	})
}
