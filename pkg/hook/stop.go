package hook

import "github.com/ctxhook/ctxhook/pkg/protocol"

// stop sums a session up each time its agent rests: the end of it may never
// come. It says nothing, because whatever is said here makes the agent go on,
// unless the user wants to have it reminded.
func stop(r *run) (protocol.Reply, error) {
	if r.call.Canary() {
		return protocol.Reply{}, nil
	}
	r.open()
	reminder, err := r.journal.RestSession()
	if err != nil || reminder == "" {
		return protocol.Reply{}, nil // the journal has logged the error
	}
	if before, noted := r.journal.ToldBefore("stop " + r.call.PromptID); before || !noted {
		return protocol.Reply{}, nil
	}
	return protocol.Reply{Action: protocol.Warn, ForModel: reminder}, nil
}
