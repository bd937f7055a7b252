package preferences

import (
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// afterForm is a command that only runs once another went well.
type afterForm struct{}

func (afterForm) subject(known rule.Knowledge, r *memory.PreferenceRule) (named []string, class *rule.CommandClass) {
	return commands(known, r.When), classNamed(known, r.Class)
}

func (a afterForm) triggers(known rule.Knowledge, r *memory.PreferenceRule) []string {
	if r.Class == memory.Done {
		return []string{AtStop}
	}
	return programsOf(a.subject(known, r))
}

func (afterForm) breaks(f *finder, i int) (Hit, bool) {
	c := &f.Calls[i]
	return Hit{}, !f.isBefore(c) && !(f.class == nil && command.Has(c, rule.ReadOnly)) && !f.comesAfter(i)
}

func (afterForm) samples(rule.Knowledge, *memory.PreferenceRule) []string { return nil }

func (afterForm) example(r *memory.PreferenceRule) (right, wrong string) {
	if r.When == "" || isKind(r.After) {
		return "", ""
	}
	return r.After + " && " + r.When, r.When
}
