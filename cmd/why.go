package cmd

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// whyCommand shows what an id names, where it came from and what rests on it.
type whyCommand struct {
	*Env
	json bool
}

func newWhy(env *Env) *cobra.Command {
	cmd := &whyCommand{Env: env}
	c := &cobra.Command{
		Use:   "why ID",
		Short: "Show where a lesson or run came from, and what depends on it",
		Long: `Show what an id names, where it came from and what depends on it. An id begins
with its kind: r- run, l- lesson, p- preference, d- decision, a- allow entry, v- advice
to an agent, e- edit, g- how a check went from red to green, t- delegated task, s-
snapshot for undo.`,
		Example: `  ctxhook why l-7c1m3k9x
  ctxhook why d-4k2m9x7c
  ctxhook why r-4k2m9x7c --json`,
		GroupID:           groupMore,
		Args:              oneArg("an id", "to see some: ctxhook history, ctxhook lessons, ctxhook log"),
		RunE:              func(_ *cobra.Command, args []string) error { return cmd.run(args[0]) },
		ValidArgsFunction: completer{env}.ids("lprd", 1),
	}
	c.Flags().BoolVar(&cmd.json, "json", false, "print it as JSON")
	return c
}

func (cmd *whyCommand) run(id string) error {
	if idKind(id) == "" && !isUUID(id) {
		return unknownID(id)
	}
	st, err := cmd.storage()
	if err != nil {
		return err
	}
	if isUUID(id) {
		if id, err = cmd.recorded(st, id); err != nil {
			return err
		}
	}
	o, err := cmd.origin(st, id)
	switch {
	case err != nil:
		return err
	case o == nil:
		return unknownID(id)
	case cmd.json:
		return cmd.printJSON(o)
	}
	o.print(cmd.Env)
	return nil
}

// origin finds what is kept under an id; nil is nothing.
func (cmd *whyCommand) origin(st *storage, id string) (o *origin, err error) {
	if idKind(id) == "a" {
		entries, problems := config.AllowEntries(st.Places, time.Now())
		for _, p := range problems {
			cmd.problem(p)
		}
		return allowOrigin(st, entries, id)
	}
	if idKind(id) == "s" {
		return st.snapshotOrigin(cmd.Env, id)
	}
	err = st.look(func(tx *store.Tx) (err error) {
		o, err = st.origin(tx, id)
		return err
	})
	return o, err
}

// recorded finds the run that a caller of the neutral envelope knows by a UUID.
func (cmd *whyCommand) recorded(st *storage, uuid string) (id string, err error) {
	err = st.look(func(tx *store.Tx) (err error) {
		id, err = tx.RunByRecord(uuid)
		return err
	})
	if err == nil && id == "" {
		err = withHint(fmt.Errorf("there is no run %s", quote(uuid)), "to see them all: ctxhook history")
	}
	return id, err
}

// isUUID reports whether an id is the record_id of a run.
func isUUID(id string) bool {
	return len(id) == 36 && strings.Count(id, "-") == 4 && strings.Trim(id, "0123456789abcdef-") == ""
}
