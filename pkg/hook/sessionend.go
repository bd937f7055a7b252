package hook

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/guard"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// tidying is how long the end of a session may spend on the database: the
// client waits a second and a half, where nothing else is configured.
const tidying = 700 * time.Millisecond

// sessionEnd takes over what was left and keeps the database small. Nothing
// depends on it: a session whose end never comes is caught up with by the
// next event of another.
func sessionEnd(r *run) (protocol.Verdict, error) {
	if r.call.Canary() {
		return protocol.Verdict{}, nil
	}
	j := NewJudge(Asked{Getenv: r.env.Getenv, Cwd: r.call.Cwd})
	r.log = guard.Log{Path: j.Places.DebugLog()}
	r.catchUp(j)
	s, err := r.open(j)
	if err != nil {
		return protocol.Verdict{}, nil // told when it was tried before
	}
	defer s.Leave()
	r.habits(j)
	policy := store.Policy{MaxAge: j.Config.Store.MaxAge, MaxSize: j.Config.Store.MaxSize, Within: tidying}
	if err := s.Maintain(policy); err != nil {
		r.log.Line(redact.Clean("memory: " + err.Error()))
	}
	return protocol.Verdict{}, nil
}
