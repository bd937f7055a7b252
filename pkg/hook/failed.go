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
		return r.unanswered(err)
	}
	v := protocol.Reply{ForModel: couldNotJudge, ForUser: couldNotJudge, Report: protocol.Report{Message: couldNotJudge}}
	switch r.judge.Config.OnError {
	case config.OnErrorBlock:
		v.Action = protocol.Deny
	case config.OnErrorAsk:
		v.Action = protocol.Ask
	default:
		return r.unanswered(err)
	}
	v.Recalled.Error = redact.Clean(err.Error()).String()
	return r.answer(v)
}

// unanswered lets the agent go on, which hears nothing. Callers of the two forms
// of the specification hear why.
func (r *run) unanswered(err error) int {
	agent := r.call.Agent
	if agent == nil {
		agent = protocol.Named(r.env.Agent) // a payload that cannot be read does not tell
	}
	if agent == nil || agent.Form != protocol.FormPlan && !(agent.Form == protocol.FormNeutral && r.call.EventName != "") {
		return exitOK
	}
	r.call.Agent = agent
	v := protocol.Reply{}
	v.Recalled.Error = redact.Clean(err.Error()).String()
	return r.mistaken(v)
}

// withoutMemory is the reply when the memory failed, of which only a caller of
// the neutral envelope hears.
func (r *run) withoutMemory(err error) protocol.Reply {
	return r.timed(protocol.Reply{Recalled: protocol.Recommendations{Error: redact.Clean("memory: " + err.Error()).String()}})
}
