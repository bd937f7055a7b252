package hook

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
)

// sessionStart records that a session begins or goes on, and tells its model
// what is sure of earlier work here.
func sessionStart(r *run) (protocol.Reply, error) {
	if r.call.Canary() {
		return protocol.Reply{}, nil
	}
	r.open()
	r.journal.NoteTree()
	brief, err := r.journal.BeginSession()
	if err != nil {
		r.journal.CheckSpool()
		return r.withoutMemory(err), nil
	}
	r.publish(brief.Publishable) // the end of the session before may never have come
	return r.timed(r.toldOnce(r.withAstray(r.withUnseen(briefReply(&brief))))), nil
}

// withAstray tells the user which other registrations do not start ctxhook: this process
// shows that one does.
func (r *run) withAstray(v protocol.Reply) protocol.Reply {
	if r.env.Astray == nil {
		return v
	}
	list := r.env.Astray(r.judge.Project)
	if len(list) == 0 {
		return v
	}
	if before, _ := r.journal.ToldUserBefore("astray " + strings.Join(list, "\x00")); !before {
		v.Action, v.ForUser = max(v.Action, protocol.Warn), join(v.ForUser, astrayForUser(list))
	}
	return v
}

// withUnseen tells the user which calls of the session before ran unchecked, and
// which files that run by themselves have changed since.
func (r *run) withUnseen(v protocol.Reply) protocol.Reply {
	if list := r.journal.Unseen(); len(list) > 0 {
		v.Action, v.ForUser = max(v.Action, protocol.Warn), join(v.ForUser, unseenForUser(list))
	}
	if list := r.journal.ChangedStart(); len(list) > 0 {
		v.Action, v.ForUser = max(v.Action, protocol.Warn), join(v.ForUser, changedStartForUser(list))
	}
	return v
}

// toldOnce leaves out what another process tells the model: the client calls
// every registered hook.
func (r *run) toldOnce(v protocol.Reply) protocol.Reply {
	if v.ForModel != "" && r.call.Agent.Form != protocol.FormNeutral && !r.journal.FirstToTell() {
		v.Action, v.ForModel = protocol.Silent, ""
	}
	return v
}
