package cmd

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// preferencesCommand lists what the user wants of commands.
type preferencesCommand struct {
	*Env
	listFlags
	state string
}

// heldStates are the states of preferences that still count.
var heldStates = []memory.PreferenceState{memory.Active, memory.Proposed, memory.Candidate}

// preferenceStates are all states.
var preferenceStates = append(heldStates[:len(heldStates):len(heldStates)], memory.Rejected, memory.Contradicted, memory.Expired)

func newPreferences(env *Env) *cobra.Command {
	cmd := &preferencesCommand{Env: env}
	c := &cobra.Command{
		Use:   "preferences [COMMAND]",
		Short: "List and change what you want of commands",
		Long: `List and change what you want of commands: what you told ctxhook to remember, and
what it heard and proposes to you. Without a COMMAND it lists them.

A candidate was seen, and is not proposed to you yet; a proposed one waits for your
answer. A preference is active once you keep it, or when it is proven. A declined one
is kept, so that it is not proposed again; "ctxhook forget" deletes one.`,
		Example: `  ctxhook preferences
  ctxhook preferences accept p-7c1m3k9x
  ctxhook preferences decline p-7c1m3k9x
  ctxhook preferences test 'use uv, not pip'`,
		GroupID: groupDay,
		Args:    knownCommand,
		RunE:    func(*cobra.Command, []string) error { return cmd.run() },
	}
	cmd.flags(c)
	c.AddCommand(newPreferencesList(env), newPreferencesShow(env), newPreferencesAccept(env), newPreferencesDecline(env), newPreferencesEdit(env), newPreferencesTest(env))
	return c
}

func newPreferencesList(env *Env) *cobra.Command {
	cmd := &preferencesCommand{Env: env}
	c := &cobra.Command{
		Use:   "list",
		Short: "List the preferences that hold in this project, or with --all in any",
		Example: `  ctxhook preferences list
  ctxhook preferences list --all --json
  ctxhook preferences list --state declined`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error { return cmd.run() },
	}
	cmd.flags(c)
	return c
}

func (cmd *preferencesCommand) flags(c *cobra.Command) {
	cmd.register(c, "only preferences seen in", "the preferences")
	names := append(stateNames(preferenceStates), anyState)
	c.Flags().StringVar(&cmd.state, "state", "", "the state: "+or(names)+" (default: those that count)")
	completer{cmd.Env}.flag(c, "state", names)
}

func stateNames(states []memory.PreferenceState) []string {
	names := make([]string, len(states))
	for i, s := range states {
		names[i] = string(s)
	}
	return names
}

func (cmd *preferencesCommand) run() error {
	states, err := cmd.states()
	if err != nil {
		return err
	}
	at, err := cmd.span(cmd.Env)
	if err != nil {
		return err
	}
	var l list
	l = list{
		thing: "preference", project: at.project, narrowed: cmd.since != "" || cmd.state != "",
		each: itemsOf(at.storage, newPreferenceView, func(tx *store.Tx) (list []memory.Preference, err error) {
			if at.project == "" {
				list, err = tx.AllPreferences(states...)
			} else {
				list, err = journal.New(at.storage.Judge, time.Now()).Preferences().Here(tx, states...)
			}
			list = slices.DeleteFunc(list, func(p memory.Preference) bool { return p.Last.Before(at.since) })
			if i := slices.IndexFunc(list, waits); i >= 0 {
				l.next = func(int) string { return waitsWords(list[i].ID) }
			}
			return list, err
		}),
	}
	return l.print(cmd.Env, cmd.json)
}

// waits reports whether a preference waits for the user's answer.
func waits(p memory.Preference) bool {
	return p.State == memory.Candidate || p.State == memory.Proposed
}

func waitsWords(id string) string {
	return "a candidate was seen, and is not proposed to you yet; a proposed one waits for your answer. To keep one: ctxhook remember " + id + "; to drop it: ctxhook preferences decline " + id
}

// states are those that are asked for.
func (cmd *preferencesCommand) states() ([]memory.PreferenceState, error) {
	switch state := memory.PreferenceState(cmd.state); {
	case cmd.state == "":
		return heldStates, nil
	case cmd.state == anyState:
		return preferenceStates, nil
	case slices.Contains(preferenceStates, state):
		return []memory.PreferenceState{state}, nil
	}
	return nil, withHint(fmt.Errorf("there is no state %s", quote(cmd.state)), "one of: "+or(append(stateNames(preferenceStates), anyState)))
}

