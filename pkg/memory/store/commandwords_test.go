package store

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

func TestCommandWords(t *testing.T) {
	s := fresh(t)
	began := time.Unix(1_700_000_000, 0)
	update(t, s, func(tx *Tx) error {
		for i := range 200 {
			for _, project := range []string{"/p", "/other"} {
				c := memory.Command{
					Project: project, Key: fmt.Sprint("k", i), Text: redact.Clean(fmt.Sprint("make ", project, i)), Template: redact.Clean("make"),
					Good: i % 2, Bad: 1, First: began, Last: began.Add(time.Duration(i*37%200) * time.Second),
				}
				if err := tx.PutCommand(&c); err != nil {
					return err
				}
			}
		}
		return nil
	})
	view(t, s, func(tx *Tx) error {
		got, err := tx.CommandWords("/p", 2, nil)
		if err != nil {
			t.Fatal(err)
		}
		// Which are those at 199 and 198 of the seconds.
		want := []CommandWords{{"k27", "make /p27", "make", true}, {"k54", "make /p54", "make", false}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the latest of the project (-want +got):\n%s", diff)
		}
		if got, err := tx.CommandWords("/p", 1000, func() bool { return true }); err != nil || len(got) == 0 || len(got) == 200 {
			t.Errorf("when it is late %d are read, %v: want some", len(got), err)
		}
		if got, err := tx.CommandWords("/nowhere", 10, nil); err != nil || got != nil {
			t.Errorf("of no project %v, %v", got, err)
		}
		return nil
	})
}
