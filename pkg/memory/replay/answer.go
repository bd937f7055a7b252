package replay

import (
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
)

// answer is what a hook would have answered to a command.
type answer struct {
	action  policy.Action
	risk    policy.Risk
	rules   []string // the riskiest first
	message redact.Text
	script  *shell.Script
	stops   bool // unless the command failed before, where the settings stop those
}

// answer judges the command of a call in a history. How the machine was then is
// not known, so no facts soften or raise a risk.
func (p *Replay) answer(c *protocol.Call) answer {
	var worst answer
	j := p.journal(c.Cwd).Judge
	for i, command := range c.Commands {
		v := j.Verdict(command, nil)
		if i > 0 && v.Action <= worst.action {
			continue
		}
		worst = answer{action: v.Action, risk: v.Risk, script: v.Script}
		if top := v.Riskiest(); top != nil {
			worst.rules, worst.message = v.RuleIDs(), redact.Clean(top.Message)
		}
	}
	worst.stops = worst.action < policy.Ask && j.Config.Learn.StopRepeats
	return worst
}

// repeats makes it the answer to a command that failed before, unless the command is
// asked about or blocked anyway, or the settings let repeated failures pass.
func (a *answer) repeats(known *journal.RepeatedFailure) {
	if a.stops {
		*a = answer{action: policy.Block, rules: []string{journal.FailedBefore}, message: redact.Clean(known.Why())}
	}
}
