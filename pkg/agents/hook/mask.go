package hook

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

// postRead sees what a tool that only reads has answered: secrets in it are
// masked, as in every answer.
func postRead(r *run) (protocol.Reply, error) {
	if r.call.Tool == protocol.Shell {
		return postBash(r) // a server's terminal
	}
	if r.call.Tool == protocol.Read && len(r.call.Paths) == 0 {
		return protocol.Reply{}, errNoFile
	}
	if r.call.Tool == protocol.Read && r.call.Response() != "" && !r.call.Canary() {
		r.open()
		if again := r.journal.ReadAgain(strings.Join(r.call.Paths, " "), r.call.Response()); again != nil {
			return r.timed(protocol.Reply{Action: protocol.Warn, ForModel: "ctxhook: " + sameResultForModel(again)}), nil
		}
	}
	if r.call.Makes() && !r.call.Canary() && !strings.Contains(r.call.Response(), "exist") {
		r.open()
		r.journal.EndsTool() // what it made is the session's own
	}
	return r.timed(protocol.Reply{}), nil
}

// withMask masks the secrets in what a tool has answered, where the user wants
// that, and tells the model of it.
func (r *run) withMask(v protocol.Reply) protocol.Reply {
	if r.judge == nil || !r.judge.Config.MaskOutputs {
		return v
	}
	command := strings.Join(r.call.Commands, "\n")
	response, n := r.call.MapResponse(func(s string) (string, int) { return redact.Sure(command, s) })
	if n == 0 {
		return v
	}
	v.Action, v.Response = max(v.Action, protocol.Warn), response
	v.ForModel = join(maskedForModel(n), v.ForModel)
	return v
}
