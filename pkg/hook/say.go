package hook

import (
	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/redact"
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
		v := p.judge(c.Cwd).Judge(command, nil)
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
