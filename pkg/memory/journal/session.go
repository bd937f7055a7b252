package journal

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/wishes/manifests"
)

// BeginSession adds a session, or finds the one that goes on, and returns what
// its model is told: what is sure of earlier work here, and what it has not
// heard yet.
func (j *Journal) BeginSession() (b Brief, err error) {
	if j.Call.Source == "compact" {
		j.noteCompaction()
	}
	if path := j.ledgerFile(); j.Call.Source == "resume" && path != "" {
		j.enter(j.firstLine(path))
	}
	err = j.update(func(u *update) error {
		if err := u.drain(); err != nil {
			return err
		}
		s := memory.Session{
			Key: j.Call.Session, Agent: j.Call.Agent.Name, Project: j.Judge.Project, Started: j.Now, Before: j.Call.Previous,
			Namespace: j.Call.Namespace, Metadata: cutText(j.Call.Metadata, maxPayloadText),
		}
		if err := j.begin(u, &s); err != nil {
			return err
		}
		unread, err := j.Preferences().readWritten(u)
		if err != nil {
			return err
		}
		notes, looked, err := j.notes(&u.view)
		if err != nil {
			return err
		}
		lasting, err := j.lasting(u, &s)
		if err != nil {
			return err
		}
		if b.ForModel, err = j.briefSession(u, &s, notes, unread); err != nil {
			return err
		}
		if u.judge.Config.InjectContext {
			text, _ := digest(lastingHeading, lasting, unknown)
			b.ForModel = strings.Trim(text+"\n"+b.ForModel, "\n")
		}
		notes = append(notes, lasting...)
		sure := countSure(notes)
		before, err := u.sessionBefore(&s)
		if err != nil {
			return err
		}
		all := append(notes, before...)
		b.Failing = slices.DeleteFunc(slices.Clone(all), func(n Note) bool { return !n.fails })
		b.Notes = best(slices.DeleteFunc(all, func(n Note) bool { return n.fails }), maxNotes, 0)
		b.Looked, b.Patterns = looked+len(before), sure
		b.Publishable, err = u.publishable(false)
		return err
	})
	return b, err
}

// lasting is what a model that goes on with its work is told of it: all that matters where
// it knows nothing of that any more, and else what others changed meanwhile.
func (j *Journal) lasting(u *update, s *memory.Session) ([]Note, error) {
	if u.judge.Project == "" {
		return nil, nil
	}
	switch j.Call.Source {
	case "compact":
		return u.forgotten(s.Key)
	case "clear":
		cleared, err := u.tx.LastEnded(s.Project, u.now.Add(-clearing))
		if err != nil {
			return nil, err
		}
		return u.forgotten(cmp.Or(cleared, s.Before))
	case "resume":
		notes, err := u.changedMeanwhile(s.Key)
		return slices.DeleteFunc(notes, func(n Note) bool { before, _ := j.ToldBefore("resumed " + n.Text); return before }), err
	}
	return nil, nil
}

// clearing is how long after the end of the session that is cleared the next one begins at
// most. Other sessions of the project may have begun since.
const clearing = time.Minute

// briefSession returns what the model of a session is told. A session that
// goes on has heard what it was told before, and knows what it has seen
// itself; once it was compacted it knows neither.
func (j *Journal) briefSession(u *update, s *memory.Session, notes []Note, unread []manifests.Line) (string, error) {
	if !u.judge.Config.InjectContext {
		return "", nil
	}
	goesOn := j.Call.Source == "resume"
	text, ids := digest(briefHeading, notes, func(n *Note) bool {
		return goesOn && (n.session == s.Key || slices.Contains(s.Told, n.ID))
	})
	if goesOn {
		ids = append(s.Told, ids...)
	} else if searchable, err := j.searchable(u); err != nil {
		return "", err
	} else if searchable {
		text = strings.TrimPrefix(text+"\n"+historyNote, "\n")
	}
	if !goesOn && j.mayNote() {
		text = strings.TrimPrefix(text+"\n"+wishNote, "\n")
		about, id, err := j.aboutUnread(u, s, unread)
		if err != nil {
			return "", err
		}
		text, ids = text+about, append(ids, given(id)...)
	}
	if s.Key == "" || slices.Equal(ids, s.Told) {
		return text, nil
	}
	return text, u.tx.SetTold(s.Key, ids)
}

