package hook

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/transcript"
)

// silence is how long nothing is heard of a session that has ended without a
// word. One that only rested goes on all the same, and ends once more.
const silence = time.Hour

// begin adds a session or finds the one that goes on, and catches up with
// those of its project that have not told their end: a client that is killed
// tells none.
func (r *run) begin(l *learner, s *memory.Session) error {
	if err := l.tx.BeginSession(s); err != nil {
		return err
	}
	if r.call.Source == "resume" && r.call.Transcript != "" && r.recorded(l.j) {
		// The client that it goes on from may have been killed.
		if _, err := l.addAll(r.unheard(l.j, r.call.Transcript, s.Key, true)); err != nil {
			return err
		}
	}
	const most = 3
	keys, err := l.tx.OpenSessions(s.Project, s.Key, most)
	if err != nil {
		return err
	}
	for _, key := range keys {
		if err := r.catchUpWith(l, key); err != nil {
			return err
		}
	}
	if len(keys) > 0 {
		_, err = l.consolidate(s.Project) // as the end that never came would have
	}
	return err
}

// catchUpWith takes over what the client's record of a session shows that no
// event did, and sums the session up: for good, when it has long been silent.
func (r *run) catchUpWith(l *learner, session string) error {
	last, err := l.tx.LastActivity(session)
	if err != nil {
		return err
	}
	found := false
	if path, written := r.recordOf(l.j, session); path != "" {
		if found, err = l.addAll(r.unheard(l.j, path, session, true)); err != nil {
			return err
		}
		if written.After(last) {
			last = written
		}
	}
	if l.now.Sub(last) > silence {
		then := learner{j: l.j, tx: l.tx, now: last}
		_, err = then.end(session)
	} else {
		_, err = l.tx.Summarize(session, found)
	}
	return err
}

// recordOf is where the client keeps that of a session, and when it wrote there
// last.
func (r *run) recordOf(j *Journal, session string) (path string, written time.Time) {
	if !r.recorded(j) {
		return "", time.Time{}
	}
	path, written, err := transcript.Of(records(j), session)
	if err != nil {
		r.log.Line(redact.Clean("transcript: " + err.Error()))
	}
	return path, written
}
