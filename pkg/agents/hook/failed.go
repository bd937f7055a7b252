package hook

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
)

// failed answers when ctxhook itself failed: by default the agent goes on and
// hears nothing, and one line is left in the log.
func (r *run) failed(err error) int {
	if r.answered {
		return r.exit
	}
	if _, ours := err.(*panicError); ours && r.again < lastFallback && !r.late && r.call.Agent != nil {
		return r.judgeAgain(err)
	}
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
		return r.unchecked(err)
	}
	v.Recalled.Error = redact.Clean(err.Error()).String()
	if named := protocol.Named(r.env.Agent); r.call.Agent == nil && named != nil && named.Form.Scripts() {
		r.call.Agent, r.call.Event = named, protocol.Before // a payload that cannot be read tells neither
	}
	return r.answer(v)
}

// fallBack answers in place of a hook that failed or takes too long. Each of the
// fallbacks looks at less beside the command than the one before it.
func (r *run) fallBack(call *protocol.Call) int {
	if r.again == 1 {
		return r.serveLate(call)
	}
	return r.serveUnjudged(call)
}

// lastFallback is the number of the last of them.
const lastFallback = 2

// judgeAgain answers where an error of ctxhook itself ended the hook, which must not
// pass the command.
func (r *run) judgeAgain(err error) int {
	next := &run{env: r.env, start: time.Now(), limit: r.limit, named: r.named, hurried: true, call: r.call, again: r.again + 1}
	return guard(func() int {
		next.open()
		next.journal.Log.Line(redact.Clean(err.Error()))
		return next.fallBack(&r.call)
	}, next.failed)
}

// unchecked lets the agent run a command that was not checked, and tells the
// user so once a session. A caller that says nothing of itself is told nothing.
func (r *run) unchecked(err error) int {
	agent := r.call.Agent
	if agent == nil && !r.named || agent != nil && agent.Form.Scripts() || r.call.Canary() {
		return r.unanswered(err)
	}
	if r.call.Session == "" {
		r.call.Session = "unread" // it could not be read: all of these are one
	}
	if before, _ := r.journal.ToldUserBefore("unchecked"); before {
		return r.unanswered(err)
	}
	return r.answer(protocol.Reply{Action: protocol.Warn, ForUser: uncheckedForUser(err)})
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

// withLoss tells the user, once a session, that what happened is recorded
// nowhere. Where even that cannot be noted, the user is told as a session begins.
func (r *run) withLoss(v protocol.Reply) protocol.Reply {
	if r.journal == nil || r.journal.Lost == nil || r.call.Canary() {
		return v
	}
	before, noted := r.journal.ToldUserBefore("lost")
	if before || !noted && r.call.Event != protocol.SessionStart {
		return v
	}
	v.Action = max(v.Action, protocol.Warn)
	v.ForUser = join(v.ForUser, lossForUser(r.judge.Places.SpoolDir(), r.journal.Lost))
	return v
}
