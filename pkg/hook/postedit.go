package hook

import (
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// postEdit remembers that a file was written: an edit is what mends most
// failures.
func postEdit(r *run) (protocol.Reply, error) {
	if !r.edits() || r.call.Canary() {
		return protocol.Reply{}, nil
	}
	j := r.newJudge()
	r.keep(j, store.Entry{Edit: r.edit(j)})
	return protocol.Reply{}, nil
}

// edits tells whether the call has written a file.
func (r *run) edits() bool {
	return len(r.call.Paths) > 0 && (r.call.Result == nil || r.call.Result.Status == protocol.Ended)
}

// edit is the edit as it is remembered.
func (r *run) edit(j *Journal) *memory.Edit {
	return &memory.Edit{
		ID: memory.NewID('e'), Time: r.start, Session: r.call.Session, Project: j.Project, Call: r.call.ID, Subagent: r.call.Subagent,
		Path: redact.Clean(r.call.Paths[0]),
	}
}