// worthSearching is how many commands of a project are more than a model finds
// out by itself.
const worthSearching = 40

// searchable reports whether a model can find what worked here before: there is
// enough of it, and ctxhook is where programs are looked for.
func (j *Journal) searchable(u *update) (bool, error) {
	if u.judge.Project == "" || !onPath(j.Path, "ctxhook") {
		return false, nil
	}
	return u.tx.HasCommands(u.judge.Project, worthSearching)
}

// sessionBefore is about what the session before one did.
func (v *view) sessionBefore(s *memory.Session) ([]Note, error) {
	if s.Before == "" {
		return nil, nil
	}
	before, ok, err := v.tx.Session(s.Before)
	if err != nil || !ok || before.Summary == nil || before.Summary.Commands == 0 {
		return nil, err
	}
	return []Note{{ID: before.Key, Text: sessionText(before.Summary), Score: 0.4, Entries: given(before.Key)}}, nil
}

// RestSession sums a session up when its agent rests, because its end may
// never come, and returns what is said then: nothing, mostly.
func (j *Journal) RestSession() (r Rest, err error) {
	err = j.update(func(u *update) error {
		if err := u.drain(); err != nil {
			return err
		}
		if err := u.learnRefusals(j.Call.Session); err != nil {
			return err
		}
		known, _, err := u.tx.Session(j.Call.Session)
		if err != nil {
			return err
		}
		var rested time.Time
		if known.Summary != nil {
			rested = known.Summary.Until
		}
		if _, _, err := u.tx.Summarize(j.Call.Session, true); err != nil {
			return err
		}
		if r.Reminder, err = j.reminder(&u.view); err != nil {
			return err
		}
		return j.rest(&u.view, rested, &r)
	})
	if err == nil {
		r.Owed = j.Preferences().owed()
	}
	return r, err
}

// EndSession takes over what was left, sums the session up, and tidies. The
// summary is nil where no session is named. It returns what may be written where
// the agent reads it as well.
func (j *Journal) EndSession() (sum *memory.Summary, wanted *Publishable, err error) {
	unreported := j.unreportedCalls()
	j.enter(&ledger.Line{Is: ledger.Closed})
	err = j.with(busy, func(s *store.Store) error {
		if err := j.change(s, func(u *update) (err error) {
			if err := u.catchUp(unreported); err != nil {
				return err
			}
			if err := u.learnRefusals(j.Call.Session); err != nil {
				return err
			}
			if err := j.Preferences().promote(u); err != nil {
				return err
			}
			if wanted, err = u.publishable(true); err != nil {
				return err
			}
			sum, err = u.endSession(j.Call.Session)
			return err
		}); err != nil {
			return err // and would not be able to do more
		}
		j.tidy(s)
		return nil
	})
	return sum, wanted, err
}

// endSession sums a session up for good. Its tasks that were never heard of
// again are partial.
func (u *update) endSession(session string) (*memory.Summary, error) {
	if session == "" {
		return nil, nil
	}
	tasks, err := u.tx.Tasks(store.TaskFilter{Session: session, Limit: backTasks})
	if err != nil {
		return nil, err
	}
	for i := range tasks {
		if tasks[i].Outcome == memory.TaskOpen {
			if err := u.endTask(&tasks[i], memory.Partial); err != nil {
				return nil, err
			}
		}
	}
	if err := u.tx.EndSession(session, u.now); err != nil {
		return nil, err
	}
	sum, _, err := u.tx.Summarize(session, true)
	return sum, err
}
