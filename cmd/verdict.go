package cmd

import (
	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/safety"
)

// verdictRow is a verdict as JSON. Scripts build on these names.
type verdictRow struct {
	Action   string       `json:"action"`
	Risk     string       `json:"risk"`
	Type     string       `json:"type"`
	Findings []findingRow `json:"findings"`
	Allowed  []string     `json:"allowed,omitempty"`
}

// findingRow is a finding as JSON. The fields after Instead are left out of
// the rows of check --jsonl.
type findingRow struct {
	Rule       string   `json:"rule"`
	Risk       string   `json:"risk"`
	Span       [2]int   `json:"span"` // byte offsets [from, to)
	Message    string   `json:"message"`
	Instead    []string `json:"instead"`
	Why        string   `json:"why,omitempty"`
	Mitigation string   `json:"mitigation,omitempty"`
	Facts      []string `json:"facts,omitempty"`
}

func verdictJSON(v *safety.Verdict, action policy.Action, whole bool) verdictRow {
	row := verdictRow{
		Action:   action.String(),
		Risk:     v.Risk.String(),
		Type:     v.Type,
		Findings: make([]findingRow, len(v.Findings)),
	}
	for i := range v.Findings {
		f := &v.Findings[i]
		row.Findings[i] = findingRow{
			Rule: f.Rule, Risk: f.Risk.String(), Span: [2]int{f.Span.From, f.Span.To},
			Message: f.Message, Instead: append([]string{}, f.Instead...),
		}
		if whole {
			r := &row.Findings[i]
			r.Why, r.Mitigation, r.Facts = f.Why, f.Mitigation, f.Facts
		}
	}
	if whole {
		row.Allowed = v.Allowed
	}
	return row
}
