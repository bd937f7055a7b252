package hook

import (
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/store"
	"github.com/ctxhook/ctxhook/pkg/transcript"
)

// Said is what would be said to a command.
type Said struct {
	Action  policy.Action
	Risk    policy.Risk
	Rules   []string // the riskiest first
	Message redact.Text
}

// Say judges the command of a call in a history. How the machine was then is
// not known, so no facts soften or raise a risk.
func (p *Replay) Say(c *protocol.Call) Said {
	var said Said
	for i, command := range c.Commands {
		v := p.judge(c.Cwd).Verdict(command, nil)
		if i > 0 && v.Action <= said.Action {
			continue
		}
		said = Said{Action: v.Action, Risk: v.Risk}
		if top := riskiest(&v); top != nil {
			said.Rules = append([]string{top.Rule}, rest(&v, top)...)
			said.Message = redact.Clean(top.Message)
		}
	}
	return said
}

// Advise returns the ways out that an agent would be told after a command
// with what is known now, and whether it went wrong. tx is nil where nothing
// is remembered.
func (p *Replay) Advise(tx *store.Tx, e *transcript.Entry) (fixes []memory.Fix, bad bool, err error) {
	switch e.Outcome {
	case memory.Denied, memory.Refused, memory.Interrupted:
		return nil, false, nil
	}
	j, result := p.judge(e.Call.Cwd), e.Call.Result
	d := j.Diagnose(e.Call.Commands[0], output(j, result), result.Exit, result.Exited)
	p.foresee(j, e, &d)
	if !outcome(result, d.Check).Bad() {
		return nil, false, nil
	}
	if tx != nil {
		if fixes, err = j.Remembered(tx, e.Time, &d); err != nil {
			return nil, true, err
		}
	}
	fixes = append(fixes, d.Fixes...)
	return fixes[:min(len(fixes), maxTold)], true, nil
}
