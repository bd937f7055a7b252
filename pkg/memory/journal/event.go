package journal

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
	"github.com/ctxhook/ctxhook/pkg/memory/transcript"
)

// Run returns the command of the call as it is remembered. Where the settings
// say that errors are not to be learned, it empties the diagnosis.
func (j *Journal) Run(d *Diagnosis) *memory.Run {
	if !j.Judge.Config.Learn.Errors {
		d.Check, d.Errors, d.Fixes = nil, nil, nil
	}
	result := j.Call.Result
	ran := &memory.Run{
		ID: memory.NewID('r'), Start: j.Now.Add(-result.Duration), Duration: result.Duration,
		Session: j.Call.Session, Project: j.Judge.Project, Cwd: j.Judge.Cwd, Agent: j.Call.Agent.Name, Call: j.Call.ID, Subagent: j.Call.Subagent,
		Command: d.Output.Command, Template: command.Template(d.Output.Script),
		Outcome: outcome(result, d), Check: d.Check, Errors: d.Errors,
	}
	if d.Check.Verifies() {
		d.Check.Seen = sighting(j.Judge.Project)
	}
	if result.Exited {
		ran.Exit = &result.Exit
	}
	if j.Call.Agent.Form.Scripts() {
		ran.Record = memory.NewUUID()
	}
	ran.Output = stored(&j.Judge.Config.Learn, ran.Outcome, d.Output.Text)
	return ran
}

// outcome tells what became of a run. A check that failed with exit code 0, or did not
// start, counts as a failure.
func outcome(result *protocol.Result, d *Diagnosis) memory.Outcome {
	switch result.Status {
	case protocol.Background:
		return memory.Background
	case protocol.TimedOut:
		return memory.TimedOut
	case protocol.Interrupted:
		return memory.Interrupted
	case protocol.Denied:
		return memory.Denied
	}
	if d.Check == nil && result.Exited && result.Exit == 0 && leftRunning(d.Output.Script) {
		return memory.Background
	}
	switch failed := d.Check != nil && d.Check.Failed; {
	case failed && result.Exited && result.Exit == 0, d.Check == nil && d.Output.Script != nil && result.Benign == "" && reader().NotStarted(&d.Output):
		return memory.Masked
	case failed:
		return memory.Failed
	case result.Benign != "":
		return memory.OK
	case result.Status == protocol.Failed, result.Exited && result.Exit != 0:
		return memory.Failed
	case !result.Exited:
		return memory.Unknown
	}
	return memory.OK
}

// stored returns the part of an output that is stored.
func stored(m *config.Learning, o memory.Outcome, text redact.Text) redact.Text {
	switch {
	case o.Bad() && !m.ErrorOutputs, !o.Bad() && !m.SuccessOutputs:
		return redact.Text{}
	case !o.Bad() && text.Len() < m.MinOutput:
		return redact.Text{}
	case text.Len() <= m.MaxOutput:
		return text
	}
	front := m.MaxOutput / 3
	from, to := middle(text.String(), front, max(0, m.MaxOutput-front-len(leftOut)))
	return text.Omit(from, to, redact.Clean(leftOut))
}

// Edit returns the edit of the call as it is remembered.
func (j *Journal) Edit() *memory.Edit {
	e := &memory.Edit{
		ID: memory.NewID('e'), Time: j.Now, Session: j.Call.Session, Project: j.Judge.Project, Call: j.Call.ID, Subagent: j.Call.Subagent,
		Path: redact.Clean(j.Call.Paths[0]),
	}
	for _, c := range j.Call.Changes() {
		if e.Weakens == "" && !lessons.IsProse(j.Call.Paths[0]) {
			e.Weakens = redact.Clean(j.weakens(c.Old, c.New)).String() // it may quote values of the file
		}
	}
	if name := j.Call.Paths[0]; e.Weakens == "" && reader().RunsChecks(name) {
		before, after := j.wholeFile(name)
		e.Weakens = redact.Clean(reader().Narrows(name, before, after)).String()
		less := j.runsLess(before, after)
		for _, c := range j.Call.Changes() {
			less = less || j.runsLess(c.Old, c.New)
		}
		if e.Weakens == "" && less {
			e.Weakens = "has a check run less"
		}
	}
	return e
}

