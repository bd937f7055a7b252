package hook

import "github.com/ctxhook/ctxhook/pkg/protocol"

// sessionStart records that a session begins or goes on, and tells its model
// what is sure of earlier work here.
func sessionStart(r *run) (protocol.Reply, error) {
	if r.call.Canary() {
		return protocol.Reply{}, nil
	}
	r.open()
	brief, err := r.journal.BeginSession()
	if err != nil {
		return r.withoutMemory(err), nil
	}
	return r.timed(briefReply(&brief)), nil
}
