package hook

import (
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// stop sums a session up each time its agent rests: the end of it may never
// come. It says nothing, because whatever is said here makes the agent go on.
func stop(r *run) (protocol.Verdict, error) {
	if r.call.Canary() {
		return protocol.Verdict{}, nil
	}
	j := r.newJudge()
	r.update(j, func(l *learner) error {
		if err := l.drain(); err != nil {
			return err
		}
		_, err := l.tx.Sum(r.call.Session, true)
		return err
	})
	return protocol.Verdict{}, nil
}

// end sums a session up for good. What it handed on and never heard of again
// has come to nothing.
func (l *learner) end(session string) (*memory.Summary, error) {
	if session == "" {
		return nil, nil
	}
	tasks, err := l.tx.Tasks(store.TaskFilter{Session: session, Limit: backTasks})
	if err != nil {
		return nil, err
	}
	for i := range tasks {
		if tasks[i].Verdict == memory.TaskOpen {
			if err := l.close(&tasks[i], memory.Partial); err != nil {
				return nil, err
			}
		}
	}
	if err := l.tx.EndSession(session, l.now); err != nil {
		return nil, err
	}
	return l.tx.Sum(session, true)
}
