package journal

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/members"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
)

// A client that finds ctxhook registered twice, in the user's settings and in
// the project's, starts two processes at once for each call. One of them
// decides, and the other repeats its answer: else each would record a decision,
// and the second would use up what the user allowed once.

const (
	// together is how far apart the processes for one call start at most. A
	// call that comes again later is decided anew.
	together = 10 * time.Second
	// moment is how much later than an answer a process may start that is still
	// taken for one of the same moment.
	moment = 50 * time.Millisecond
	// answerWait is how long one process waits for the other: less than a hook may
	// take, so that it still decides by itself.
	answerWait = time.Second
)

// answer is a decision about a call, as it is kept for the other process.
type answer struct {
	at       time.Time
	Action   protocol.Action
	Rewrite  string
	ForModel string
	ForUser  string
}

func (a *answer) members() []members.Member {
	return []members.Member{{"action", (*uint8)(&a.Action)}, {"rewrite", &a.Rewrite}, {"model", &a.ForModel}, {"user", &a.ForUser}}
}

// Claim makes this process the one that decides about the call, unless another
// process did so: then it returns what that one answered. A call without an id
// cannot be told from others like it. Nothing is written before there is
// something to decide.
func (j *Journal) Claim() (reply protocol.Reply, elsewhere bool) {
	if j.claimed != "" || j.Call.ID == "" || j.Call.Session == "" || j.Call.Canary() {
		return reply, false
	}
	key := ledger.Key("call", j.Call.EventName, j.Call.ID, strings.Join(j.Call.Commands, "\x00"), j.choices())
	before := j.claim(key)
	if len(before) == 0 {
		j.claimed = key
		return reply, false
	}
	for wait, until := time.Millisecond, time.Now().Add(answerWait); ; wait = min(2*wait, 16*time.Millisecond) {
		if a, ok := answerOf(&before[0]); ok {
			return a.forDuplicate(j), true
		}
		if time.Now().After(until) {
			return reply, false // the other process died
		}
		time.Sleep(wait)
		before, _ = ledger.ClaimsBefore(j.readEnd(), key, j.process, j.Now.Add(-together))
		if len(before) == 0 {
			return reply, false
		}
	}
}

// claim appends that this process answers an event, and returns the claims of others
// that stand before its own.
func (j *Journal) claim(key string) []ledger.Claim {
	path := j.ledgerFile()
	if path == "" {
		return nil
	}
	j.process = processID()
	if err := j.write(path, &ledger.Line{Is: ledger.Claimed, At: time.Now().UnixMicro(), Key: key, By: j.process}); err != nil {
		j.note("ledger", err)
		return nil
	}
	before, _ := ledger.ClaimsBefore(j.readEnd(), key, j.process, j.Now.Add(-together))
	return before
}

func answerOf(c *ledger.Claim) (a answer, ok bool) {
	a.at = c.Answered
	return a, c.Reply != "" && members.Read(c.Reply, a.members())
}

// choices identifies the files in which the user chooses what is let through. A
// call that comes again after a change is decided anew.
func (j *Journal) choices() string {
	var b strings.Builder
	p := &j.Judge.Places
	for _, path := range [...]string{p.AllowFile(), p.PauseFile(), p.ConfigFile(), p.ProjectConfig(j.Judge.Project)} {
		if info, err := os.Stat(path); err == nil {
			fmt.Fprint(&b, info.ModTime().UnixNano(), " ", info.Size())
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// forDuplicate is the same decision. Of two processes of the same moment one
// shows what is shown only once: a warning, and the line for the user.
func (a *answer) forDuplicate(j *Journal) protocol.Reply {
	v := protocol.Reply{Action: a.Action, Rewrite: a.Rewrite, ForModel: a.ForModel, ForUser: a.ForUser}
	if a.at.Add(moment).Before(j.Now) || a.Action == protocol.Ask && j.Call.CanAsk() {
		return v
	}
	if v.ForUser = ""; a.Action == protocol.Warn {
		return protocol.Reply{}
	}
	return v
}

// Answered tells the other process what this one decided, if it has claimed the
// call.
func (j *Journal) Answered(v *protocol.Reply) {
	if j.claimed == "" {
		return
	}
	a := answer{Action: v.Action, Rewrite: v.Rewrite, ForModel: v.ForModel, ForUser: v.ForUser}
	j.enter(&ledger.Line{Is: ledger.Answered, At: time.Now().UnixMicro(), Key: j.claimed, By: j.process, Reply: string(members.Append(nil, a.members()))})
}

// FirstToTell reports whether this process is the only one, or the first, that
// tells something where a session or a subagent begins. A session that begins again
// once that was answered, such as one that is compacted twice, is told again.
func (j *Journal) FirstToTell() bool {
	if j.Call.Session == "" {
		return true
	}
	key := ledger.Key("begin", j.Call.EventName, j.Call.Source, j.Call.Subagent)
	for _, c := range j.claim(key) {
		if c.Answered.IsZero() || !c.Answered.Before(j.Now) { // those of one event run side by side
			return false
		}
	}
	j.claimed = key
	return true
}
