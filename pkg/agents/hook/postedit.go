package hook

import (
	"errors"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
)

// errNoFile: a tool that writes files, without a file.
var errNoFile = errors.New("no file in the payload")

// postEdit remembers that a file was written: an edit is what fixes most
// failures.
func postEdit(r *run) (protocol.Reply, error) {
	if len(r.call.Paths) == 0 {
		return protocol.Reply{}, errNoFile
	}
	if !r.call.WroteFile() || r.call.Canary() {
		return r.timed(protocol.Reply{}), nil
	}
	r.open()
	r.journal.RecordEdit(r.journal.Edit())
	r.journal.Preferences().SeeModified()
	r.keepEdited()
	return r.timed(protocol.Reply{}), nil
}
