package hook

import (
	"github.com/ctxhook/ctxhook/pkg/config"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// failed answers when ctxhook itself failed: by default the agent goes on and
// hears nothing, and one line is left in the log.
func (r *run) failed(err error) int {
	if r.journal == nil {
		r.open() // the settings say what a failure leads to
	}
	r.journal.Log.Line(redact.Clean(err.Error()))
	if r.late {
		return exitOK
	}
	v := protocol.Reply{ForModel: couldNotJudge, ForUser: couldNotJudge, Report: protocol.Report{Message: couldNotJudge}}
	switch r.judge.Config.OnError {
	case config.OnErrorBlock:
		v.Action = protocol.Deny
	case config.OnErrorAsk:
		v.Action = protocol.Ask
	default:
		return exitOK
	}
	return r.answer(v)
}

// withoutMemory is the reply when the memory failed, of which only a caller of
// the neutral envelope hears.
func (r *run) withoutMemory(err error) protocol.Reply {
	return r.timed(protocol.Reply{Recalled: protocol.Recommendations{Error: redact.Clean("memory: " + err.Error()).String()}})
}
