package safety

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Leave adds to a verdict what was left unread of the call before it could be judged: of a
// payload that was cut off, or of one for which there was no time. As nobody knows what it
// holds, the user is asked at every level.
func (e *Engine) Leave(v *Verdict, part unread.Part) {
	if part.Reason.Problem() == "" {
		return
	}
	if v.Script == nil {
		v.Script = new(shell.Script)
	}
	p := shell.Left(part.Reason, part.String(), shell.Span{To: len(v.Script.Text)}, nil)
	v.Script.Problems = append(v.Script.Problems, p)
	for _, r := range (&checker{engine: e}).rules(rule.Trigger{Problem: p.Kind}) {
		if slices.Contains(r.When.Problem, p.Kind) {
			v.Findings = append(v.Findings, e.problem(r, &p))
		}
	}
	e.hold(v)
	e.Settle(v)
	v.Action = max(v.Action, policy.Ask)
}

// problem returns the finding of a rule about a text as a whole.
func (e *Engine) problem(r *rule.Rule, p *shell.Problem) Finding {
	r = r.Whole()
	return Finding{
		Rule: r.ID, Risk: r.RiskOn(e.Surface), Span: p.Span, Message: sentence(r) + ": " + p.Say,
		Why: r.Why, Mitigation: r.Mitigation, Call: -1,
	}
}
