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
	v.Findings = append(v.Findings, (&checker{engine: e}).problem(&p)...)
	e.hold(v)
	e.Settle(v)
	v.Action = max(v.Action, policy.Ask)
}

// problem weighs what is wrong with a text, or was left unread of it.
func (c *checker) problem(p *shell.Problem) (found []Finding) {
	for _, r := range c.rules(rule.Trigger{Problem: p.Kind}) {
		if slices.Contains(r.When.Problem, p.Kind) {
			r = r.Whole()
			found = append(found, Finding{
				Rule: r.ID, Risk: r.RiskOn(c.engine.Surface), Span: p.Span, Message: sentence(r) + ": " + p.Say,
				Why: r.Why, Mitigation: r.Mitigation, Call: -1,
			})
		}
	}
	return found
}
