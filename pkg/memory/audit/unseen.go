package audit

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/transcript"
)

// Cause is why calls were probably not judged.
type Cause string

// The causes.
const (
	Never      Cause = "never called"     // no call of the session was judged
	Before     Cause = "before the first" // the session began before its hooks did
	Stopped    Cause = "no longer called" // the registration was removed, its file became invalid, or its program was replaced
	OfTool     Cause = "tool"             // no call of this tool was judged, others were
	InSubagent Cause = "subagent"         // no call of this subagent was judged
	Unfinished Cause = "did not finish"   // calls before and after it were judged: a timeout, or a crash
)

// Gap is some calls of a session that ran without being judged.
type Gap struct {
	Session  string    `json:"session"`
	Dir      string    `json:"directory"` // in which the session began
	Tool     string    `json:"tool"`
	Subagent string    `json:"subagent,omitempty"`
	Cause    Cause     `json:"cause"`
	Behind   string    `json:"behind,omitempty"` // the last command that was judged, where none was later
	Calls    int       `json:"calls"`
	First    time.Time `json:"first"`
	Last     time.Time `json:"last"`
}

// Count is how many calls of a tool ran, and how many of them were judged.
type Count struct {
	Calls  int `json:"calls"`
	Judged int `json:"judged"`
}

// Report compares what ran with what was judged.
type Report struct {
	Count
	Sessions int               `json:"sessions"`
	Tools    map[string]*Count `json:"tools"`
	Agents   map[string]*Count `json:"agents"` // "main" and "subagents"
	Gaps     []Gap             `json:"unseen"`
}

// Registered reports whether ctxhook was registered in a directory at a time; nil: it is
// not known.
type Registered func(dir string, at time.Time) bool

func (r Registered) at(c ran) bool { return r != nil && r(c.dir, c.at) }

// Compare looks for calls in the client's records that left nothing in the trail.
// It leaves out calls that did not run, those from before the trail begins, and
// sessions in a directory in which no earlier call was judged: ctxhook was not
// registered there, unless registered says that it was.
func (t *Trail) Compare(next func() (transcript.Entry, bool), since time.Time, registered Registered) *Report {
	sessions := make(map[string][]ran)
	began := make(map[string]time.Time) // directories: the first call that was judged
	for e, ok := next(); ok; e, ok = next() {
		if e.Time.Before(since) || !judgedTool(e.Call.Tool) || !hasRun(e.Outcome) {
			continue
		}
		if e.Time.Before(t.First) && !t.knows(e.Call.ID) {
			continue
		}
		c := ran{at: e.Time, dir: e.Call.Cwd, tool: e.Call.RawTool, subagent: e.Call.Subagent, seen: t.knows(e.Call.ID)}
		if len(e.Call.Commands) > 0 {
			c.command = e.Call.Commands[0]
		}
		sessions[e.Call.Session] = append(sessions[e.Call.Session], c)
		if first, ok := began[c.dir]; c.seen && (!ok || c.at.Before(first)) {
			began[c.dir] = c.at
		}
	}
	r := &Report{Tools: make(map[string]*Count), Agents: make(map[string]*Count)}
	for session, calls := range sessions {
		order.By(calls, func(a, b ran) int { return a.at.Compare(b.at) })
		first, ok := began[calls[0].dir]
		if !registered.at(calls[0]) && !slices.ContainsFunc(calls, func(c ran) bool { return c.seen }) && (!ok || first.After(calls[0].at)) {
			continue
		}
		r.add(session, calls)
	}
	order.By(r.Gaps, func(a, b Gap) int { return cmp.Or(a.First.Compare(b.First), cmp.Compare(a.Tool, b.Tool)) })
	return r
}

