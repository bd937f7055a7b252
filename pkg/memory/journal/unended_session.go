package journal

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/transcript"
)

// silence is how long nothing is heard of a session until it counts as ended.
// One that only rested goes on all the same, and ends once more.
const silence = time.Hour

// begin adds a session or finds the one that goes on, and catches up with
// those of its project that have not reported their end: a client that is
// killed reports none.
func (j *Journal) begin(u *update, s *memory.Session) error {
	if err := u.tx.BeginSession(s); err != nil {
		return err
	}
	if j.Call.Source == "resume" && j.Call.Transcript != "" && j.hasTranscripts() {
		// The client that it goes on from may have been killed.
		if _, err := u.addRuns(j.unreported(j.Call.Transcript, s.Key, true)); err != nil {
			return err
		}
	}
	const most = 3
	keys, err := u.tx.OpenSessions(s.Project, s.Key, most)
	if err != nil {
		return err
	}
	anyNews := false
	for _, key := range keys {
		news, err := j.catchUpWith(u, key)
		if err != nil {
			return err
		}
		anyNews = anyNews || news
	}
	if anyNews {
		_, err = u.consolidate(s.Project) // as the end that never came would have
	}
	return err
}

// catchUpWith takes over what the transcript of a session shows that no event
// did, and sums the session up: for good, when it has long been silent. It
// reports whether anything has come of it since it was summed up.
func (j *Journal) catchUpWith(u *update, session string) (news bool, err error) {
	last, err := u.tx.LastActivity(session)
	if err != nil {
		return false, err
	}
	found := false
	if path, written := j.transcriptOf(session); path != "" {
		if found, err = u.addRuns(j.unreported(path, session, true)); err != nil {
			return false, err
		}
		if written.After(last) {
			last = written
		}
	}
	if u.now.Sub(last) > silence {
		then := *u
		then.now = last
		_, err = then.endSession(session)
		return true, err
	}
	_, news, err = u.tx.Summarize(session, found)
	return news, err
}

// transcriptOf returns the transcript of a session, and when the client wrote
// it last.
func (j *Journal) transcriptOf(session string) (path string, written time.Time) {
	if !j.hasTranscripts() {
		return "", time.Time{}
	}
	path, written, err := transcript.Of(transcripts(j.Judge), session)
	j.note("transcript", err)
	return path, written
}
