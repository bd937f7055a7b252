package hook

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
)

// tells reports whether a silent command changes, or takes along, work of others: the
// user or the model is told, and not asked.
func (r *run) tells(c *ruling) bool {
	return r.silent && c.verdict.Risk <= policy.Low && !r.hurried && !r.call.Canary() && !r.neutral(c) && slices.ContainsFunc(c.verdict.Findings, told)
}

// told reports whether a finding is told.
func told(f safety.Finding) bool { return f.Tell != "" && f.Risk == policy.Low && len(f.Facts) > 0 }

// tell tells it once a session, each rule once.
func (r *run) tell(c *ruling) {
	said := make(map[string]bool)
	for i := range c.verdict.Findings {
		f := &c.verdict.Findings[i]
		if !told(*f) || said[f.Rule] {
			continue
		}
		said[f.Rule] = true
		switch f.Tell {
		case rule.TellModel:
			if before, noted := r.journal.ToldBefore("tell " + f.Rule); !before && noted {
				c.reply.Action, c.reply.ForModel = protocol.Warn, join(c.reply.ForModel, "ctxhook: "+sentence(f.Facts[0]))
			}
		case rule.TellUser:
			if before, noted := r.journal.ToldUserBefore("tell " + f.Rule + " " + f.Facts[0]); !before && noted {
				c.reply.Action, c.reply.ForUser = protocol.Warn, join(c.reply.ForUser, "ctxhook: "+sentence(f.Facts[0]))
			}
		}
	}
}
