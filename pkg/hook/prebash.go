package hook

import (
	"errors"
	"time"

	"github.com/ctxhook/ctxhook/pkg/config"
	"github.com/ctxhook/ctxhook/pkg/facts"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/safety"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// errNoCommand: a shell tool without a command is a dialect we cannot read.
var errNoCommand = errors.New("no command in the payload of a shell tool")

// preBash judges the commands of a shell tool before they run.
func preBash(r *run) (protocol.Reply, error) {
	if len(r.call.Commands) == 0 {
		return protocol.Reply{}, errNoCommand
	}
	j := r.newJudge()

	worst := r.judge(j)
	action := worst.verdict.Action
	if action != policy.Silent {
		action = r.attend(action, j, worst.command)
	}
	var v protocol.Reply
	if known := r.failsAgain(j, worst, action); known != nil {
		v = r.denyOnce(j, worst, known)
	} else {
		v = r.say(j, worst, action)
	}
	v.Report.Context = j.Config.InjectContext
	v.Report.Related = r.related(j, worst)
	v.Report.LatencyMS = float64(time.Since(r.start).Microseconds()) / 1000
	return r.withProblems(v, j), nil
}

// say puts a verdict into words, and notes it.
func (r *run) say(j *Journal, of judged, action policy.Action) protocol.Reply {
	v := protocol.Reply{Action: actions[action], Report: report(&of.verdict, action)}
	v.ForModel, v.ForUser = words(&of.verdict, action, r.record(j, action, of))
	if r.again {
		v.ForModel = join(v.ForModel, runAgain)
	}
	return v
}

// actions are the actions of a policy in the words of the protocol.
var actions = [...]protocol.Action{
	policy.Silent: protocol.Silent,
	policy.Warn:   protocol.Warn,
	policy.Ask:    protocol.Ask,
	policy.Block:  protocol.Deny,
}

// judged is a command and what came of it.
type judged struct {
	command string
	verdict safety.Verdict
}

// judge judges every command of the call and returns the worst.
func (r *run) judge(j *Journal) judged {
	look := facts.New(facts.Options{Cwd: j.At.Cwd})
	var worst judged
	for i, command := range r.call.Commands {
		v := j.Verdict(command, look)
		for v.Action < policy.Block && !r.call.Canary() && !j.Use(&v) {
			v = j.Verdict(command, look)
		}
		if i == 0 || v.Action > worst.verdict.Action || v.Action == worst.verdict.Action && v.Risk > worst.verdict.Risk {
			worst = judged{command, v}
		}
	}
	return worst
}

// attend settles what is done about a risk: nothing in a pause, and where an
// ask would reach nobody what the user chose for that. The neutral envelope
// has its own answer: its caller is the one to ask.
func (r *run) attend(a policy.Action, j *Journal, command string) policy.Action {
	if _, paused := config.Paused(j.Places, r.start); paused {
		return policy.Silent
	}
	if a != policy.Ask || r.call.CanAsk() || r.call.Agent.Form == protocol.FormNeutral {
		return a
	}
	switch j.Config.Unattended {
	case config.UnattendedWarn:
		return policy.Warn
	case config.UnattendedBlock:
		return policy.Block
	case config.UnattendedOnce:
		before, noted := r.saidBefore(j, command)
		if before {
			return policy.Warn
		}
		r.again = noted
	}
	return policy.Ask
}

// record notes what was decided and returns its id, or "" when there is
// nothing to note or no way to. Silence writes nothing, and neither does a
// canary: it is not what happened here. The database is not opened: what was
// decided does not wait for it.
func (r *run) record(j *Journal, a policy.Action, of judged) (id string) {
	if a == policy.Silent || r.call.Canary() {
		return ""
	}
	top := riskiest(&of.verdict)
	if top == nil {
		return ""
	}
	d := r.decision(j, a, of.command)
	d.Risk, d.Rules = of.verdict.Risk.String(), append([]string{top.Rule}, rest(&of.verdict, top)...)
	d.AllowedBy, d.Message = of.verdict.Allowed, redact.Clean(top.Message)
	return r.spool(j, store.Entry{Decision: d})
}

// decision is what was decided about a command, without the reasons.
func (r *run) decision(j *Journal, a policy.Action, command string) *memory.Decision {
	return &memory.Decision{
		Time: r.start, Session: r.call.Session, Project: j.Project, Cwd: j.At.Cwd, Agent: r.call.Agent.Name,
		Action: a.String(), Command: redact.Clean(command), Hash: config.Hash(command),
	}
}

// spool notes something for the memory and returns its id, or "" when there
// is no way to.
func (r *run) spool(j *Journal, e store.Entry) string {
	if _, err := store.Spool(j.Places.SpoolDir(), e); err != nil {
		r.log.Line(redact.Clean(err.Error()))
		return ""
	}
	if e.Decision != nil {
		return e.Decision.ID
	}
	return e.Advice.ID
}

// withProblems tells the person, once a session, that something in the
// settings is broken. The model is not told: a project's file may have been
// written for it to read.
func (r *run) withProblems(v protocol.Reply, j *Journal) protocol.Reply {
	told := ""
	for _, err := range j.Problems {
		if p, ok := err.(config.Problem); ok && p.Note {
			continue // not honoured, which is no fault
		}
		told = err.Error()
		break
	}
	if told == "" || v.Action > protocol.Warn || r.call.Canary() {
		return v
	}
	if before, _ := r.saidBefore(j, told); before {
		return v
	}
	r.log.Line(redact.Clean("config: " + told))
	v.Action = protocol.Warn
	v.ForUser = join(v.ForUser, "ctxhook goes on without a setting that it cannot read: "+redact.Clean(told).String()+". To see all: ctxhook doctor")
	return v
}
