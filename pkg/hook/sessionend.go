package hook

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// tidying is how long the end of a session may spend on the database: the
// client waits a second and a half, where nothing else is configured.
const tidying = 700 * time.Millisecond

// sessionEnd takes over what was left, sums the session up and keeps the
// database small. Nothing depends on it: a session whose end never comes is
// caught up with where the next one of its project begins.
func sessionEnd(r *run) (protocol.Verdict, error) {
	if r.call.Canary() {
		return protocol.Verdict{}, nil
	}
	j := r.newJudge()
	never := r.neverRan(j)
	s, err := r.open(j)
	if err != nil {
		r.log.Line(redact.Clean("memory: " + err.Error()))
		return r.unable(err), nil
	}
	defer s.Leave()
	var v protocol.Verdict
	err = s.Update(func(tx *store.Tx) error {
		l := &learner{j: j, tx: tx, now: r.start}
		if err := l.catchUp(never); err != nil {
			return err
		}
		sum, err := l.end(r.call.Session)
		if sum != nil {
			v.Recalled.Memories, v.Recalled.Patterns = sum.Commands, sum.Lessons
		}
		return err
	})
	if err != nil {
		r.log.Line(redact.Clean("memory: " + err.Error()))
		return r.timed(r.unable(err)), nil // and would not be able to do more
	}
	r.habits(j)
	if err := j.Consolidate(s, r.start, tidying/2); err != nil {
		r.log.Line(redact.Clean("lessons: " + err.Error()))
	}
	policy := store.Policy{MaxAge: j.Config.Store.MaxAge, MaxSize: j.Config.Store.MaxSize, Within: tidying}
	if err := s.Maintain(policy); err != nil {
		r.log.Line(redact.Clean("memory: " + err.Error()))
	}
	return r.timed(v), nil
}

// timed adds to a verdict how long it took.
func (r *run) timed(v protocol.Verdict) protocol.Verdict {
	v.Report.LatencyMS = float64(time.Since(r.start).Microseconds()) / 1000
	return v
}
