package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// useForm is one command in the place of another: uv, not pip.
type useForm struct{}

func (useForm) subject(known rule.Knowledge, r *memory.PreferenceRule) (named []string, class *rule.CommandClass) {
	avoided := r.Avoided()
	if r.Class != "" {
		return nil, classNamed(known, r.Class)
	}
	if len(avoided) == 0 {
		avoided = others(known, r.Prefer)
	}
	for _, words := range avoided {
		if words != "" {
			named = append(named, asked(known, words)...)
			named = append(named, slices.DeleteFunc(alike(known, words), func(name string) bool { return programOf(name) == programOf(r.Prefer) })...) // python3, where python is not wanted
		}
	}
	return named, nil
}

func (u useForm) triggers(known rule.Knowledge, r *memory.PreferenceRule) []string {
	names := programsOf(u.subject(known, r))
	if slices.ContainsFunc(r.Avoided(), func(a string) bool { return strings.HasSuffix(a, call) }) {
		names = append(names, AnyProgram)
	}
	return names
}

func (useForm) breaks(f *finder, i int) (Hit, bool) {
	c := &f.Calls[i]
	if f.class != nil {
		return f.through(i, f.rule.Prefer), !f.under(i, f.rule.Prefer) && !f.runsThrough(i, f.rule.Prefer)
	}
	if f.startsSubject(i) {
		return Hit{}, false // the call that it starts is meant: pnpm jest
	}
	if f.isOther(c) || f.under(i, f.rule.Prefer) || ofWanted(c, f.rule) ||
		f.tools != nil && command.Is(c, rule.Filter) && c.Stdin.Kind == shell.SourcePipe && len(command.Words(c)) <= 2 {
		return Hit{}, false // what only filters a pipe, and reads no file, is not what tools that search are for
	}
	hit := f.swap(i)
	if f.tools == nil && looksAtPackages(c) && !strings.Contains(firstOf(f.rule.Avoided()), " ") {
		return Hit{}, false // winget list
	}
	return hit, true
}

// looksAtPackages reports whether a call of a manager of packages only tells what there is.
func looksAtPackages(c *shell.Call) bool {
	words := command.Words(c)
	return len(words) > 1 && subcommandReadsWord(words[1]) && (c.Model == nil || c.Model.Type == "Package")
}

// startsSubject reports whether call i only starts the program that the rule is about, and
// the call of that one is known.
func (f *finder) startsSubject(i int) bool {
	if f.isNamedHere(&f.Calls[i]) {
		return false
	}
	for k := i + 1; k < len(f.Calls); k++ {
		if f.Calls[k].Via == i && f.isNamedHere(&f.Calls[k]) && f.is(&f.Calls[k]) {
			return true
		}
	}
	return false
}

// isNamedHere reports whether a call is of one of the programs that the rule is about, and
// not of what runs it.
func (f *finder) isNamedHere(c *shell.Call) bool {
	return slices.ContainsFunc(f.subject, func(p string) bool { return isNamed(programOf(p), c) })
}

func (useForm) samples(known rule.Knowledge, r *memory.PreferenceRule) (list []string) {
	if r.Class != "" {
		return []string{r.Prefer}
	}
	avoided := strings.TrimSuffix(firstOf(r.Avoided()), " "+writing)
	t, from := family(known, avoided)
	if t == nil {
		t, _ = family(known, r.Prefer)
	}
	if t != nil {
		for i := range t.Swaps {
			for _, c := range t.Swaps[i].Commands {
				if c.Tool == from || from == "" {
					list = append(list, sample(c, t.Swaps[i].Operands))
				}
			}
		}
	}
	return append(list, avoided)
}

func (useForm) example(r *memory.PreferenceRule) (right, wrong string) {
	return r.Prefer, strings.TrimSuffix(firstOf(r.Avoided()), " "+writing)
}

// ofWanted reports whether a call is of the program that is wanted, where another one is not: uv
// pip install, where uv add is wanted and not pip install.
func ofWanted(c *shell.Call, r *memory.PreferenceRule) bool {
	wanted := programOf(r.Prefer)
	return wanted == c.Program && !slices.ContainsFunc(r.Avoided(), func(avoid string) bool { return programOf(avoid) == wanted })
}
