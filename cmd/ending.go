package cmd

import (
	"path/filepath"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/memory/store/report"
	"github.com/ctxhook/ctxhook/pkg/memory/transcript"
)

// endingView shows what came of a decision.
type endingView struct {
	How     string    `json:"how"`
	Time    time.Time `json:"time"`
	Run     string    `json:"run,omitempty"`
	Outcome string    `json:"outcome,omitempty"` // of the run
	By      []string  `json:"allowed_by,omitempty"`

	outcome string // with the exit code
}

func newEndingView(x *memory.Ending) *endingView {
	v := &endingView{How: x.How, Time: x.Time, By: x.By}
	if x.Run != nil {
		run := newRunView(x.Run)
		v.Run, v.Outcome, v.outcome = run.ID, run.Outcome, run.outcomeWords(" ")
	}
	return v
}

// ran reports whether the command ran after all, as the user said or later.
func (v *endingView) ran() bool {
	switch v.How {
	case memory.Declined, memory.NotRun, memory.Repeated:
		return false
	}
	return true
}

// words says in a line how a decision ended.
func (v *endingView) words() string {
	s := ""
	switch v.How {
	case memory.Declined:
		return "refused by the user"
	case memory.NotRun:
		return "did not run"
	case memory.Halted:
		return "interrupted by the user"
	case memory.Accepted:
		s = "accepted by the user"
	case memory.Repeated:
		return "did not run; repeated later: " + v.outcome + " (" + v.Run + ")"
	case memory.LetThrough:
		if s = "let through later: ctxhook was paused"; len(v.By) > 0 {
			s = "let through later by " + strings.Join(v.By, ", ")
		}
	}
	if v.How == memory.Ran && v.Run == "" {
		return "ran" // a file was written
	}
	if v.Run != "" {
		if s != "" {
			s += "; "
		}
		s += "ran: " + v.outcome + " (" + v.Run + ")"
	}
	return s
}

// decisionViews shows decisions with what came of them. With an error it still returns
// what can be read.
func decisionViews(places paths.Places, o store.Options, list []memory.Decision) ([]*decisionView, error) {
	recorded := &recordedCalls{places: places, now: time.Now()}
	ends, err := report.Endings(o, places.SpoolDir(), list, recorded.of)
	views := make([]*decisionView, 0, len(list))
	for i := range list {
		v := newDecisionView(&list[i])
		if x, ok := ends[v.ID]; ok {
			v.Ended = newEndingView(&x)
		} else {
			v.open = recorded.why(&list[i])
		}
		views = append(views, v)
	}
	return views, err
}

// mayWait is how long an agent may wait for its user, or run a command.
const mayWait = 10 * time.Minute

// recordedCalls are the calls that the client wrote down, for what no event reported.
type recordedCalls struct {
	places  paths.Places
	now     time.Time
	missing map[string]bool // sessions without a record that can be read
}

// of returns the shell commands of a session in the client's record that ended.
func (c *recordedCalls) of(session string) []memory.Run {
	if c.missing == nil {
		c.missing = make(map[string]bool)
	}
	c.missing[session] = true
	dir := c.places.AgentDir()
	if dir == "" {
		return nil
	}
	root := filepath.Join(dir, "projects")
	path, _, err := transcript.Of(root, session)
	if path == "" || err != nil {
		return nil
	}
	calls, err := transcript.Calls(root, path, session)
	if err != nil {
		return nil
	}
	c.missing[session] = false
	var runs []memory.Run
	for _, call := range calls {
		r := memory.Run{ID: memory.NewID('r'), Start: call.Time, Session: session, Call: call.ID, Command: redact.Clean(call.Command), Outcome: call.Outcome}
		switch call.Outcome {
		case memory.Unknown:
			continue
		case memory.OK, memory.Failed:
			r.Start = call.Ended // the decision was between the two
		}
		runs = append(runs, r)
	}
	return runs
}

// why says why it is not known how a decision ended.
func (c *recordedCalls) why(d *memory.Decision) string {
	tool, _, _ := strings.Cut(d.Command.String(), " ")
	switch {
	case d.Action == memory.Allowed || d.Action == memory.Paused:
		return "" // nothing was decided
	case d.Session == "":
		return "it was in no session"
	case c.now.Sub(d.Time) < mayWait && d.Action != policy.Block.String():
		return "the agent has not reported an end yet"
	case tool == "Read" || tool == "WebFetch" || strings.HasPrefix(tool, "mcp__"):
		return "no event says how a " + tool + " ended"
	case d.Agent == "" || d.Agent == "unknown":
		return "the agent reported no end"
	case d.Agent != "claude":
		return d.Agent + " reported no end"
	case c.missing[d.Session]:
		return "no event, and the agent's record is gone"
	}
	return "no event, and no end in the agent's record"
}
