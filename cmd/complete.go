package cmd

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/memory/store/report"
)

// completer completes words on the command line. Without an answer it offers
// nothing, and says nothing: what it printed would land in the command line.
type completer struct{ *Env }

// latestIDs is how many ids of a kind are offered.
const latestIDs = 20

// ids completes the ids of the latest things of some kinds, each with what it
// names, in at most so many arguments. 0 is no limit.
func (cp completer) ids(kinds string, most int) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		st, err := cp.quietStorage()
		if err != nil || most > 0 && len(args) >= most {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		var ids []string
		_ = st.look(func(tx *store.Tx) error { // without an answer nothing is offered
			for _, kind := range strings.Split(kinds, "") {
				some, err := latest(tx, kind, st.Project)
				if err != nil {
					return err
				}
				ids = append(ids, some...)
			}
			return nil
		})
		return ids, cobra.ShellCompDirectiveNoFileComp
	}
}

// latest lists the latest ids of a kind, with what they name.
func latest(tx *store.Tx, kind, project string) (ids []string, err error) {
	add := func(id, what string) { ids = append(ids, id+"\t"+display.Plain(brief(what))) }
	switch kind {
	case "r":
		runs, err := report.Runs(tx, report.RunFilter{Project: project, Limit: latestIDs})
		for i := range runs {
			add(runs[i].ID, newRunView(&runs[i]).words())
		}
		return ids, err
	case "p":
		list, err := tx.Preferences(project)
		for i := range list[:min(len(list), latestIDs)] {
			add(list[i].ID, string(list[i].State)+": "+list[i].Words.String())
		}
		return ids, err
	case "l":
		lessons, err := report.Lessons(tx, report.LessonFilter{Project: project, Limit: latestIDs})
		for i := range lessons {
			add(lessons[i].ID, newLessonView(&lessons[i]).words())
		}
		return ids, err
	}
	decisions, err := report.Decisions(tx, report.DecisionFilter{Project: project, Limit: latestIDs})
	for i := range decisions {
		add(decisions[i].ID, decisions[i].ShownAction()+": "+decisions[i].Command.String())
	}
	return ids, err
}

// sessionFlag completes the option that names a session.
func (cp completer) sessionFlag(c *cobra.Command) {
	cp.flagWith(c, "session", func(begun string) []string {
		keys, _ := cp.sessions(begun)
		return keys
	})
}

// sessions completes the name of a session.
func (cp completer) sessions(begun string) (keys []string, _ cobra.ShellCompDirective) {
	if st, err := cp.quietStorage(); err == nil {
		_ = st.look(func(tx *store.Tx) (err error) { // without an answer nothing is offered
			keys, err = report.SessionKeys(tx, begun)
			return err
		})
	}
	return keys[:min(len(keys), latestIDs)], cobra.ShellCompDirectiveNoFileComp
}

// flag completes the values of an option.
func (cp completer) flag(c *cobra.Command, name string, values []string) {
	cp.flagWith(c, name, func(string) []string { return values })
}

// flagWith completes an option with what is found when it is asked for.
func (cp completer) flagWith(c *cobra.Command, name string, values func(begun string) []string) {
	if err := c.RegisterFlagCompletionFunc(name, func(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
		return values(begun), cobra.ShellCompDirectiveNoFileComp
	}); err != nil {
		cp.warnf("no completion for --%s: %v", name, err)
	}
}

// rules completes a rule's id.
func (cp completer) rules(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return cp.ruleWords(false), cobra.ShellCompDirectiveNoFileComp
}

// ruleWords are the ids of rules as they are completed, and the packs.
func (cp completer) ruleWords(packs bool) []string {
	set, err := cp.allRules()
	if err != nil {
		return nil // without an answer nothing is offered
	}
	var words []string
	if packs {
		words = packsOf(set)
	}
	for _, r := range set {
		words = append(words, r.ID+"\t"+r.Title)
	}
	return words
}

// ruleFlag completes an option that names a rule, or a pack as well.
func (cp completer) ruleFlag(c *cobra.Command, name string, packs bool) {
	cp.flagWith(c, name, func(string) []string { return cp.ruleWords(packs) })
}
