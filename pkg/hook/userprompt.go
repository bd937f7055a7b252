package hook

import (
	"github.com/ctxhook/ctxhook/pkg/command"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/transcript"
)

// userPrompt is the moment at which what happened without an event is known:
// a call that was denied, refused or interrupted ends without one, and the
// prompt that follows is what the client tells next.
func userPrompt(r *run) (protocol.Reply, error) {
	if r.call.Canary() {
		return protocol.Reply{}, nil
	}
	j := r.newJudge()
	r.catchUp(j)
	return protocol.Reply{}, nil
}

// catchUp takes over what waits in the spool, and what only the client's own
// record of the session shows.
func (r *run) catchUp(j *Journal) {
	never := r.neverRan(j)
	r.update(j, func(l *learner) error { return l.catchUp(never) })
}

func (l *learner) catchUp(never []*memory.Run) error {
	if err := l.drain(); err != nil {
		return err
	}
	_, err := l.addAll(never)
	return err
}

// addAll keeps runs that teach nothing, and tells whether any of them is new.
func (l *learner) addAll(runs []*memory.Run) (any bool, err error) {
	for _, ran := range runs {
		added, err := l.tx.AddRun(ran)
		if err != nil {
			return any, err
		}
		any = any || added
	}
	return any, nil
}

// neverRan lists the calls of a session that no event tells the end of.
func (r *run) neverRan(j *Journal) []*memory.Run {
	if !r.recorded(j) || r.call.Transcript == "" || r.call.Session == "" {
		return nil
	}
	return r.unheard(j, r.call.Transcript, r.call.Session, false)
}

// recorded tells whether the client keeps records that can be read.
func (r *run) recorded(j *Journal) bool {
	return r.call.Agent.Name == "claude" && j.Places.AgentDir() != ""
}

// unheard lists the calls in the record of a session that no event tells the
// end of: of a session that may be dead those without any end as well.
func (r *run) unheard(j *Journal, path, session string, dead bool) []*memory.Run {
	calls, err := transcript.Calls(records(j), path, session)
	if err != nil {
		r.log.Line(redact.Clean("transcript: " + err.Error()))
		return nil
	}
	var list []*memory.Run
	for _, c := range calls {
		switch c.Outcome {
		case memory.Denied, memory.Refused, memory.Interrupted:
		case memory.Unknown:
			if !dead {
				continue
			}
		default:
			continue
		}
		ran := r.never(j, &c)
		ran.Session = session
		list = append(list, ran)
	}
	return list
}

// never is a call that did not run, or not to its end, as it is remembered.
func (r *run) never(j *Journal, c *transcript.Call) *memory.Run {
	text, cwd := redact.Clean(c.Command), c.Cwd
	if cwd == "" {
		cwd = j.At.Cwd
	}
	ran := &memory.Run{
		ID: memory.NewID('r'), Start: c.Time, Session: r.call.Session, Project: j.Project, Cwd: cwd, Agent: r.call.Agent.Name,
		Call: c.ID, Command: text, Template: command.Template(j.Script(text)), Outcome: c.Outcome,
	}
	if !c.Ended.IsZero() && c.Outcome == memory.Interrupted {
		ran.Duration = c.Ended.Sub(c.Time)
	}
	return ran
}
