package journal

import (
	"strconv"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
)

// toldAge is how long it is remembered what a session was told or denied.
const toldAge = 24 * time.Hour

// ToldBefore reports whether the model of this call was told or denied something
// before in its session, such as a command that it repeats; a subagent has heard
// nothing of what others were told. If not, it records that it is told now, and
// noted reports whether that succeeded: what cannot be recorded was never told,
// so a denied command stays denied.
func (j *Journal) ToldBefore(what string) (before, noted bool) {
	return j.toldIn(j.ledgerFile(), j.forModel(what))
}

// ToldUserBefore reports whether the user was told something in this session
// before, and records that they are told now, if that succeeds.
func (j *Journal) ToldUserBefore(what string) (before, noted bool) {
	return j.toldIn(j.ledgerFile(), what)
}

// wasTold reports whether the model of this call was told something before, and
// records nothing.
func (j *Journal) wasTold(what string) bool {
	return ledger.FirstTold(readLedger(j.ledgerFile()), ledger.Key(j.forModel(what)), toldSince()) != ""
}

// toldIn looks for a line that something was told, and appends one where there is
// none. Of several processes that do, the one whose line stands first tells it.
func (j *Journal) toldIn(path, what string) (before, noted bool) {
	if path == "" {
		return false, false
	}
	key, since := ledger.Key(what), toldSince()
	if ledger.FirstTold(readLedger(path), key, since) != "" {
		return true, false
	}
	own := processID()
	if err := j.write(path, &ledger.Line{Is: ledger.Told, At: time.Now().UnixMicro(), Key: key, By: own}); err != nil {
		j.note("ledger", err)
		return false, false
	}
	first := ledger.FirstTold(readLedger(path), key, since) == own
	return !first, first
}

func toldSince() time.Time { return time.Now().Add(-toldAge) }

// processID tells this process from others that answer the same event.
func processID() string { return memory.NewID('c') }

// forModel returns what is told to the model of this call, and to no other of the
// session: nor to itself once the session was compacted, since nothing is left of it.
func (j *Journal) forModel(what string) string {
	if agent := j.Call.Subagent; agent != "" {
		return agent + "\x00" + what
	}
	if at := compacted(&j.Judge.Places, j.Call.Session); !at.IsZero() {
		return strconv.FormatInt(at.UnixMicro(), 36) + "\x00" + what
	}
	return what
}

// noteCompaction records that the session of the call was compacted now.
func (j *Journal) noteCompaction() { j.enter(&ledger.Line{Is: ledger.Compacted}) }

// compacted returns when a session was compacted last; zero: never.
func compacted(p *paths.Places, session string) (at time.Time) {
	ledger.Lines(readLedger(fileOf(p, session)), func(l *ledger.Line) { at = time.UnixMicro(l.At) }, ledger.Compacted)
	return at
}
