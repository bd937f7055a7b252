package hook

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/safety"
)

// withTold tells, once a session, what rules have seen that nobody needs to be asked
// about: whose work a silent command changes or takes along.
func (r *run) withTold(v protocol.Reply, of *safety.Verdict) protocol.Reply {
	if v.Action != protocol.Silent || of.Risk > policy.Low || r.hurried || r.call.Canary() || r.call.Agent.Form == protocol.FormNeutral {
		return v
	}
	r.silent = true
	for i := range of.Findings {
		f := &of.Findings[i]
		if f.Tell == "" || f.Risk != policy.Low || len(f.Facts) == 0 || slices.ContainsFunc(of.Findings[:i], func(o safety.Finding) bool { return o.Rule == f.Rule }) {
			continue
		}
		switch {
		case f.Tell == rule.TellModel:
			if before, noted := r.journal.ToldBefore("tell " + f.Rule); !before && noted {
				v.Action, v.ForModel = protocol.Warn, join(v.ForModel, "ctxhook: "+sentence(f.Facts[0]))
			}
		case f.Tell == rule.TellUser:
			if before, noted := r.journal.ToldUserBefore("tell " + f.Rule + " " + f.Facts[0]); !before && noted {
				v.Action, v.ForUser = protocol.Warn, join(v.ForUser, "ctxhook: "+sentence(f.Facts[0]))
			}
		}
	}
	return v
}