// add counts the calls of a session.
func (r *Report) add(session string, calls []ran) {
	r.Sessions++
	for _, c := range calls {
		agent := "main"
		if c.subagent != "" {
			agent = "subagents"
		}
		r.Count.add(c.seen)
		count(r.Tools, c.tool).add(c.seen)
		count(r.Agents, agent).add(c.seen)
	}
	r.Gaps = append(r.Gaps, gaps(session, calls)...)
}

func count(in map[string]*Count, name string) *Count {
	c := in[name]
	if c == nil {
		c = &Count{}
		in[name] = c
	}
	return c
}

func (c *Count) add(seen bool) {
	c.Calls++
	if seen {
		c.Judged++
	}
}

func judgedTool(t protocol.Tool) bool {
	return t == protocol.Shell || t == protocol.Edit || t == protocol.Write
}

// hasRun reports whether a call surely ran: what the client refuses by itself
// may reach no hook.
func hasRun(o memory.Outcome) bool {
	return o != memory.Denied && o != memory.Refused && o != memory.Interrupted && o != memory.Unknown
}

// ran is a call of a session that ran.
type ran struct {
	at                  time.Time
	dir, tool, subagent string
	command             string
	seen                bool
}

// gaps sums up the calls of a session, in their order, that were not judged.
func gaps(session string, calls []ran) (list []Gap) {
	for i, c := range calls {
		if c.seen {
			continue
		}
		g := Gap{Session: session, Dir: calls[0].dir, Tool: c.tool, Subagent: c.subagent, Cause: causeOf(calls, i), First: c.at}
		if g.Cause == Stopped {
			g.Behind = lastSeen(calls[:i])
		}
		k := slices.IndexFunc(list, func(o Gap) bool { return o.Tool == g.Tool && o.Subagent == g.Subagent && o.Cause == g.Cause })
		if k < 0 {
			list = append(list, g)
			k = len(list) - 1
		}
		list[k].Calls++
		list[k].Last = c.at
	}
	return list
}

// lastSeen returns the last call that was judged, short enough to be listed, if it was a
// command: what that did may be why no later call was.
func lastSeen(calls []ran) string {
	const most = 60
	for _, c := range slices.Backward(calls) {
		if !c.seen {
			continue
		}
		command := redact.Clean(c.command).String()
		if len(command) > most {
			command = strings.ToValidUTF8(command[:most], "") + ".."
		}
		return command
	}
	return ""
}

// causeOf guesses why a call was not judged from which others were.
func causeOf(calls []ran, i int) Cause {
	var any, tool, beside, agent, earlier, later bool
	began := false // calls of the tool
	for k, c := range calls {
		began = began || c.tool == calls[i].tool
		if !c.seen {
			continue
		}
		any = true
		tool, beside = tool || c.tool == calls[i].tool, beside || began
		agent = agent || c.subagent == calls[i].subagent
		earlier, later = earlier || k < i, later || k > i
	}
	switch {
	case !any:
		return Never
	case calls[i].subagent != "" && !agent:
		return InSubagent
	case !tool && beside:
		return OfTool
	case !earlier:
		return Before
	case !later:
		return Stopped
	}
	return Unfinished
}

// Words says what ran unseen, for a user: "3 calls of Bash since 10:02, because ..".
func (g *Gap) Words() string {
	what := strconv.Itoa(g.Calls) + " calls of " + g.Tool
	if g.Calls == 1 {
		what = "1 call of " + g.Tool
	}
	clock := g.First.Local().Format("15:04")
	switch g.Cause {
	case Never:
		return what + " in a session in which no hook was called"
	case Before:
		return what + " before the first call of a hook"
	case Stopped:
		what += " after the last call of a hook, from " + clock + " on"
		if g.Behind != "" {
			what += ", behind " + display.Inline(g.Behind)
		}
		return what + ": the registration was removed, its file is invalid, or another program took ctxhook's place"
	case OfTool:
		return what + ", for which no hook was called"
	case InSubagent:
		return what + " in a subagent, for which no hook was called"
	}
	return what + " at " + clock + ", for which the hook did not finish: too slow, or killed"
}
