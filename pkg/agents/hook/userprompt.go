package hook

import (
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// userPrompt remembers what happened without an event: a call that was denied,
// refused or interrupted reports no end, and the next event of the client is a
// prompt. It hears what the user wants of commands, and asks whether to keep it. And
// it keeps the files that no commit holds.
func userPrompt(r *run) (protocol.Reply, error) {
	if r.call.Canary() {
		return protocol.Reply{}, nil
	}
	r.open()
	r.ended(r.call.Late)
	seen := r.journal.NoteTree()
	if r.call.Attended == protocol.AttendedYes && r.env.FromClient != nil && !r.env.FromClient() {
		r.call.Attended = protocol.AttendedLikely // a command of the agent may say what it likes
	}
	unkept := r.keepAtPrompt(seen)
	switch p := r.journal.Prompt(); {
	case p.Unknown != "":
		return protocol.Reply{Action: protocol.Deny, ForUser: unknownForUser(p.Unknown)}, nil
	case p.Unproven != "":
		return protocol.Reply{Action: protocol.Deny, ForUser: unprovenForUser(p.Unproven)}, nil
	case p.Confirmed != nil:
		return protocol.Reply{Action: protocol.Deny, ForUser: keptForUser(p.Confirmed)}, nil
	case p.Kept != nil:
		return protocol.Reply{Action: protocol.Warn, ForUser: join(keptForUser(p.Kept), "To drop it: ctxhook preferences decline "+p.Kept.ID)}, nil
	case p.Proposed != nil:
		return protocol.Reply{Action: protocol.Warn, ForUser: proposalForUser(&p)}, nil
	case p.Heard != nil && p.Heard.State != memory.Rejected:
		return protocol.Reply{Action: protocol.Warn, ForUser: heardForUser(p.Heard)}, nil
	}
	if unkept != "" {
		return protocol.Reply{Action: protocol.Warn, ForUser: unkept}, nil
	}
	return r.notice(), nil
}
