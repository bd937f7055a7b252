package hook

import (
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
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
	seen := r.journal.NoteTree()
	if r.call.Attended == protocol.AttendedYes && r.env.FromClient != nil && !r.env.FromClient() {
		r.call.Attended = protocol.AttendedLikely // a command of the agent may say what it likes
	}
	unkept := r.keepAtPrompt(seen)
	p := r.journal.Prompt()
	return r.withWish(&p, r.answerPrompt(&p, unkept)), nil
}

// answerPrompt says what became of a prompt. unkept is which files could not be kept.
func (r *run) answerPrompt(p *journal.Prompt, unkept string) protocol.Reply {
	switch {
	case p.Unknown != "":
		return protocol.Reply{Action: protocol.Deny, ForUser: unknownForUser(p.Unknown)}
	case p.Unproven != "":
		return protocol.Reply{Action: protocol.Deny, ForUser: unprovenForUser(p.Unproven)}
	case p.Confirmed != nil:
		return protocol.Reply{Action: protocol.Deny, ForUser: keptForUser(p.Confirmed)}
	case p.Kept != nil:
		return protocol.Reply{Action: protocol.Warn, ForUser: join(keptForUser(p.Kept), "To drop it: ctxhook preferences decline "+p.Kept.ID)}
	case p.Proposed != nil:
		return protocol.Reply{Action: protocol.Warn, ForUser: proposalForUser(p)}
	case p.Heard != nil && p.Heard.State != memory.Rejected:
		return protocol.Reply{Action: protocol.Warn, ForUser: heardForUser(p.Heard)}
	}
	if unkept != "" {
		return protocol.Reply{Action: protocol.Warn, ForUser: unkept}
	}
	return r.notice()
}

// withWish asks the model to note what the user wants, where no rule was heard in a prompt
// that may state one.
func (r *run) withWish(p *journal.Prompt, v protocol.Reply) protocol.Reply {
	if p.Unheard && v.Action != protocol.Deny {
		v.Action, v.ForModel = max(v.Action, protocol.Warn), noteWishForModel
	}
	return v
}
