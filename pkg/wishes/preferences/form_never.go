package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// neverForm is a command, or a class of them, that is not wanted.
type neverForm struct{}

func (neverForm) subject(known rule.Knowledge, r *memory.PreferenceRule) (named []string, class *rule.CommandClass) {
	if r.Avoid == Whole { // of what is in the class
		return nil, classNamed(known, r.Class)
	}
	named = commands(known, r.Avoided()...)
	for _, avoided := range r.Avoided() {
		if f := strings.Fields(avoided); len(f) == 3 && f[1] == "run" && (token{low: f[0]}).is("npm|pnpm|yarn|bun") { // a script of the project, whatever runs it
			named = append(named, "npm|pnpm|yarn|bun run|run-script "+f[2], "pnpm|yarn|bun "+f[2])
		}
	}
	return named, classNamed(known, r.Class)
}

func (n neverForm) triggers(known rule.Knowledge, r *memory.PreferenceRule) []string {
	names := programsOf(n.subject(known, r))
	if slices.ContainsFunc(r.Avoided(), func(a string) bool {
		return strings.HasSuffix(a, call) || strings.Contains(a, pipe) || isWordAlone(known, a) || isStatement(a)
	}) {
		names = append(names, AnyProgram)
	}
	return names
}

// A call that only tells what there is breaks no rule about a subcommand: git stash list.
func (neverForm) breaks(f *finder, i int) (Hit, bool) {
	c := &f.Calls[i]
	if f.rule.Avoid == Whole {
		return Hit{}, isWhole(c, behindStep(f.class, c))
	}
	return Hit{}, f.class != nil || !onlyTells(f.rule.Avoid, c)
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
	if isStatement(avoid) || n < 2 || strings.Contains(avoid, " -") || strings.Contains(avoid, " @") {
		return false
	}
	return len(words) > n && subcommandReadsWord(words[n]) || command.HasArg(c, []string{"--list", "--contains", "--points-at", "--merged", "--no-merged"}) || (len(words) == n || c.Program == "git") && command.HasArg(c, []string{"-l"})
}

func (neverForm) samples(rule.Knowledge, *memory.PreferenceRule) []string { return nil }

func (neverForm) example(r *memory.PreferenceRule) (right, wrong string) {
	avoid := firstOf(r.Avoided())
	if strings.Contains(avoid, Whole) || strings.Contains(avoid, writing) || strings.Contains(avoid, more) {
		return "", "" // it says of what, and not a command
	}
	return "", avoid
}

// behindStep returns the words of a call behind those by which it is one of a class.
func behindStep(k *rule.CommandClass, c *shell.Call) []string {
	words := command.Words(c)
	least := len(words)
	for _, p := range k.Commands {
		if fits(p, c) {
			n := 0
			for f := range strings.FieldsSeq(p) {
				if f[0] != '-' {
					n++
				}
			}
			least = min(least, n)
		}
	}
	return words[min(least, len(words)):]
}
