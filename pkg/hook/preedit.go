package hook

import "github.com/ctxhook/ctxhook/pkg/protocol"

// preEdit notes what a file is like before the agent writes it: what was in no
// commit is not the session's own work.
func preEdit(r *run) (protocol.Reply, error) {
	if len(r.call.Paths) == 0 {
		return protocol.Reply{}, errNoFile
	}
	if !r.call.Canary() {
		r.open()
		for _, path := range r.call.Paths {
			r.journal.NoteFile(path)
		}
	}
	return r.timed(protocol.Reply{}), nil
}
