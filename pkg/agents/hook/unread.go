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
