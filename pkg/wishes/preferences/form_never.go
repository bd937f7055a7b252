package preferences

import (
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// neverForm is a command, or a class of them, that is not wanted.
type neverForm struct{}

func (neverForm) subject(known rule.Knowledge, r *memory.PreferenceRule) (named []string, class *rule.CommandClass) {
	return commands(known, r.Avoided()...), Class(known, r.Class)
}

func (n neverForm) triggers(known rule.Knowledge, r *memory.PreferenceRule) []string {
	return programsOf(n.subject(known, r))
}

func (neverForm) breaks(*finder, int) (Hit, bool) { return Hit{}, true }

func (neverForm) samples(rule.Knowledge, *memory.PreferenceRule) []string { return nil }

func (neverForm) example(r *memory.PreferenceRule) (right, wrong string) {
	return "", firstOf(r.Avoided())
}
