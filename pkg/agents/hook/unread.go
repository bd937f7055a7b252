package hook

import (
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
)

// mayBeShell reports whether a payload that was read in part may be the call of a
// shell tool.
func (r *run) mayBeShell(event *Handler) bool {
	c := &r.call
	before := c.Event == protocol.Before || c.Event == protocol.Other && c.EventName == ""
	return (event == nil || event.Name == preBashName) && before && (c.Tool == protocol.Shell || c.RawTool == "")
}

// late is a call for which there was no time.
var late = unread.Part{Reason: unread.Late, Say: "there was no time for it"}

// leave weighs what of a call was left unread, and reports whether that matters. Settings
// that stop what could not be checked stop it.
func (r *run) leave(of *judgement, part unread.Part) bool {
	if c := &r.call; part.Reason == unread.No || part.Reason == unread.Cut && c.Tool != protocol.Shell && c.Tool != protocol.Server && c.RawTool != "" {
		return false
	}
	r.judge.Engine.Leave(&of.verdict, part)
	if r.judge.Config.OnError == config.OnErrorBlock {
		of.verdict.Action = policy.Block
	}
	return true
}

// noteUnread leaves a line for each part that was left unread, which doctor counts.
func (r *run) noteUnread(of *judgement) {
	if of.verdict.Script == nil || r.call.Canary() {
		return
	}
	for i := range of.verdict.Script.Problems {
		if p := &of.verdict.Script.Problems[i]; p.Unread != unread.No {
			r.journal.Log.Line(redact.Clean(paths.UnreadLine + p.Say))
		}
	}
}
