package cmd

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/memory/store/report"
)

// sessionsCommand lists the sessions of agents, or shows what happened in one.
type sessionsCommand struct {
	*Env
	listFlags
}

func newSessions(env *Env) *cobra.Command {
	cmd := &sessionsCommand{Env: env}
	c := &cobra.Command{
		Use:   "sessions [flags] [SESSION]",
		Short: "List sessions, or show what happened in one",
		Long: `List the sessions of agents, most recent first: those of this project or,
outside a project, all.

With SESSION, its id or a unique beginning of it, show what happened in order:
commands and their outcomes, edits, decisions, what the agent was told, and what
was learned.`,
		Example: `  ctxhook sessions
  ctxhook sessions --all --since 7d
  ctxhook sessions 5e0c1a52
  ctxhook sessions 5e0c1a52 --json`,
		GroupID: groupMore,
		Args:    atMostOne,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				return cmd.story(args[0])
			}
			return cmd.list()
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return completer{env}.sessions(begun)
		},
	}
	cmd.register(c, "only sessions active in", "the list or the session")
	cmd.registerLimit(c, 20)
	return c
}

func (cmd *sessionsCommand) list() error {
	at, err := cmd.span(cmd.Env)
	if err != nil {
		return err
	}
	filter := report.SessionFilter{Project: at.project, Since: at.since, Limit: at.limit}
	l := list{
		thing: "session", project: at.project, narrowed: cmd.since != "",
		each: itemsOf(at.storage, newSessionView, func(tx *store.Tx) ([]report.Session, error) { return report.Sessions(tx, filter) }),
		next: func(int) string { return "to see one: ctxhook sessions SESSION" },
	}
	return l.print(cmd.Env, cmd.json)
}

// story shows what happened in the session whose name begins with begun.
func (cmd *sessionsCommand) story(begun string) error {
	st, err := cmd.storage()
	if err != nil {
		return err
	}
	var v *storyView
	err = st.look(func(tx *store.Tx) error {
		keys, err := report.SessionKeys(tx, begun)
		if err != nil {
			return err
		}
		key, err := onlySession(keys, begun, func() string { return "one of them: ctxhook sessions " + keys[0] })
		if err != nil {
			return err
		}
		v, err = newStory(tx, key)
		return err
	})
	switch {
	case err != nil:
		return err
	case v == nil || v.ID == "": // nothing is remembered yet
		return unknownSession(begun)
	case cmd.json:
		return cmd.printJSON(v)
	}
	return cmd.paged(func() error {
		v.print(cmd.Env)
		return nil
	})
}

// onlySession returns the one session whose name begins with begun. hint says
// what to type where there are several.
func onlySession(keys []string, begun string, hint func() string) (string, error) {
	switch {
	case len(keys) == 0 || begun == "":
		return "", unknownSession(begun)
	case len(keys) > 1:
		return "", withHint(fmt.Errorf("%d sessions begin with %s", len(keys), quote(begun)), hint())
	}
	return keys[0], nil
}

func unknownSession(begun string) error {
	return withHint(fmt.Errorf("there is no session %s", quote(begun)), "to see them all: ctxhook sessions --all")
}
