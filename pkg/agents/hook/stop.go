package hook

import (
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
)

// stop sums a session up each time its agent stops, because the event of its end may never
// come. Any text makes the model go on, so it is told only that the record contradicts what
// it says, and what the user wants it to be reminded of.
func stop(r *run) (protocol.Reply, error) {
	if r.call.Canary() {
		return protocol.Reply{}, nil
	}
	r.open()
	rest, err := r.journal.RestSession()
	if err != nil {
		return protocol.Reply{}, nil // the journal has logged the error
	}
	return r.resting(&rest, rest.Reminder), nil
}

// resting answers where an agent, or a subagent, would stop: once a prompt.
func (r *run) resting(rest *journal.Rest, reminder string) protocol.Reply {
	var v protocol.Reply
	if rest.Weakened != "" {
		if before, noted := r.journal.ToldUserBefore("weakened " + rest.WeakenedKey); !before && noted {
			v.Action, v.ForUser = protocol.Warn, rest.Weakened
		}
	}
	say := reminder
	if rest.Owed != nil {
		say = owedForModel(rest.Owed)
	}
	if rest.Claim != "" {
		if before, noted := r.journal.ToldBefore("claim " + rest.ClaimKey); !before && noted {
			say = rest.Claim
		}
	}
	if say == "" {
		return v
	}
	if before, noted := r.journal.ToldBefore("stop " + r.call.PromptID); before || !noted {
		return v
	}
	v.Action, v.ForModel = protocol.Warn, say
	return v
}
