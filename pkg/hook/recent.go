package hook

import (
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// recent holds the latest steps of sessions that are taken over side by side,
// and what was told in them: to read them for each command would take longer
// than all the rest.
type recent struct {
	held map[string][]memory.Activity
	told map[string][]memory.Advice
	past bool // what is taken over may lie behind much that is known
}

func newRecent(past bool) *recent {
	return &recent{held: make(map[string][]memory.Activity), told: make(map[string][]memory.Advice), past: past}
}

// manySessions is how many sessions it holds.
const manySessions = 64

// steps returns the latest steps of a session, the latest first. Some may be
// later than a time, but none that was before it is left out for them where
// that may be.
func (c *recent) steps(tx *store.Tx, session string, before time.Time) (steps []memory.Activity, err error) {
	if c == nil {
		return tx.Steps(session, backSteps)
	}
	steps, held := c.held[session]
	if !held {
		if len(c.held) >= manySessions {
			clear(c.held)
			clear(c.told)
		}
		if c.past {
			steps, err = tx.StepsBefore(session, before, backSteps)
		} else {
			steps, err = tx.Steps(session, backSteps)
		}
		if err != nil {
			return nil, err
		}
		c.held[session] = steps
	}
	return slices.Clone(steps), nil // they are sorted out in place
}

// advice returns what was told in a session, the latest first. What is learned
// of it is written into what is returned, and is there when it is asked for
// again.
func (c *recent) advice(tx *store.Tx, session string) (list []memory.Advice, err error) {
	if c == nil {
		return tx.Advice(session, backAdvice)
	}
	list, held := c.told[session]
	if !held {
		if list, err = tx.Advice(session, backAdvice); err != nil {
			return nil, err
		}
		c.told[session] = list
	}
	return list, nil
}

// add adds a step to those of its session.
func (c *recent) add(session string, s memory.Activity) {
	if c == nil {
		return
	}
	steps, held := c.held[session]
	if !held {
		return // they are read when they are asked for
	}
	if s.Run != nil {
		run := *s.Run
		run.Output = redact.Text{}
		s.Run = &run
	}
	i, _ := slices.BinarySearchFunc(steps, s, func(a, b memory.Activity) int { return b.Time().Compare(a.Time()) })
	steps = slices.Insert(steps, i, s)
	c.held[session] = steps[:min(len(steps), backSteps)]
}
