package hook

import (
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
)

// mayBeShell reports whether a payload that was read in part may be the call of a
// shell tool.
func (r *run) mayBeShell(event *Handler) bool {
	c := &r.call
	before := c.Event == protocol.Before || c.Event == protocol.Other && c.EventName == ""
	return (event == nil || event.Name == preBashName) && before && (c.Tool == protocol.Shell || c.RawTool == "")
}

// leftOut says what of a call was not read, and why; "" if all of what matters was.
func (r *run) leftOut() string {
	switch {
	case r.call.Unread != "":
		return partlyRead(r.call.Unread)
	case r.call.Cut && (r.call.Tool == protocol.Shell || r.call.Tool == protocol.Server || r.call.RawTool == ""):
		return cutPayload
	}
	return ""
}

// unread asks about a command that was not read to its end, and says why.
func (r *run) unread(of *judgement, why string) protocol.Reply {
	action := policy.Block
	if r.judge.Config.OnError != config.OnErrorBlock {
		action = r.attend(policy.Ask, of, of.command)
	}
	v := protocol.Reply{Action: actions[action], Report: report(&of.verdict, policy.Silent)}
	if action != policy.Silent {
		v.ForModel, v.ForUser, v.Report.Message = why, why, why
	}
	return r.timed(v)
}
