package hook

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// tidying is when the end of a session stops to put the database in order,
// from its beginning on: the client waits a second and a half, where nothing
// else is configured. A little is done in any case, or it would never be.
const (
	tidying = 700 * time.Millisecond
	little  = tidying / 7
)

// sessionEnd takes over what was left, sums the session up and keeps the
// database small. Nothing depends on it: a session whose end never comes is
// caught up with where the next one of its project begins.
func sessionEnd(r *run) (protocol.Reply, error) {
	if r.call.Canary() {
		return protocol.Reply{}, nil
	}
	j := r.newJudge()
	never := r.neverRan(j)
	var v protocol.Reply
	if err := r.with(j, busy, func(s *store.Store) error {
		if err := r.change(j, s, func(l *learner) error {
			if err := l.catchUp(never); err != nil {
				return err
			}
			sum, err := l.end(r.call.Session)
			if sum != nil {
				v.Recalled.Memories, v.Recalled.Patterns = sum.Commands, sum.Lessons
			}
			return err
		}); err != nil {
			return err // and would not be able to do more
		}
		r.tidy(j, s)
		return nil
	}); err != nil {
		return r.unable(err), nil
	}
	return r.timed(v), nil
}

// end sums a session up for good. What it handed on and never heard of again
// has come to nothing.
func (l *learner) end(session string) (*memory.Summary, error) {
	if session == "" {
		return nil, nil
	}
	tasks, err := l.tx.Tasks(store.TaskFilter{Session: session, Limit: backTasks})
	if err != nil {
		return nil, err
	}
	for i := range tasks {
		if tasks[i].Outcome == memory.TaskOpen {
			if err := l.close(&tasks[i], memory.Partial); err != nil {
				return nil, err
			}
		}
	}
	if err := l.tx.EndSession(session, l.now); err != nil {
		return nil, err
	}
	return l.tx.Summarize(session, true)
}

// tidy puts in order what is remembered. What cannot be done now is done at
// the end of another session.
func (r *run) tidy(j *Journal, s *store.Store) {
	policy := store.Policy{MaxAge: j.Config.Store.MaxAge, MaxSize: j.Config.Store.MaxSize}
	for _, work := range [...]func() error{
		func() error { return j.learnHabits(s) },
		func() error { return j.Consolidate(s, r.start, tidying/2) },
		func() error {
			return s.Update(func(tx *store.Tx) error { return tx.AddSamples(r.timings) })
		},
		func() error {
			policy.Within = max(little, tidying-time.Since(r.start))
			return s.Maintain(policy)
		},
	} {
		if err := work(); err != nil {
			r.log.Line(redact.Clean("memory: " + err.Error()))
		}
	}
	r.putRepeats(j, s)
}

// timed adds to a verdict how long it took.
func (r *run) timed(v protocol.Reply) protocol.Reply {
	v.Report.LatencyMS = float64(time.Since(r.start).Microseconds()) / 1000
	return v
}
