package hook

import "github.com/ctxhook/ctxhook/pkg/base/protocol"

// sessionEnd sums the session up and keeps the database small. Nothing depends
// on it: a session whose end never comes is caught up with where the next one
// of its project begins.
func sessionEnd(r *run) (protocol.Reply, error) {
	if r.call.Canary() {
		return protocol.Reply{}, nil
	}
	r.open()
	sum, wanted, err := r.journal.EndSession()
	if err != nil {
		return r.withoutMemory(err), nil
	}
	r.publish(wanted)
	r.tidySnapshots()
	var v protocol.Reply
	if sum != nil {
		v.Recalled.Memories, v.Recalled.Patterns = sum.Commands, sum.Lessons
	}
	return r.timed(v), nil
}