func newPreferencesShow(env *Env) *cobra.Command {
	cmd := &whyCommand{Env: env}
	c := &cobra.Command{
		Use:               "show ID",
		Short:             "Show a preference and its evidence, as ctxhook why does",
		Example:           "  ctxhook preferences show p-7c1m3k9x",
		Args:              oneArg("an id", "to see them all: ctxhook preferences"),
		RunE:              func(_ *cobra.Command, args []string) error { return cmd.run(args[0]) },
		ValidArgsFunction: completer{env}.ids("p", 1),
	}
	c.Flags().BoolVar(&cmd.json, "json", false, "print it as JSON")
	return c
}

func newPreferencesAccept(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:               "accept ID..",
		Short:             "Keep preferences, as ctxhook remember does",
		Long:              "Keep preferences that ctxhook proposed. Only the user may do this, not an agent.",
		Example:           "  ctxhook preferences accept p-7c1m3k9x",
		Args:              someArgs("an id", "to see them all: ctxhook preferences"),
		RunE:              func(_ *cobra.Command, ids []string) error { return env.setPreferences(ids, memory.Active) },
		ValidArgsFunction: completer{env}.ids("p", 0),
	}
}

func newPreferencesDecline(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "decline ID..",
		Short: "Drop preferences and never propose them again",
		Long: `Drop preferences and never propose them again, whatever is heard. They are kept as
declined; "ctxhook remember" brings one back. Only the user may do this, not an
agent.`,
		Example:           "  ctxhook preferences decline p-7c1m3k9x",
		Args:              someArgs("an id", "to see them all: ctxhook preferences"),
		RunE:              func(_ *cobra.Command, ids []string) error { return env.setPreferences(ids, memory.Rejected) },
		ValidArgsFunction: completer{env}.ids("p", 0),
	}
}

// setPreferences puts the preferences with these ids into a state: all of them,
// or none.
func (e *Env) setPreferences(ids []string, state memory.PreferenceState) error {
	if err := requireUser(e); err != nil {
		return err
	}
	st, err := e.storage()
	if err != nil {
		return err
	}
	var kept, before []memory.Preference
	if err := st.change(func(s *store.Store) (err error) {
		if before, err = allPreferences(s); err != nil {
			return err
		}
		var unknown string
		if kept, unknown, err = journal.New(st.Judge, time.Now()).Preferences().Set(s, ids, state); unknown != "" {
			return unknownID(unknown)
		}
		return err
	}); err != nil {
		return err
	}
	for i := range kept {
		newPreferenceView(&kept[i]).printLine(e, true)
		e.hintAtClashes(&kept[i], before)
	}
	return nil
}

// preferencesEditCommand gives a preference other words.
type preferencesEditCommand struct{ *Env }

func newPreferencesEdit(env *Env) *cobra.Command {
	cmd := &preferencesEditCommand{env}
	return &cobra.Command{
		Use:   "edit ID WORDS",
		Short: "Give a preference other words",
		Long: `Give a preference other words. Its id and its evidence stay, and it is active from
then on. Only the user may do this, not an agent.`,
		Example: "  ctxhook preferences edit p-7c1m3k9x 'use pnpm, not npm or yarn'",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return withHint(errors.New("preferences edit needs an id and words"), "for example: ctxhook preferences edit p-7c1m3k9x 'use uv, not pip'")
			}
			return nil
		},
		RunE:              func(_ *cobra.Command, args []string) error { return cmd.run(args[0], strings.Join(args[1:], " ")) },
		ValidArgsFunction: completer{env}.ids("p", 1),
	}
}

func (cmd *preferencesEditCommand) run(id, words string) error {
	if err := requireUser(cmd.Env); err != nil {
		return err
	}
	st, err := cmd.storage()
	if err != nil {
		return err
	}
	var kept memory.Preference
	var before []memory.Preference
	if err := st.change(func(s *store.Store) (err error) {
		if before, err = allPreferences(s); err != nil {
			return err
		}
		p, ok, err := journal.New(st.Judge, time.Now()).Preferences().Reword(s, id, redact.Clean(words))
		if err == nil && !ok {
			return unknownID(id)
		}
		kept = p
		return err
	}); err != nil {
		return err
	}
	newPreferenceView(&kept).print(cmd.Env)
	if kept.Rule.Form == "" && slices.ContainsFunc(before, func(p memory.Preference) bool { return p.ID == kept.ID && p.Rule.Form != "" }) {
		cmd.hint("these words state no rule, so commands are no longer compared with it; %s", examplesOfRules)
	}
	cmd.hintAtClashes(&kept, before)
	return nil
}
