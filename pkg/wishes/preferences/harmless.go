package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// ButHarmless returns a rule that commands are never to be run as one that leaves out the options
// with which they do something else, as a class of commands knows them: git restore --staged.
// Other rules are returned as they are.
func ButHarmless(known rule.Knowledge, r memory.PreferenceRule) memory.PreferenceRule {
	if r.Form != memory.FormNever || r.Class != "" || r.Except != "" || r.Branch != "" {
		return r
	}
	var spared []string
	for _, avoid := range r.Avoided() {
		for id := range known.Names(rule.KindClass) {
			k := classNamed(known, id)
			if k == nil || !slices.ContainsFunc(k.Commands, func(p string) bool { return holds(p, avoid) }) {
				continue
			}
			for _, option := range k.Unless {
				if one := avoid + " " + option; option[0] == '-' && !slices.Contains(spared, one) && !strings.Contains(avoid, " -") && declaresOption(known, programOf(avoid), option) {
					spared = append(spared, one)
				}
			}
		}
	}
	r.Except = strings.Join(spared, memory.Or)
	return r
}

// declaresOption reports whether a program is known to have an option.
func declaresOption(known rule.Knowledge, program, name string) bool {
	m := new(rule.Command)
	if !find(known, rule.KindProgram, program, m) {
		return false
	}
	is := func(o rule.Option) bool { return slices.Contains(o.Names, name) }
	return slices.ContainsFunc(m.Options, is) || slices.ContainsFunc(m.SubOptions, func(s rule.SubOptions) bool { return slices.ContainsFunc(s.Options.All(), is) })
}

// ButThrough returns a rule that leaves out what some commands run as one that leaves out what
// the other ways run, too, that its line names: "submit with `sbatch`, or wrap it in `srun`".
func ButThrough(r memory.PreferenceRule, line string) memory.PreferenceRule {
	avoided := r.Avoided()
	if r.Form != memory.FormNever || !slices.ContainsFunc(r.Spared(), func(spared string) bool {
		return slices.ContainsFunc(avoided, func(a string) bool { return strings.HasSuffix(spared, " "+a) }) || !strings.Contains(spared, " ")
	}) {
		return r
	}
	words := tokens(withoutMarkdown(line))
	known := func(way string) bool {
		return slices.ContainsFunc(append(avoided, r.Spared()...), func(c string) bool { return programOf(c) == way })
	}
	for i := 1; i < len(words); i++ {
		if way := words[i].text; words[i].code && isName(way) && words[i-1].is("with|via|through|in|under|using|by") && !known(way) {
			r.Except += memory.Or + way
		}
	}
	return r
}

// holds reports whether a pattern of a class is a command: "git checkout --|." is git checkout --.
func holds(pattern, command string) bool {
	p, c := strings.Fields(pattern), strings.Fields(command)
	for i := range c {
		if len(p) != len(c) || !slices.Contains(strings.Split(p[i], "|"), c[i]) {
			return false
		}
	}
	return true
}
