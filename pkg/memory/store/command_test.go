package store

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

func TestCommandIsKept(t *testing.T) {
	s := fresh(t)
	want := full[memory.Command]()
	update(t, s, func(tx *Tx) error { return tx.PutCommand(&want) })
	view(t, s, func(tx *Tx) error {
		got, ok, err := tx.Command(want.Project, want.Key)
		if err != nil || !ok {
			t.Fatalf("found %v, %v", ok, err)
		}
		if diff := cmp.Diff(want, got, texts); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
		return nil
	})
}

// Of a project the commands that were run last are kept, and of each of them
// one row.
func TestCommandsAreBounded(t *testing.T) {
	s := fresh(t)
	began := time.Unix(1_700_000_000, 0)
	put := func(tx *Tx, project string, i int) error {
		return tx.PutCommand(&memory.Command{
			Project: project, Key: fmt.Sprint(i), Text: redact.Clean("x"), Good: 1, First: began, Last: began.Add(time.Duration(i) * time.Second),
		})
	}
	update(t, s, func(tx *Tx) error {
		for i := range tooManyCommands + 50 {
			if err := put(tx, "/p", i); err != nil {
				return err
			}
		}
		for range 3 {
			if err := put(tx, "/other", 1); err != nil {
				return err
			}
		}
		return nil
	})
	view(t, s, func(tx *Tx) error {
		list, err := tx.CommandWords("/p", 2*tooManyCommands, nil)
		if err != nil {
			return err
		}
		if n := len(list); n < maxCommands || n > tooManyCommands {
			t.Errorf("%d commands are kept", n)
		}
		if list[0].Key != fmt.Sprint(tooManyCommands+49) {
			t.Errorf("the first is %s", list[0].Key)
		}
		if list, err = tx.CommandWords("/other", 10, nil); len(list) != 1 {
			t.Errorf("%d of the other project", len(list))
		}
		return err
	})
}

// A command goes with the runs that it quotes.
func TestCommandsAreForgotten(t *testing.T) {
	forget := map[string]func(*Tx) error{
		"the run that it quotes":     func(tx *Tx) error { _, err := tx.Forget("r-9"); return err },
		"the failure that it quotes": func(tx *Tx) error { _, err := tx.Forget("r-8"); return err },
		"its session":                func(tx *Tx) error { _, err := tx.ForgetAll(Scope{Session: "s"}); return err },
		"its project":                func(tx *Tx) error { _, err := tx.ForgetAll(Scope{Project: "/p"}); return err },
		"all":                        func(tx *Tx) error { _, err := tx.ForgetAll(Scope{}); return err },
		"what is old":                func(tx *Tx) error { return removeCommands(tx, time.Now().UnixMicro()) },
	}
	for name, forget := range forget {
		t.Run(name, func(t *testing.T) {
			s := fresh(t)
			update(t, s, func(tx *Tx) error {
				c := memory.Command{Project: "/p", Key: "k", Run: "r-9", Failed: "r-8", Session: "s", Bad: 2, First: time.Unix(1, 0), Last: time.Unix(2, 0)}
				if err := tx.PutCommand(&c); err != nil {
					return err
				}
				return forget(tx)
			})
			view(t, s, func(tx *Tx) error {
				if _, ok, err := tx.Command("/p", "k"); ok || err != nil {
					t.Errorf("it is still known: %v, %v", ok, err)
				}
				return nil
			})
		})
	}
}
