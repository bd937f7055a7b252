package store

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

func TestAdvice(t *testing.T) {
	s := fresh(t)
	run := memory.Run{Session: "s"}
	a := memory.Advice{Session: "s", Fix: memory.Fix{Source: memory.SourceTool, Text: redact.Clean("try")}}
	update(t, s, func(tx *Tx) error {
		if _, err := tx.AddRun(&run); err != nil {
			return err
		}
		a.Run = run.ID
		if err := tx.AddAdvice(&a); err != nil {
			return err
		}
		again := a
		if err := tx.AddAdvice(&again); err != nil {
			return err
		}
		worked := false
		a.Followed, a.Worked = "r-x", &worked
		return tx.UpdateAdvice(&a)
	})
	view(t, s, func(tx *Tx) error {
		inSession, err := tx.Advice("s", 5)
		if err != nil || len(inSession) != 1 || inSession[0].Followed != "r-x" || inSession[0].Worked == nil || *inSession[0].Worked {
			t.Errorf("in the session: %+v, %v", inSession, err)
		}
		return err
	})
}
