package hook

import (
	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/protocol"
)

// preEdit judges what a tool is about to write, and notes what the file is like
// before: what was in no commit is not the session's own work.
func preEdit(r *run) (protocol.Reply, error) {
	if len(r.call.Paths) == 0 {
		return protocol.Reply{}, errNoFile
	}
	v, err := judgeTool(r)
	if v.Action < protocol.Deny && !r.call.Canary() && r.judge.Config.Learn.On {
		for _, path := range r.call.Paths {
			r.journal.NoteFile(path)
		}
	}
	return v, err
}

// preRead judges a file that a tool is about to show. A search may name none.
func preRead(r *run) (protocol.Reply, error) { return judgeTool(r) }

// preServer judges what a tool of a server is about to run.
func preServer(r *run) (protocol.Reply, error) {
	if len(r.call.Programs) == 0 {
		return protocol.Reply{}, nil
	}
	return judgeTool(r)
}

// judgeTool answers with the verdict on another tool than a shell.
func judgeTool(r *run) (protocol.Reply, error) {
	r.open()
	worst := r.worst()
	if r.duplicate != nil {
		return *r.duplicate, nil
	}
	action := worst.verdict.Action
	if action != policy.Silent {
		action = r.attend(action, &worst, worst.command)
	}
	if !r.judge.Config.Learn.On {
		return r.judged(&worst, action)
	}
	return r.withProblems(r.timed(r.withTold(r.reply(&worst, action), &worst.verdict))), nil
}
