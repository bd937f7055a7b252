package store

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

func TestLessons(t *testing.T) {
	s := fresh(t)
	put := func(project string, kind memory.LessonKind, key string, hour int) {
		update(t, s, func(tx *Tx) error {
			return tx.PutLesson(&memory.Lesson{Project: project, Kind: kind, Key: key, What: redact.Clean(fmt.Sprint(key, hour)), Last: noon.Add(time.Duration(hour) * time.Hour)})
		})
	}
	put("/p", "fix", "a", 1)
	put("/p", "fix", "a", 3)
	put("/p", "fix", "b", 2)
	put("/p", "check", "a", 4)
	put("/q", "fix", "a", 5)
	put("", "fix", "a", 6)
	tests := []struct {
		name, project string
		kind          memory.LessonKind
		keys          []string
		want          []string
	}{
		{"one key", "/p", "fix", []string{"a"}, []string{"a3", "a1"}},
		{"keys, one of them twice", "/p", "fix", []string{"a", "b", "a", "c"}, []string{"a3", "b2", "a1"}},
		{"all keys", "/p", "fix", nil, []string{"a3", "b2", "a1"}},
		{"no key", "/p", "fix", []string{}, nil},
		{"another kind", "/p", "check", nil, []string{"a4"}},
		{"no project", "", "fix", []string{"a"}, []string{"a6"}},
		{"an unknown project", "/r", "fix", nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			view(t, s, func(tx *Tx) error {
				list, err := tx.Lessons(tt.project, tt.kind, tt.keys)
				var got []string
				for _, l := range list {
					got = append(got, l.What.String())
				}
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
				return err
			})
		})
	}
	// A lesson is written anew under its id.
	update(t, s, func(tx *Tx) error {
		list, err := tx.Lessons("/q", "fix", nil)
		if err != nil || len(list) != 1 {
			t.Fatalf("%v, %v", list, err)
		}
		list[0].State, list[0].Worked = memory.Retired, 9
		return tx.PutLesson(&list[0])
	})
	view(t, s, func(tx *Tx) error {
		list, err := SelectLessons(tx, " WHERE state = 'retired'")
		if len(list) != 1 || list[0].Worked != 9 || list[0].Project != "/q" {
			t.Errorf("retired: %+v", list)
		}
		return err
	})
}
