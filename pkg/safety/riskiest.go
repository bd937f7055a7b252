package safety

import "slices"

// Riskiest returns the finding that a verdict is about, the first of equals;
// nil when no rule fired. A blocked pattern comes before its equals, because it
// blocks at every level.
func (v *Verdict) Riskiest() *Finding {
	var top *Finding
	for i := range v.Findings {
		f := &v.Findings[i]
		if top == nil || f.Risk > top.Risk || f.Risk == top.Risk && f.Rule == BlockedPattern && top.Rule != BlockedPattern {
			top = f
		}
	}
	return top
}

// OwnPattern reports whether a command matches the user's blocked_patterns.
func (v *Verdict) OwnPattern() bool {
	return slices.ContainsFunc(v.Findings, func(f Finding) bool { return f.Rule == BlockedPattern })
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
