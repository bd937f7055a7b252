package report

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// What an episode belongs to finds it: the runs at its ends, and the lessons
// that it taught.
func TestEpisodesOf(t *testing.T) {
	s := fresh(t)
	update(t, s, func(tx *store.Tx) error {
		for i, e := range []memory.Episode{
			{ID: "g-a", Red: "r-1", Green: "r-2", Lessons: []string{"l-1", "l-12"}},
			{ID: "g-b", Red: "r-3", Green: "r-4", Lessons: []string{"l-12"}},
			{ID: "g-c", Red: "r-4", Green: "r-5"},
		} {
			e.Time = noon.Add(time.Duration(i) * time.Minute)
			if added, err := tx.AddEpisode(&e); err != nil || !added {
				t.Errorf("%s: added %v, %v", e.ID, added, err)
			}
			if added, err := tx.AddEpisode(&e); err != nil || added {
				t.Errorf("%s again: added %v, %v", e.ID, added, err)
			}
		}
		return nil
	})
	for id, want := range map[string][]string{
		"l-1": {"g-a"}, "l-12": {"g-b", "g-a"}, "r-1": {"g-a"}, "r-4": {"g-c", "g-b"}, "l-2": nil, "r-9": nil,
	} {
		view(t, s, func(tx *store.Tx) error {
			list, err := EpisodesOf(tx, id)
			var got []string
			for _, e := range list {
				got = append(got, e.ID)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s:\n%s", id, diff)
			}
			return err
		})
	}
}

// A session taught what its episodes did, also where a later one showed the
// same again.
func TestLessonsOf(t *testing.T) {
	s := fresh(t)
	update(t, s, func(tx *store.Tx) error {
		for _, l := range []memory.Lesson{
			{ID: "l-1", Kind: memory.LessonFix, Key: "k1", Session: "later", Run: "r-5", First: noon, Last: noon.Add(time.Hour)},
			{ID: "l-2", Kind: memory.LessonFix, Key: "k2", Session: "first", Run: "r-2", First: noon, Last: noon},
			{ID: "l-3", Kind: memory.LessonFix, Key: "k3", Session: "other", Run: "r-9", First: noon, Last: noon},
		} {
			if err := tx.PutLesson(&l); err != nil {
				return err
			}
		}
		for _, e := range []memory.Episode{
			{ID: "g-a", Session: "first", Green: "r-2", Lessons: []string{"l-1", "l-2", "l-gone"}},
			{ID: "g-b", Session: "later", Green: "r-5", Lessons: []string{"l-1"}},
		} {
			e.Time = noon
			if _, err := tx.AddEpisode(&e); err != nil {
				return err
			}
		}
		return nil
	})
	for session, want := range map[string][]string{"first": {"l-1 r-2", "l-2 r-2"}, "later": {"l-1 r-5"}, "other": {"l-3 r-9"}, "none": nil} {
		view(t, s, func(tx *store.Tx) error {
			list, err := LessonsOf(tx, session)
			var got []string
			for _, taught := range list {
				got = append(got, taught.Lesson.ID+" "+taught.Run)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-want +got)\n%s", session, diff)
			}
			return err
		})
	}
}
