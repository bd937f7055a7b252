package journal

import (
	"path/filepath"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/memory/transcript"
)

// output returns what a command printed. Of a long output the client sends the
// beginning and names the file that holds all of it: the end is read there, if
// the file is one of the client's own. A payload may name any file.
func output(j *judge.Judge, r *protocol.Result) string {
	if r.Persisted == "" || j.Places.AgentDir() == "" {
		return r.Output
	}
	tail, _, err := transcript.Tail(transcripts(j), r.Persisted, maxEnd)
	if err != nil || len(tail) == 0 {
		return r.Output // the beginning is better than nothing
	}
	return ends(r.Output, maxFront, 0) + leftOut + string(tail)
}

// transcripts returns the directory in which the client keeps its transcripts.
func transcripts(j *judge.Judge) string { return filepath.Join(j.Places.AgentDir(), "projects") }
