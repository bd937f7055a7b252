package hook

import (
	"github.com/ctxhook/ctxhook/pkg/id"
	"github.com/ctxhook/ctxhook/pkg/learn"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/transcript"
)

// userPrompt is the moment at which what happened without an event is known:
// a call that was denied, refused or interrupted ends without one, and the
// prompt that follows is what the client tells next.
func userPrompt(r *run) (protocol.Verdict, error) {
	if r.call.Canary() {
		return protocol.Verdict{}, nil
	}
	j := r.newJudge()
	r.catchUp(j)
	return protocol.Verdict{}, nil
}

// catchUp takes over what waits in the spool, and what only the client's own
// record of the session shows.
func (r *run) catchUp(j *Judge) {
	never := r.neverRan(j)
	r.update(j, func(l *learner) error { return l.catchUp(never) })
}

func (l *learner) catchUp(never []*memory.Run) error {
	if err := l.drain(); err != nil {
		return err
	}
	for _, ran := range never {
		if _, err := l.tx.AddRun(ran); err != nil {
			return err
		}
	}
	return nil
}

// neverRan lists the calls of a session that no event tells the end of.
func (r *run) neverRan(j *Judge) []*memory.Run {
	if r.call.Agent.Name != "claude" || r.call.Transcript == "" || r.call.Session == "" || j.Places.AgentDir() == "" {
		return nil
	}
	calls, err := transcript.Calls(records(j), r.call.Transcript, r.call.Session)
	if err != nil {
		r.log.Line(redact.Clean("transcript: " + err.Error()))
		return nil
	}
	var list []*memory.Run
	for _, c := range calls {
		switch c.Outcome {
		case memory.Denied, memory.Refused, memory.Interrupted:
		default:
			continue
		}
		list = append(list, r.never(j, &c))
	}
	return list
}

// never is a call that did not run, or not to its end, as it is remembered.
func (r *run) never(j *Judge, c *transcript.Call) *memory.Run {
	command := redact.Clean(c.Command)
	ran := &memory.Run{
		ID: id.New('r'), Start: c.Time, Session: r.call.Session, Project: j.Project, Cwd: j.At.Cwd, Agent: r.call.Agent.Name,
		Call: c.ID, Command: command, Template: learn.Template(j.script(command)), Outcome: c.Outcome,
	}
	if !c.Ended.IsZero() && c.Outcome == memory.Interrupted {
		ran.Duration = c.Ended.Sub(c.Time)
	}
	return ran
}