// runsLess reports whether a line of a file that says what is checked came back with a
// command that checks less: go test ./... for go test -race ./...
func (j *Journal) runsLess(before, after string) bool {
	gone, come := reader().Commands(before, after)
	named := func(text string) []*memory.Check {
		return reader().Named(&diagnose.Output{Command: redact.Clean(text), Script: j.Judge.Parse(text), Dir: j.Judge.Cwd})
	}
	for _, now := range come {
		for _, n := range named(now) {
			for _, was := range gone {
				if slices.ContainsFunc(named(was), func(w *memory.Check) bool { return w.Tool == n.Tool && w.Covers(n) && !n.Covers(w) }) {
					return true
				}
			}
		}
	}
	return false
}

// wholeFile returns what a file held before an edit and holds after it: what the payload
// tells of before, or what is there now with the edits taken back.
func (j *Journal) wholeFile(name string) (before, after string) {
	if before = j.Call.Original(); before != "" {
		if j.Call.Text != "" {
			return before, j.Call.Text
		}
		return before, j.Call.Apply(before)
	}
	data, err := paths.ReadFile(name, maxEdited)
	if err != nil {
		return "", ""
	}
	before, after = string(data), string(data)
	for _, e := range slices.Backward(j.Call.Changes()) {
		if e.New == "" || strings.Count(before, e.New) != 1 {
			return "", "" // where it stood is not known
		}
		before = strings.Replace(before, e.New, e.Old, 1)
	}
	return before, after
}

// weakens says what a change of the file of the call takes from checks. Where a part of a
// line is replaced, the line says what is.
func (j *Journal) weakens(before, after string) string {
	name := j.Call.Paths[0]
	if r := reader(); len(after) > maxPart || !r.IsTest(name) && !r.RunsChecks(name) && strings.Contains(after, "\n") {
		return r.Weakens(name, before, after)
	}
	data, err := paths.ReadFile(name, maxEdited)
	if at := strings.Index(string(data), after); err == nil && after != "" && at >= 0 {
		text := string(data)
		from, to := strings.LastIndexByte(text[:at], '\n')+1, len(text)
		if n := strings.IndexByte(text[at+len(after):], '\n'); n >= 0 {
			to = at + len(after) + n
		}
		before, after = text[from:at]+before+text[at+len(after):to], text[from:to]
	}
	return reader().Weakens(name, before, after)
}

// The bounds of a change within a line, and of the file that the line is read from.
const (
	maxPart   = 2 << 10
	maxEdited = 256 << 10
)

// Decision returns what was decided about a command, without the reasons.
func (j *Journal) Decision(a policy.Action, command string) *memory.Decision {
	return &memory.Decision{
		Time: j.Now, Session: j.Call.Session, Project: j.Judge.Project, Cwd: j.Judge.Cwd, Agent: j.Call.Agent.Name,
		Action: a.String(), Command: redact.Clean(command), Hash: config.Hash(command),
	}
}

// Unfinished returns a call that did not run, or not to its end, as it is
// remembered.
func (j *Journal) Unfinished(c *transcript.Call) *memory.Run {
	text, cwd := redact.Clean(c.Command), c.Cwd
	if cwd == "" {
		cwd = j.Judge.Cwd
	}
	ran := &memory.Run{
		ID: memory.NewID('r'), Start: c.Time, Session: j.Call.Session, Project: j.Judge.Project, Cwd: cwd, Agent: j.Call.Agent.Name,
		Call: c.ID, Command: text, Template: command.Template(j.Judge.Script(text)), Outcome: c.Outcome,
	}
	if !c.Ended.IsZero() && c.Outcome == memory.Interrupted {
		ran.Duration = c.Ended.Sub(c.Time)
	}
	return ran
}
