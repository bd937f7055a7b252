package hook

import (
	"github.com/ctxhook/ctxhook/pkg/protocol"
)

// postEdit remembers that a file was written: an edit is what fixes most
// failures.
func postEdit(r *run) (protocol.Reply, error) {
	if !r.call.WroteFile() || r.call.Canary() {
		return protocol.Reply{}, nil
	}
	r.open()
	r.journal.RecordEdit(r.journal.Edit())
	return protocol.Reply{}, nil
}
