package replay

import (
	"github.com/ctxhook/ctxhook/pkg/journal"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/store"
	"github.com/ctxhook/ctxhook/pkg/transcript"
)

// Answer is what a hook would have answered to a command.
type Answer struct {
	Action  policy.Action
	Risk    policy.Risk
	Rules   []string // the riskiest first
	Message redact.Text
}

// Answer judges the command of a call in a history. How the machine was then is
// not known, so no facts soften or raise a risk.
func (p *Replay) Answer(c *protocol.Call) Answer {
	var worst Answer
	for i, command := range c.Commands {
		v := p.journal(c.Cwd).Judge.Verdict(command, nil)
		if i > 0 && v.Action <= worst.Action {
			continue
		}
		worst = Answer{Action: v.Action, Risk: v.Risk}
		if top := v.Riskiest(); top != nil {
			worst.Rules, worst.Message = v.RuleIDs(), redact.Clean(top.Message)
		}
	}
	return worst
}

// Advise returns the fixes that an agent would be told after a command with
// what is known now, and whether the command went wrong. tx is nil where
// nothing is remembered.
func (p *Replay) Advise(tx *store.Tx, e *transcript.Entry) (fixes []memory.Fix, bad bool, err error) {
	switch e.Outcome {
	case memory.Denied, memory.Refused, memory.Interrupted:
		return nil, false, nil
	}
	j := p.journal(e.Call.Cwd).At(&e.Call, e.Ended)
	d := j.Diagnose()
	ran := j.Run(&d)
	p.noteRun(j, ran, d.Output.Script)
	if !ran.Outcome.Bad() {
		return nil, false, nil
	}
	if tx != nil {
		if fixes, err = j.At(&e.Call, e.Time).KnownFixes(tx, &d); err != nil {
			return nil, true, err
		}
	}
	fixes = append(fixes, d.Fixes...)
	return fixes[:min(len(fixes), journal.MaxFixes)], true, nil
}
