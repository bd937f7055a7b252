package journal

import (
	"os"
	"path/filepath"
	"strconv"

	"github.com/ctxhook/ctxhook/pkg/memory/audit"
)

// Unseen lists the calls that ran without being judged in the session before this
// one, once.
func (j *Journal) Unseen() (list []string) {
	root := transcripts(j.Judge)
	if goesOn(j.Call) || !j.hasTranscripts() || j.ledgerFile() == "" {
		return nil
	}
	if name, err := filepath.Rel(root, j.Call.Transcript); err != nil || !filepath.IsLocal(name) {
		return nil
	}
	p := &j.Judge.Places
	r, err := audit.Previous(j.Call.Transcript, audit.Trails(*p), j.Now, func(session string, size int64) bool {
		file := fileOf(p, session)
		if _, err := os.Lstat(file); err != nil {
			file = j.ledgerFile() // a file of its own would say that its calls were judged
		}
		before, noted := j.toldIn(file, "unseen "+session+" "+strconv.FormatInt(size, 10))
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
