package hook

import (
	"github.com/ctxhook/ctxhook/pkg/protocol"
)

// userPrompt remembers what happened without an event: a call that was denied,
// refused or interrupted reports no end, and the next event of the client is a
// prompt.
func userPrompt(r *run) (protocol.Reply, error) {
	if r.call.Canary() {
		return protocol.Reply{}, nil
	}
	r.open()
	r.journal.CatchUp()
	return r.notice(), nil
}
