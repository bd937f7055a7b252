package hook

import (
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// recent holds the latest steps of sessions that are taken over side by side:
// to read them for each command would take longer than all the rest.
type recent map[string][]memory.Step

// manySessions is how many sessions it holds.
const manySessions = 64

// steps returns the latest steps of a session before a time, the latest
// first.
func (c recent) steps(tx *store.Tx, session string, before time.Time) ([]memory.Step, error) {
	if c == nil {
		return tx.Steps(session, backSteps)
	}
	steps, held := c[session]
	if !held {
		if len(c) >= manySessions {
			clear(c)
		}
		// Hooks may have kept much that came later.
		var err error
		if steps, err = tx.StepsBefore(session, before, backSteps); err != nil {
			return nil, err
		}
		c[session] = steps
	}
	return slices.Clone(steps), nil // they are sorted out in place
}

// add adds a step to those of its session.
func (c recent) add(session string, s memory.Step) {
	steps, held := c[session]
	if !held {
		return // they are read when they are asked for
	}
	if s.Run != nil {
		run := *s.Run
		run.Output = redact.Text{}
		s.Run = &run
	}
	i, _ := slices.BinarySearchFunc(steps, s, func(a, b memory.Step) int { return b.Time().Compare(a.Time()) })
	steps = slices.Insert(steps, i, s)
	c[session] = steps[:min(len(steps), backSteps)]
}
