package cmd

import (
	"path/filepath"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
	"github.com/ctxhook/ctxhook/pkg/memory/rescue"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/memory/transcript"
)

// step is a call of a session, with its end.
type step struct {
	call string
	end  rescue.End
}

// endings returns a function that tells how what a snapshot was taken for had ended, as
// far as that is recorded: its command, or what its session did last.
func (st *storage) endings() func(*rescue.Moment) rescue.End {
	recorded, shown := make(map[string][]step), make(map[string][]step)
	accounts := make(map[string]*ledger.Account)
	steps := func(session string, known map[string][]step, read func(string) []step) []step {
		list, ok := known[session]
		if !ok && session != "" {
			list = read(session)
			known[session] = list
		}
		return list
	}
	return func(m *rescue.Moment) rescue.End {
		switch m.Before {
		case rescue.BeforeUndo:
			return rescue.End{At: m.Ended}
		case rescue.BeforeCommand:
			for _, list := range [...][]step{steps(m.Session, recorded, st.steps), steps(m.Session, shown, st.transcriptSteps)} {
				for _, s := range list {
					if s.call == m.Call && m.Call != "" {
						callOf(st, accounts, m, &s.end)
						return s.end
					}
				}
			}
			var end rescue.End // not heard
			callOf(st, accounts, m, &end)
			return end
		}
		end := m.Time // if the agent has done nothing since
		for _, s := range steps(m.Session, recorded, st.steps) {
			if s.end.At.After(end) {
				end = s.end.At
			}
		}
		return rescue.End{At: end}
	}
}

// callOf adds to an end the call that a snapshot was taken for, as the ledger of its
// session has it, with those that ran at the same time, and what the session saw after it.
func callOf(st *storage, accounts map[string]*ledger.Account, m *rescue.Moment, end *rescue.End) {
	a, known := accounts[m.Session]
	if !known {
		a = journal.AccountOf(&st.Places, m.Session)
		accounts[m.Session] = a
	}
	if c := a.Call(m.Call, m.Command, m.Time); c != nil {
		end.Call, end.Beside = c, c.Beside(append(journal.AccountsBeside(&st.Places, a, c.From), a)...)
	}
	if at := end.At; !at.IsZero() {
		end.Seen = func(place string) (ledger.FileState, bool) { return a.After(redact.Clean(place).String(), at) }
	}
}

// endingSteps is how far back a session is looked through for the end of a
// command.
const endingSteps = 2000

// steps returns what is recorded of a session.
func (st *storage) steps(session string) (list []step) {
	_ = st.look(func(tx *store.Tx) error { // what is not known is not reported
		all, err := tx.Steps(session, endingSteps)
		for _, a := range all {
			if a.Run == nil {
				list = append(list, step{a.Edit.Call, rescue.End{At: a.Edit.Time}})
				continue
			}
			list = append(list, step{a.Run.Call, endOf(a.Run.Outcome, a.Run.Start.Add(a.Run.Duration))})
		}
		return err
	})
	return list
}

// transcriptSteps returns what the client's own record shows of a session: no event
// reports that the user refused a command.
func (st *storage) transcriptSteps(session string) (list []step) {
	root := filepath.Join(st.Places.AgentDir(), "projects")
	files, _ := filepath.Glob(filepath.Join(root, "*", filepath.Base(session)+".jsonl"))
	for _, path := range files {
		calls, _ := transcript.Calls(root, path, session) // what cannot be read is not reported
		for _, c := range calls {
			if c.Outcome != memory.Unknown {
				list = append(list, step{c.ID, endOf(c.Outcome, c.Ended)})
			}
		}
	}
	return list
}

func endOf(o memory.Outcome, at time.Time) rescue.End {
	switch o {
	case memory.Refused, memory.Denied:
		return rescue.End{Never: true}
	case memory.Background, memory.Unknown:
		return rescue.End{} // it may go on
	}
	return rescue.End{At: at}
}
