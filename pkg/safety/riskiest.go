package safety

import "slices"

// Riskiest returns the finding that a verdict is about, the first of equals;
// nil when no rule fired.
func (v *Verdict) Riskiest() *Finding {
	var top *Finding
	for i := range v.Findings {
		if f := &v.Findings[i]; top == nil || f.Risk > top.Risk {
			top = f
		}
	}
	return top
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
