package hook

import (
	"slices"
	"strconv"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// maxRecalled is how much a caller of the neutral envelope is recommended
// when a session begins.
const maxRecalled = 10

// sessionStart adds a session, or finds the one that goes on, and tells its
// model what is sure of earlier work here, and what it has not heard yet.
func sessionStart(r *run) (protocol.Reply, error) {
	if r.call.Canary() {
		return protocol.Reply{}, nil
	}
	j := r.newJudge()
	var v protocol.Reply
	err := r.update(j, func(l *learner) error {
		if err := l.drain(); err != nil {
			return err
		}
		s := memory.Session{
			Key: r.call.Session, Agent: r.call.Agent.Name, Project: j.Project, Started: r.start, Before: r.call.Previous,
		}
		if err := r.begin(l, &s); err != nil {
			return err
		}
		list, looked, err := r.known(l)
		if err != nil {
			return err
		}
		v.ForModel, err = r.brief(l, &s, list)
		if err != nil {
			return err
		}
		before, err := l.sessionBefore(&s)
		if err != nil {
			return err
		}
		v.Recalled = protocol.Recommendations{
			Recommendations: recommend(append(list, before...), maxRecalled, 0), Memories: looked + len(before), Patterns: sure(list),
		}
		return nil
	})
	if err != nil {
		return r.unable(err), nil
	}
	if v.ForModel != "" {
		v.Action = protocol.Warn
	}
	return r.timed(v), nil
}

// brief is what the model of a session is told. One that goes on has heard
// what it was told before, and knows what it has seen itself; once it has
// been compacted it knows nothing of either.
func (r *run) brief(l *learner, s *memory.Session, list []known) (string, error) {
	if !l.j.Config.InjectContext {
		return "", nil
	}
	goesOn := r.call.Source == "resume"
	if goesOn || r.call.Source == "compact" {
		due, err := l.due(s.Project, s.Key)
		if err != nil {
			return "", err
		}
		list = append(list, due...)
	}
	text, ids := digest(digestHead, list, func(k *known) bool {
		return goesOn && (k.session == s.Key || slices.Contains(s.Told, k.id))
	})
	if goesOn {
		ids = append(s.Told, ids...)
	}
	if s.Key == "" || slices.Equal(ids, s.Told) {
		return text, nil
	}
	return text, l.tx.SetTold(s.Key, ids)
}

// sessionBefore is what the session before one came to.
func (l *learner) sessionBefore(s *memory.Session) ([]known, error) {
	if s.Before == "" {
		return nil, nil
	}
	before, ok, err := l.tx.Session(s.Before)
	if err != nil || !ok || before.Summary == nil || before.Summary.Commands == 0 {
		return nil, err
	}
	sum := before.Summary
	text := "The session before ran " + numbered(sum.Commands, "command") + ", " + strconv.Itoa(sum.Failures) + " of which failed; " +
		numbered(sum.Fixes, "failure") + " went away, " + numbered(sum.Blocked, "command") + " were not let through."
	return []known{{id: before.Key, text: text, score: 0.4, entries: entries(before.Key)}}, nil
}

func numbered(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// sure counts what is sure.
func sure(list []known) (n int) {
	for i := range list {
		if list[i].sure {
			n++
		}
	}
	return n
}

// unable is the answer when the memory could not do its work, of which only
// a caller of the neutral envelope hears.
func (r *run) unable(err error) protocol.Reply {
	return r.timed(protocol.Reply{Recalled: protocol.Recommendations{Error: redact.Clean("memory: " + err.Error()).String()}})
}
