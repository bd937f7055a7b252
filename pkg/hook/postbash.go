package hook

import (
	"github.com/ctxhook/ctxhook/pkg/command"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// postBash remembers a command that has run, and speaks up when there is a
// way out of what went wrong, or when a failure was hidden.
func postBash(r *run) (protocol.Reply, error) {
	if len(r.call.Commands) == 0 {
		return protocol.Reply{}, errNoCommand
	}
	if r.call.Result == nil || r.call.Canary() {
		return protocol.Reply{}, nil
	}
	j := r.newJudge()

	d := j.Diagnose(r.call.Commands[0], output(j, r.call.Result), r.call.Result.Exit, r.call.Result.Exited)
	ran := r.ran(j, &d)
	var told []memory.Fix
	switch {
	case ran.Outcome.Bad():
		told = r.learn(j, ran, d.Fixes)
	case command.IsNoise(d.Seen.Script):
		ran.ID = ""
	default:
		r.keep(j, store.Entry{Run: ran})
	}
	return r.tell(j, ran, told, r.untested(j, ran, &d)), nil
}

// untested says once a session that no test was run, where the command went
// well for that reason; else it is "".
func (r *run) untested(j *Journal, ran *memory.Run, d *Diagnosis) string {
	if ran.Outcome != memory.OK || !j.Config.Learn.Errors || !j.Config.InjectContext {
		return ""
	}
	tool, name, ok := reader().Untested(&d.Seen)
	if !ok {
		return ""
	}
	if before, _ := r.saidBefore(j, "untested\x00"+name); before {
		return ""
	}
	return "No test was run: none fits " + quotedTo(redact.Clean(name), shortQuote) + ". That " + tool + " went well says nothing."
}

// ran is the run as it is remembered. Where nothing is to be looked for, the
// diagnosis is emptied.
func (r *run) ran(j *Journal, d *Diagnosis) *memory.Run {
	if !j.Config.Learn.Errors {
		d.Check, d.Errors, d.Fixes = nil, nil, nil
	}
	result := r.call.Result
	ran := &memory.Run{
		ID: memory.NewID('r'), Start: r.start.Add(-result.Duration), Duration: result.Duration,
		Session: r.call.Session, Project: j.Project, Cwd: j.At.Cwd, Agent: r.call.Agent.Name, Call: r.call.ID, Subagent: r.call.Subagent,
		Command: d.Seen.Command, Template: command.Template(d.Seen.Script),
		Outcome: outcome(result, d.Check), Check: d.Check, Errors: d.Errors,
	}
	if result.Exited {
		ran.Exit = &result.Exit
	}
	ran.Output = kept(j, ran.Outcome, d.Seen.Text)
	return ran
}

// outcome tells what became of a run. A check that failed under a status of 0
// counts as the failure it is.
func outcome(result *protocol.Result, check *memory.Check) memory.Outcome {
	switch result.Status {
	case protocol.Background:
		return memory.Background
	case protocol.TimedOut:
		return memory.TimedOut
	case protocol.Interrupted:
		return memory.Interrupted
	}
	switch failed := check != nil && check.Failed; {
	case failed && result.Exited && result.Exit == 0:
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

// kept is the part of an output that is stored.
func kept(j *Journal, o memory.Outcome, text redact.Text) redact.Text {
	m := &j.Config.Learn
	switch {
	case o.Bad() && !m.ErrorOutputs, !o.Bad() && !m.SuccessOutputs:
		return redact.Text{}
	case !o.Bad() && text.Len() < m.MinOutput:
		return redact.Text{}
	case text.Len() <= m.MaxOutput:
		return text
	}
	front := m.MaxOutput / 3
	return redact.Clean(ends(text.String(), front, max(0, m.MaxOutput-front-len(leftOut))))
}
