package hook

import (
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/base/unread"
)

// unclaimed answers a payload that this subcommand, or every one, leaves alone. An agent
// gets no output; callers of the two forms of the specification get an answer to every
// event.
func (r *run) unclaimed(event *Handler) int {
	switch r.call.Agent.Form {
	case protocol.FormNeutral:
		if !r.call.Envelope() {
			return exitOK
		}
	case protocol.FormPlan:
	default:
		return exitOK
	}
	var v protocol.Reply
	switch {
	case r.call.Event == protocol.Other:
		v.Recalled.Error = "unknown event: " + redact.Clean(r.call.EventName).String()
	case event != nil:
		v.Recalled.Error = "ctxhook " + event.Name + " does not serve " + redact.Clean(r.call.EventName).String()
	case r.call.Tool == protocol.Edit || r.call.Tool == protocol.Read || r.call.Tool == protocol.Write:
		if len(r.call.Paths) == 0 {
			v.Recalled.Error = errNoFile.Error()
		}
	}
	return r.mistaken(v)
}

// mistaken answers the two forms where something may be wrong.
func (r *run) mistaken(v protocol.Reply) int {
	v = r.timed(v)
	if v.Recalled.Error != "" && r.call.Agent.Form == protocol.FormPlan {
		if c := &r.call; c.Event == protocol.Before && c.Tool == protocol.Shell && len(c.Commands) == 0 && c.Unread.Reason != unread.Cut {
			return r.write(protocol.Invalid(v.Recalled.Error), v) // there is nothing to run
		}
		return r.write(protocol.Skipped(v.Recalled.Error), v)
	}
	return r.answer(v)
}
