package journal

import (
	"path/filepath"
	"strconv"
	"time"

	"github.com/ctxhook/ctxhook/pkg/audit"
	"github.com/ctxhook/ctxhook/pkg/protocol"
)

// trailActions are what became of a call, in the words of the trail.
var trailActions = [...]audit.Action{
	protocol.Silent: audit.Silent,
	protocol.Warn:   audit.Warned,
	protocol.Ask:    audit.Asked,
	protocol.Deny:   audit.Blocked,
}

// NoteJudged leaves word that the call was judged, if it was about to happen: what
// ran without that was not guarded.
func (j *Journal) NoteJudged(a protocol.Action) {
	dir := j.Judge.Places.TrailDir()
	if j.Call.Event != protocol.Before || j.Call.Tool == protocol.Task || j.Call.Session == "" || dir == "" || j.Call.Canary() {
		return
	}
	j.note("trail", audit.Note(dir, j.Call.Session, j.Call.ID, trailActions[a], time.Now()))
}

// Unseen lists the calls that ran without being judged in the session before this
// one, once.
func (j *Journal) Unseen() (list []string) {
	root, trail := transcripts(j.Judge), j.Judge.Places.TrailDir()
	if goesOn(j.Call) || !j.hasTranscripts() || trail == "" {
		return nil
	}
	if name, err := filepath.Rel(root, j.Call.Transcript); err != nil || !filepath.IsLocal(name) {
		return nil
	}
	r, err := audit.Previous(j.Call.Transcript, trail, j.Now, func(session string, size int64) bool {
		before, noted := mark(recordFile(j.Judge.Places.OnceDir(), "unseen", session, strconv.FormatInt(size, 10)), toldAge)
		return before || !noted
	})
	j.note("transcript", err)
	if r == nil {
		return nil
	}
	for i := range r.Gaps {
		if r.Gaps[i].Cause != audit.Before {
			list = append(list, r.Gaps[i].Words())
		}
	}
	return list
}
