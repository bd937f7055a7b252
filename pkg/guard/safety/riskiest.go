package safety

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
)

// Riskiest returns the finding that a verdict is about, the first of equals;
// nil when no rule fired. What the user or the machine said comes before its
// equals, because it holds at every level.
func (v *Verdict) Riskiest() *Finding {
	var top *Finding
	for i := range v.Findings {
		f := &v.Findings[i]
		if top == nil || f.Risk > top.Risk || f.Risk == top.Risk && f.fixed() && !top.fixed() {
			top = f
		}
	}
	return top
}

// fixed reports whether nothing that users allow drops a finding.
func (f *Finding) fixed() bool { return Fixed(f.Rule) || f.Least > policy.Silent }

// Least returns what is done at least, whatever users set or allow.
func (v *Verdict) Least() policy.Action {
	least := policy.Silent
	for i := range v.Findings {
		least = max(least, v.Findings[i].Least)
	}
	return least
}

// OwnPattern reports whether a command matches the user's blocked_patterns.
func (v *Verdict) OwnPattern() bool { return v.has(BlockedPattern) }

// OwnRule reports whether a command breaks a rule of the user's in the agent's
// settings.
func (v *Verdict) OwnRule() bool { return v.has(Denied) || v.has(Asked) }

func (v *Verdict) has(rule string) bool {
	return slices.ContainsFunc(v.Findings, func(f Finding) bool { return f.Rule == rule })
}

// RuleIDs returns the ids of the rules that fired, once each: that of the
// riskiest finding first.
func (v *Verdict) RuleIDs() []string {
	top := v.Riskiest()
	if top == nil {
		return nil
	}
	ids := []string{top.Rule}
	for i := range v.Findings {
		if id := v.Findings[i].Rule; !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}
