package hook

import "github.com/ctxhook/ctxhook/pkg/protocol"

// stop sums a session up each time its agent rests: the end of it may never
// come. It says nothing, because whatever is said here makes the agent go on,
// unless the user wants it to.
func stop(r *run) (protocol.Reply, error) {
	if r.call.Canary() {
		return protocol.Reply{}, nil
	}
	j := r.newJudge()
	var v protocol.Reply
	r.update(j, func(l *learner) error {
		if err := l.drain(); err != nil {
			return err
		}
		if _, err := l.tx.Summarize(r.call.Session, true); err != nil {
			return err
		}
		reminder, err := r.reminder(l)
		if err != nil || reminder == "" {
			return err
		}
		if before, noted := r.saidBefore(j, "stop "+r.call.PromptID); !before && noted {
			v = protocol.Reply{Action: protocol.Warn, ForModel: reminder}
		}
		return nil
	})
	return v, nil
}
