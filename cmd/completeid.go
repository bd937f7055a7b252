package cmd

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/display"
	"github.com/ctxhook/ctxhook/pkg/store"
	"github.com/ctxhook/ctxhook/pkg/store/report"
)

// latestIDs is how many ids of a kind are offered.
const latestIDs = 20

// completeIDs completes the ids of the latest things of some kinds, each with
// what it names, in at most so many arguments; 0 is any number.
func (e *Env) completeIDs(kinds string, most int) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		st, err := e.quietStorage()
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

// completeSessions completes the option that names a session.
func (e *Env) completeSessions(c *cobra.Command) {
	e.completeWith(c, "session", func(begun string) []string {
		keys, _ := e.latestSessions(begun)
		return keys
	})
}

// latestSessions completes the name of a session.
func (e *Env) latestSessions(begun string) (keys []string, _ cobra.ShellCompDirective) {
	if st, err := e.quietStorage(); err == nil {
		_ = st.look(func(tx *store.Tx) (err error) { // without an answer nothing is offered
			keys, err = report.SessionKeys(tx, begun)
			return err
		})
	}
	return keys[:min(len(keys), latestIDs)], cobra.ShellCompDirectiveNoFileComp
}

// completeFlag completes the values of an option.
func (e *Env) completeFlag(c *cobra.Command, name string, values []string) {
	e.completeWith(c, name, func(string) []string { return values })
}

// completeWith completes an option with what is found when it is asked for.
func (e *Env) completeWith(c *cobra.Command, name string, values func(begun string) []string) {
	if err := c.RegisterFlagCompletionFunc(name, func(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
		return values(begun), cobra.ShellCompDirectiveNoFileComp
	}); err != nil {
		e.warnf("no completion for --%s: %v", name, err)
	}
}
