package store

import (
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// A fix goes, with all that tells of it, once no run is remembered that did it.
func TestForgetWhatTaught(t *testing.T) {
	const words = "make zorgblatt"
	for _, tt := range []struct {
		name   string
		forget []string
		left   bool
	}{
		{"one of two that did it", []string{"r-1"}, true},
		{"both that did it", []string{"r-1", "r-2"}, false},
		{"another one", []string{"r-3"}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := fresh(t)
			lesson := fix("l-a", "/p", "k", noon)
			lesson.Remedy = redact.Clean(words)
			put(t, s, lesson)
			update(t, s, func(tx *Tx) error {
				for i, c := range []string{words, words + " -j4", "ls"} {
					r := memory.Run{ID: "r-" + string(rune('1'+i)), Start: noon.Add(time.Duration(i) * time.Second), Session: "s", Project: "/p", Command: redact.Clean(c), Outcome: memory.OK}
					if _, err := tx.AddRun(&r); err != nil {
						return err
					}
				}
				e := memory.Episode{Time: noon, Session: "s", Project: "/p", Key: "go test", Red: "r-8", Green: "r-9", Steps: []memory.Step{{Text: redact.Clean(words)}}}
				if _, err := tx.AddEpisode(&e); err != nil {
					return err
				}
				a := memory.Advice{ID: "v-1", Time: noon, Session: "s", Project: "/p", Run: "r-8", Fix: memory.Fix{Lesson: "l-a", Text: redact.Clean("Here `" + words + "` fixed this.")}}
				return tx.AddAdvice(&a)
			})
			update(t, s, func(tx *Tx) error {
				for _, id := range tt.forget {
					if ok, err := tx.Forget(id); err != nil || !ok {
						t.Fatalf("%s: %v, %v", id, ok, err)
					}
				}
				return nil
			})
			view(t, s, func(tx *Tx) error {
				n := 0
				for _, q := range []string{"SELECT count(*) FROM lessons", "SELECT count(*) FROM episodes", "SELECT count(*) FROM advice"} {
					if _, err := tx.db.one(q, nil, func(r Row) { n += int(r.Int(0)) }); err != nil {
						return err
					}
				}
				if want := map[bool]int{true: 3, false: 0}[tt.left]; n != want {
					t.Errorf("%d rows tell of it, want %d", n, want)
				}
				return nil
			})
		})
	}
}
