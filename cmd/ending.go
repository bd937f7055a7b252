package cmd

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
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
		return "did not run; repeated later: " + v.ranWords()
	case memory.LetThrough:
		if s = "let through later: ctxhook was paused"; len(v.By) > 0 {
			s = "let through later by " + strings.Join(v.By, ", ")
		}
	}
	if v.How == memory.Ran && v.outcome == "" {
		return "ran" // a file was written
	}
	if v.outcome != "" {
		if s != "" {
			s += "; "
		}
		s += "ran: " + v.ranWords()
	}
	return s
}

// ranWords say how the run ended. One that only the agent's record shows has no id.
func (v *endingView) ranWords() string {
	if v.Run == "" {
		return v.outcome
	}
	return v.outcome + " (" + v.Run + ")"
}

// decisionViews shows decisions with what came of them. With an error it still returns
// what can be read.
func decisionViews(places paths.Places, o store.Options, list []memory.Decision) ([]*decisionView, error) {
	recorded := &recordedCalls{places: places, now: time.Now()}
	ends, err := report.Endings(o, places.SpoolDir(), list, recorded.of)
	words := brokenWords(o, list)
	views := make([]*decisionView, 0, len(list))
	for i := range list {
		v := newDecisionView(&list[i])
		if said := words(&list[i]); said != "" {
			v.Message = said
		}
		if x, ok := ends[v.ID]; ok {
			v.Ended = newEndingView(&x)
		} else {
			v.open = recorded.why(&list[i])
		}
		views = append(views, v)
	}
	return views, err
}

// preferenceID finds the preferences that the message of a decision names. Their words are
// not in it: what the user forgets is nowhere else.
var preferenceID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\bp-[0-9a-z]{8,}\b`) })

// brokenWords returns what to say of decisions about broken preferences: the words of the
// user, as far as they are kept; "" of others.
func brokenWords(o store.Options, list []memory.Decision) func(*memory.Decision) string {
	var ids []string
	for i := range list {
		if slices.Contains(list[i].Rules, memory.BrokenPreference) {
			ids = append(ids, preferenceID().FindAllString(list[i].Message.String(), -1)...)
		}
	}
	words := map[string]string{}
	if len(ids) > 0 {
		words, _ = report.PreferenceWords(o, ids) // without them the ids are named
	}
	return func(d *memory.Decision) string {
		if !slices.Contains(d.Rules, memory.BrokenPreference) {
			return ""
		}
		var said []string
		for _, id := range preferenceID().FindAllString(d.Message.String(), -1) {
			if w := words[id]; w != "" {
				said = append(said, fmt.Sprintf("%q (ctxhook why %s)", firstLine(w), id))
			}
		}
		if len(said) == 0 {
			return ""
		}
		return "it breaks " + strings.Join(said, " and ")
	}
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
		r := memory.Run{Start: call.Time, Session: session, Call: call.ID, Command: redact.Clean(call.Command), Outcome: call.Outcome}
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
