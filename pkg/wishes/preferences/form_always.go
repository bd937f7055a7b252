package preferences

import (
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// alwaysForm is what a command takes: a variable, an option or a wrapper.
type alwaysForm struct{}

func (alwaysForm) subject(known rule.Knowledge, r *memory.PreferenceRule) (named []string, class *rule.CommandClass) {
	switch {
	case r.Class != "":
		return nil, classNamed(known, r.Class)
	case r.When == "":
		return nil, classNamed(known, r.With)
	}
	return commands(known, r.When), nil
}

func (a alwaysForm) triggers(known rule.Knowledge, r *memory.PreferenceRule) []string {
	return programsOf(a.subject(known, r))
}

func (alwaysForm) breaks(f *finder, i int) (Hit, bool) { return f.with(i) }

func (alwaysForm) samples(_ rule.Knowledge, r *memory.PreferenceRule) []string {
	if r.When == "" {
		return nil
	}
	return []string{r.When}
}

func (alwaysForm) example(*memory.PreferenceRule) (right, wrong string) { return "", "" }
