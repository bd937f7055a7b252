package preferences

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// neverForm is a command, or a class of them, that is not wanted.
type neverForm struct{}

func (neverForm) subject(known rule.Knowledge, r *memory.PreferenceRule) (named []string, class *rule.CommandClass) {
	return commands(known, r.Avoided()...), classNamed(known, r.Class)
}

func (n neverForm) triggers(known rule.Knowledge, r *memory.PreferenceRule) []string {
	return programsOf(n.subject(known, r))
}

// A call that only tells what there is breaks no rule about a subcommand: git stash list.
func (neverForm) breaks(f *finder, i int) (Hit, bool) {
	return Hit{}, f.class != nil || !onlyTells(f.rule.Avoid, &f.Calls[i])
}

// onlyTells reports whether a call of the subcommand that a rule names lists what there is,
// where the rule does not name that itself.
func onlyTells(avoid string, c *shell.Call) bool {
	n := 0
	for f := range strings.FieldsSeq(avoid) {
		if f[0] != '-' {
			n++
		}
	}
	words := command.Words(c)
	if n < 2 || strings.Contains(avoid, " -") {
		return false
	}
	return len(words) > n && subcommandReadsWord(words[n]) || command.HasArg(c, []string{"--list"}) || len(words) == n && command.HasArg(c, []string{"-l"})
}

func (neverForm) samples(rule.Knowledge, *memory.PreferenceRule) []string { return nil }

func (neverForm) example(r *memory.PreferenceRule) (right, wrong string) {
	return "", firstOf(r.Avoided())
}
