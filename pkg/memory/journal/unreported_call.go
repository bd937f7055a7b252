package journal

import (
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/transcript"
)

// unreportedRun is a run that only the transcript shows, and what the user said
// when refusing it.
type unreportedRun struct {
	*memory.Run
	said string
}

// catchUp takes over what waits in the spool, and the calls that only the
// transcript of the session shows.
func (u *update) catchUp(unreported []unreportedRun) error {
	if err := u.drain(); err != nil {
		return err
	}
	_, err := u.addRuns(unreported)
	return err
}

// unreportedCalls returns the calls of the session that no event reports the end
// of, because they were denied, refused or interrupted.
func (j *Journal) unreportedCalls() []unreportedRun {
	if !j.hasTranscripts() || j.Call.Transcript == "" || j.Call.Session == "" {
		return nil
	}
	runs := j.unreported(j.Call.Transcript, j.Call.Session, false)
	if len(runs) > 0 {
		a := j.account()
		for _, r := range runs {
			if !a.Ended(r.Call) {
				j.NoteEnd(r.Run, nil)
			}
		}
	}
	return runs
}

// hasTranscripts reports whether the client keeps transcripts that can be
// read.
func (j *Journal) hasTranscripts() bool {
	return j.Call.Agent.Name == "claude" && j.Judge.Places.AgentDir() != ""
}

// unreported returns the calls in a transcript that no event reports the end
// of. If the session may be dead, they include the calls without any end.
func (j *Journal) unreported(path, session string, dead bool) []unreportedRun {
	calls, err := transcript.Calls(transcripts(j.Judge), path, session)
	if err != nil {
		j.note("transcript", err)
		return nil
	}
	var runs []unreportedRun
	for _, c := range calls {
		switch c.Outcome {
		case memory.Denied, memory.Refused, memory.Interrupted:
		case memory.Unknown:
			if !dead {
				continue
			}
		default:
			continue
		}
		ran := j.Unfinished(&c)
		ran.Session = session
		runs = append(runs, unreportedRun{ran, c.Said})
	}
	return runs
}
