package hook

import (
	"github.com/ctxhook/ctxhook/pkg/config"
	"github.com/ctxhook/ctxhook/pkg/guard"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// failed answers when ctxhook itself could not do its work: by default the
// agent goes on and hears nothing, and one line is left in the log.
func (r *run) failed(err error) int {
	if r.log.Path == "" {
		// It failed before the settings were read, which are asked now.
		r.newJudge()
	}
	r.log.Line(redact.Clean(err.Error()))
	if r.late {
		return guard.OK
	}
	const said = "ctxhook could not judge this command and is set not to let such a command through (on_error)."
	v := protocol.Reply{ForModel: said, ForUser: said, Report: protocol.Report{Message: said}}
	switch r.onError {
	case config.OnErrorBlock:
		v.Action = protocol.Deny
	case config.OnErrorAsk:
		v.Action = protocol.Ask
	default:
		return guard.OK
	}
	return r.answer(v)
}
