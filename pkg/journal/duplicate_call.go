package journal

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/members"
	"github.com/ctxhook/ctxhook/pkg/paths"
	"github.com/ctxhook/ctxhook/pkg/protocol"
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
	maxAnswer  = 64 << 10
)

// answer is a decision about a call, as it is kept for the other process.
type answer struct {
	At       time.Time
	Action   protocol.Action
	Rewrite  string
	ForModel string
	ForUser  string
}

func (a *answer) members() []members.Member {
	return []members.Member{{"at", &a.At}, {"action", (*uint8)(&a.Action)}, {"rewrite", &a.Rewrite}, {"model", &a.ForModel}, {"user", &a.ForUser}}
}

// Claim makes this process the one that decides about the call, unless another
// process did so: then it returns what that one answered. A call without an id
// cannot be told from others like it. Nothing is written before there is
// something to decide.
func (j *Journal) Claim() (reply protocol.Reply, elsewhere bool) {
	if j.claimed != "" || j.Call.ID == "" || j.Call.Session == "" || j.Call.Canary() {
		return reply, false
	}
	path := j.callFile(j.Call.EventName, j.Call.ID, strings.Join(j.Call.Commands, "\x00"), j.choices())
	if first(path) {
		j.claimed = path
		return reply, false
	}
	for wait, until := time.Millisecond, time.Now().Add(answerWait); time.Now().Before(until); wait = min(2*wait, 16*time.Millisecond) {
		if a, ok := readAnswer(path); ok {
			return a.forDuplicate(j), true
		}
		time.Sleep(wait)
	}
	return reply, false // the other process died
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
	if a.At.Add(moment).Before(j.Now) || a.Action == protocol.Ask && j.Call.CanAsk() {
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
	a := answer{time.Now(), v.Action, v.Rewrite, v.ForModel, v.ForUser}
	// Into the empty file of the claim: whoever reads a part of it waits for the
	// rest. To put another in its place costs ten times as much on ext4, which
	// flushes what is renamed over a file.
	f, err := paths.OpenAppend(j.claimed)
	if err == nil {
		_, err = f.Write(members.Append(nil, a.members()))
		err = errors.Join(err, f.Close())
	}
	j.note("calls", err)
}

func readAnswer(path string) (a answer, ok bool) {
	data, err := paths.ReadFile(path, maxAnswer)
	return a, err == nil && len(data) > 0 && members.Read(string(data), a.members())
}

// FirstToTell reports whether this process is the only one, or the first, that
// tells something where a session or a subagent begins. A session that begins again
// once that was answered, such as one that is compacted twice, is told again.
func (j *Journal) FirstToTell() bool {
	if j.Call.Session == "" {
		return true
	}
	path := j.callFile(j.Call.EventName, j.Call.Source, j.Call.Subagent)
	if first(path) || j.again(path) && first(path) {
		j.claimed = path
		return true
	}
	return false
}

// again reports whether the event of a record comes once more after it was answered,
// and takes the record away. Of several processes one does.
func (j *Journal) again(path string) bool {
	a, answered := readAnswer(path)
	if !answered || !a.At.Before(j.Now) { // those of one event run side by side
		return false
	}
	gone := path + ".answered"
	if os.Rename(path, gone) != nil {
		return false // another process was faster
	}
	if now, answered := readAnswer(gone); !answered || !now.At.Equal(a.At) {
		_ = os.Rename(gone, path) // it is the record of that process
		return false
	}
	os.Remove(gone)
	return true
}

// callFile names the record of a call.
func (j *Journal) callFile(parts ...string) string {
	dir := j.Judge.Places.CallsDir()
	if dir == "" {
		return ""
	}
	return recordFile(dir, append([]string{j.Call.Agent.Name, j.Call.Session}, parts...)...)
}

// first makes the record at path, and reports whether it was not there. Where
// none can be made, every process is the first.
func first(path string) bool {
	if path == "" {
		return true
	}
	before, _ := mark(path, together)
	return !before
}
