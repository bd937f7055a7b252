package hook

import (
	"github.com/ctxhook/ctxhook/pkg/guard"
	"github.com/ctxhook/ctxhook/pkg/id"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// postEdit remembers that a file was written: an edit is what mends most
// failures.
func postEdit(r *run) (protocol.Verdict, error) {
	if len(r.call.Paths) == 0 || r.call.Canary() || r.call.Result != nil && r.call.Result.Status != protocol.Ended {
		return protocol.Verdict{}, nil
	}
	j := NewJudge(Asked{Getenv: r.env.Getenv, Cwd: r.call.Cwd})
	r.log = guard.Log{Path: j.Places.DebugLog()}
	r.keep(j, store.Entry{Edit: &memory.Edit{
		ID: id.New('e'), Time: r.start, Session: r.call.Session, Project: j.Project, Call: r.call.ID,
		Path: redact.Clean(r.call.Paths[0]),
	}})
	return protocol.Verdict{}, nil
}
