package journal

import (
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// recentActivity holds the latest steps of sessions that are taken over side by
// side, and what was told in them: to read them for each command would take
// longer than all the rest.
type recentActivity struct {
	held map[string][]memory.Activity
	told map[string][]memory.Advice
	past bool // what is taken over may lie behind much that is known
}

func newRecentActivity(past bool) *recentActivity {
	return &recentActivity{held: make(map[string][]memory.Activity), told: make(map[string][]memory.Advice), past: past}
}

// maxSessions is how many sessions it holds.
const maxSessions = 64

// steps returns the latest steps of a session before a time, the latest first.
// Some later ones may be among them. A nil recentActivity asks the database.
func (c *recentActivity) steps(tx *store.Tx, session string, before time.Time) (steps []memory.Activity, err error) {
	if c == nil {
		return tx.Steps(session, recentSteps)
	}
	steps, held := c.held[session]
	if !held {
		if len(c.held) >= maxSessions {
			clear(c.held)
			clear(c.told)
		}
		if c.past {
			steps, err = tx.StepsBefore(session, before, recentSteps)
		} else {
			steps, err = tx.Steps(session, recentSteps)
		}
		if err != nil {
			return nil, err
		}
		c.held[session] = steps
	}
	return slices.Clone(steps), nil // the caller deletes some in place
}

// advice returns what was told in a session, the latest first. The outcome of
// an advice is written into this slice, and is seen the next time.
func (c *recentActivity) advice(tx *store.Tx, session string) (list []memory.Advice, err error) {
	if c == nil {
		return tx.Advice(session, recentAdvice)
	}
	list, held := c.told[session]
	if !held {
		if list, err = tx.Advice(session, recentAdvice); err != nil {
			return nil, err
		}
		c.told[session] = list
	}
	return list, nil
}

// tell adds an advice to what was told in its session.
func (c *recentActivity) tell(a *memory.Advice) {
	if c == nil {
		return
	}
	if list, held := c.told[a.Session]; held {
		c.told[a.Session] = slices.Insert(list, 0, *a)
	}
}

// add adds a step to those of its session.
func (c *recentActivity) add(session string, s memory.Activity) {
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
	c.held[session] = steps[:min(len(steps), recentSteps)]
}
