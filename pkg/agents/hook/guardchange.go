package hook

import (
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
)

// guardChanged lists the files that keep the guard on and have changed since the event
// before. What judges a call does not look: the event behind the call does. Nobody reads an
// answer to the end of a session, and a process that is late does not look.
func (r *run) guardChanged() []journal.GuardChange {
	if r.journal == nil || r.hurried || r.call.Canary() || r.call.Agent.Form.Scripts() || r.call.Event == protocol.SessionEnd {
		return nil
	}
	around := journal.Surroundings{Start: r.env.Getenv("CLAUDE_PROJECT_DIR"), Path: r.env.Getenv("PATH")}
	if r.call.Event == protocol.SessionStart && r.env.Registrations != nil {
		around.Others = r.env.Registrations(r.judge.Project)
	}
	return r.journal.GuardChanged(around)
}

// withGuard tells the user of them with the answer, whoever changed them.
func (r *run) withGuard(v protocol.Reply, changed []journal.GuardChange) protocol.Reply {
	if len(changed) > 0 {
		v.Action, v.ForUser = max(v.Action, protocol.Warn), join(v.ForUser, guardForUser(changed))
	}
	return v
}
