package hook

import (
	"path/filepath"

	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/transcript"
)

// output is what a command printed. Of a long output the client tells the
// beginning, and where all of it lies: its end is read there, if that is a
// file of the client's own. What a payload names may be no output at all.
func output(j *Journal, r *protocol.Result) string {
	if r.Persisted == "" || j.Places.AgentDir() == "" {
		return r.Output
	}
	tail, _, err := transcript.Tail(records(j), r.Persisted, maxEnd)
	if err != nil || len(tail) == 0 {
		return r.Output // what was told is better than nothing
	}
	return ends(r.Output, maxFront, 0) + leftOut + string(tail)
}

// records is where the client keeps what it records of sessions.
func records(j *Journal) string { return filepath.Join(j.Places.AgentDir(), "projects") }
