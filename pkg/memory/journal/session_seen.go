package journal

import (
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
)

// LiveSession returns the session that goes on in the project of the judge, the one
// that was heard of last; "" where none does.
func (j *Journal) LiveSession() string {
	for _, path := range latestFiles(j.Judge.Places.LedgerDir(), j.Now.Add(-ledger.Rest)) {
		owner, ok := ledger.Owner(readStart(path))
		if ok && owner.Project == redact.Clean(j.Judge.Project).String() && !ledger.ReadAccount(readLedger(path)).Over {
			return owner.Session
		}
	}
	return ""
}

// HasSession reports whether anything is known of a session.
func (j *Journal) HasSession(session string) bool {
	_, ok := ledger.Owner(readStart(fileOf(&j.Judge.Places, session)))
	return ok
}

// AuthorsFor tells whose work files are, as a session sees it that is none of the
// caller's.
func (j *Journal) AuthorsFor(session string) facts.Authors {
	return j.At(&protocol.Call{Session: session, Agent: &protocol.Agent{}}, j.Now).Authors()
}
