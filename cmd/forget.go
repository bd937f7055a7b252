package cmd

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
	"github.com/ctxhook/ctxhook/pkg/memory/rescue"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// forgetCommand removes what is remembered.
type forgetCommand struct {
	*Env
	project, all, yes bool
	session           string
}

func newForget(env *Env) *cobra.Command {
	cmd := &forgetCommand{Env: env}
	c := &cobra.Command{
		Use:   "forget ID.. | --session SESSION | --project | --all",
		Short: "Delete memories permanently",
		Long: `Delete memories permanently: single ones by id, or everything about a session,
this project, or all projects. The latter three ask first, unless --yes is given.
An allow entry is revoked. Snapshots for undo lose the words of a command that is
forgotten and keep their files; they go with their project.

The data is erased from the file too. Settings and trust stay. Agents may not run
this command. With a session go the lessons that it alone taught, and what other
sessions were told of them; the lessons that other sessions taught too are named.

The agent's own transcripts stay. "ctxhook replay --all" does not import from them
what was forgotten; "ctxhook replay TRANSCRIPT" does.`,
		Example: `  ctxhook forget r-4k2m9x7c l-7c1m3k9x
  ctxhook forget --session 5f0c1d3e
  ctxhook forget --project
  ctxhook forget --all --yes`,
		GroupID: groupMore,
		RunE: func(c *cobra.Command, args []string) error {
			if err := exclusive(c, "project", "session", "all"); err != nil {
				return err
			}
			many := cmd.project || cmd.all || cmd.session != ""
			switch {
			case many && len(args) > 0:
				return withHint(fmt.Errorf("%s cannot be combined with --project, --session or --all", quote(args[0])), seeHelp(c))
			case many:
				return cmd.many()
			case len(args) == 0:
				return withHint(errors.New("there is nothing to forget"), "ids are in: ctxhook history, ctxhook lessons, ctxhook preferences, ctxhook log")
			}
			return cmd.things(args)
		},
		ValidArgsFunction: completer{env}.ids("lprd", 0),
	}
	c.Flags().BoolVar(&cmd.project, "project", false, "everything about this project")
	c.Flags().StringVar(&cmd.session, "session", "", "everything about this session")
	c.Flags().BoolVar(&cmd.all, "all", false, "everything")
	c.Flags().BoolVar(&cmd.yes, "yes", false, "skip the question")
	completer{env}.sessionFlag(c)
	return c
}

// things removes the things with these ids: all of them, or none.
func (cmd *forgetCommand) things(ids []string) error {
	if err := refuseAgent(cmd.Env); err != nil {
		return err
	}
	for _, id := range ids {
		if idKind(id) == "" {
			return unknownID(id)
		}
	}
	st, err := cmd.storage()
	if err != nil {
		return err
	}
	if err := st.forgetSnapshots(ids); err != nil {
		return err
	}
	rests, err := cmd.remove(st, ids)
	if err != nil {
		return err
	}
	for _, id := range ids {
		cmd.printf("forgotten: %s\n", id)
	}
	if len(rests) > 0 {
		cmd.hint("what depends on it is kept; to see it: ctxhook why %s", rests[0])
		cmd.hint("to delete it too: ctxhook forget %s", strings.Join(rests, " "))
	}
	return nil
}

// remove removes the things with these ids, and returns the ids of what rests
// on them and is not among them.
func (cmd *forgetCommand) remove(st *storage, ids []string) (rests []string, err error) {
	var calls []store.Call
	if err := st.erase(func(tx *store.Tx) error {
		for _, id := range ids {
			if kind := idKind(id); kind == "a" || kind == "s" {
				continue // in a file
			}
			o, err := st.origin(tx, id)
			if err != nil {
				return err
			}
			if o == nil {
				return unknownID(id)
			}
			for _, link := range o.Rests {
				if !slices.Contains(ids, link.ID) && !slices.Contains(rests, link.ID) {
					rests = append(rests, link.ID)
				}
			}
			call, err := tx.CallOf(id)
			if err != nil {
				return err
			}
			if call != (store.Call{}) {
				calls = append(calls, call)
			}
			if _, err := tx.Forget(id); err != nil {
				return err
			}
		}
		rests, err = st.remaining(tx, rests)
		return err
	}); err != nil {
		return nil, err
	}
	if err := journal.ForgetCalls(&st.Places, calls); err != nil {
		return nil, err
	}
	if err := st.forgetWords(func(m *rescue.Moment) bool {
		return slices.ContainsFunc(calls, func(c store.Call) bool { return c.ID != "" && c.ID == m.Call || c.ID == "" && c.Text == m.Command })
	}); err != nil {
		return nil, err
	}
	for _, id := range ids {
		if idKind(id) != "a" {
			continue
		}
		if err := config.RevokeAllow(st.Places, id, time.Now()); errors.Is(err, config.ErrNoEntry) {
			return nil, unknownID(id)
		} else if err != nil {
			return nil, err
		}
	}
	return rests, nil
}

// remaining returns those of some ids that still name something.
func (st *storage) remaining(tx *store.Tx, ids []string) (left []string, err error) {
	for _, id := range ids {
		o, err := st.origin(tx, id)
		if err != nil {
			return nil, err
		}
		if o != nil {
			left = append(left, id)
		}
	}
	return left, nil
}

// many removes all that is kept of a session, a project or at all.
func (cmd *forgetCommand) many() error {
	if err := refuseAgent(cmd.Env); err != nil {
		return err
	}
	st, err := cmd.storage()
	if err != nil {
		return err
	}
	scope, what, err := cmd.scope(st)
	if err != nil {
		return err
	}
	snapshots, err := cmd.snapshots(st)
	if err != nil {
		return err
	}
	var kept store.Inventory
	if err := st.look(func(tx *store.Tx) (err error) {
		kept, err = tx.Inventory(scope)
		return err
	}); err != nil {
		return err
	}
	if kept == (store.Inventory{}) && len(snapshots) == 0 {
		cmd.printf("nothing to forget\n")
		return nil
	}
	if !cmd.yes {
		if err := cmd.confirm(what + ": " + forgottenWords(kept, snapshots)); err != nil {
			return err
		}
	}
	var shared, roots []string
	if err := st.erase(func(tx *store.Tx) (err error) {
		if scope.Project != "" {
			if roots, err = tx.WorkTrees(scope.Project); err != nil {
				return err
			}
			roots = append(roots, scope.Project)
		}
		if shared, err = tx.SharedLessons(scope.Session); err != nil {
			return err
		}
		kept, err = tx.ForgetAll(scope)
		return err
	}); err != nil {
		return err
	}
	for _, dir := range st.Places.Former() {
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	}
	if err := journal.ForgetLedger(&st.Places, scope.Session, roots); err != nil {
		return err
	}
	for _, s := range snapshots {
		if err := s.ForgetAll(); err != nil {
			return err
		}
	}
	if scope.Session != "" {
		if err := st.forgetWords(func(m *rescue.Moment) bool { return m.Session == scope.Session }); err != nil {
			return err
		}
	}
	if cmd.project {
		if err := st.forgetElsewhere(); err != nil {
			return err
		}
	}
	if cmd.all {
		if err := store.RemoveAside(st.files()); err != nil {
			return err
		}
	}
	cmd.printf("forgotten: %s\n", forgottenWords(kept, snapshots))
	if len(shared) > 0 {
		cmd.hint("other sessions taught %s too: %s", display.Counted(len(shared), "lesson"), strings.Join(shared, " "))
		cmd.hint("to delete what they hold: ctxhook forget %s", strings.Join(shared, " "))
	}
	return nil
}

// forgetWords takes commands that are forgotten from the snapshots that were taken before
// them.
func (st *storage) forgetWords(forgotten func(m *rescue.Moment) bool) error {
	list, err := rescue.Stores(st.Places)
	if err != nil {
		return err
	}
	for _, s := range list {
		if err := s.ForgetWords(forgotten); err != nil {
			return err
		}
	}
	return nil
}

// snapshots returns the snapshots that are to be forgotten: those of the project,
// or all.
func (cmd *forgetCommand) snapshots(st *storage) ([]*rescue.Store, error) {
	list, err := rescue.Stores(st.Places)
	if cmd.all || err != nil {
		return list, err
	}
	if !cmd.project || st.Project == "" {
		return nil, nil
	}
	here, err := st.snapshotsHere()
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(list, func(s *rescue.Store) bool { return s.Root != here.Root }), nil
}

// forgottenWords counts what is kept, with snapshots.
func forgottenWords(kept store.Inventory, snapshots []*rescue.Store) string {
	words := keptWords(kept)
	if len(snapshots) > 0 {
		if words != "" {
			words += ", "
		}
		words += "snapshots of " + display.Counted(len(snapshots), "project")
	}
	return words
}

// forgetSnapshots removes the snapshots among some ids.
func (st *storage) forgetSnapshots(ids []string) error {
	for _, id := range ids {
		if idKind(id) != "s" {
			continue
		}
		err := st.forgetSnapshot(id)
		if errors.Is(err, rescue.ErrUnknown) {
			return unknownID(id)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// forgetElsewhere removes what commands that ran in the project named elsewhere.
func (st *storage) forgetElsewhere() error {
	s, err := st.snapshotsElsewhere()
	if err == nil {
		err = s.ForgetIf(s.RanIn(st.Project))
	}
	if errors.Is(err, rescue.ErrUnknown) {
		return nil
	}
	return err
}

// forgetSnapshot removes a snapshot of the project, or of what a command named elsewhere.
func (st *storage) forgetSnapshot(id string) error {
	if st.Project != "" {
		s, err := st.snapshotsHere()
		if err == nil {
			err = s.Forget(id)
		}
		if !errors.Is(err, rescue.ErrUnknown) {
			return err
		}
	}
	s, err := st.snapshotsElsewhere()
	if err != nil {
		return err
	}
	return s.Forget(id)
}

// scope returns what is to be forgotten, and words for it.
func (cmd *forgetCommand) scope(st *storage) (store.Scope, string, error) {
	switch {
	case cmd.session != "":
		key, err := st.session(cmd.session)
		return store.Scope{Session: key}, "everything about the session " + display.Plain(key), err
	case cmd.project && st.Project == "":
		return store.Scope{}, "", withHint(errNoProject, "go to a directory with .git or .ctxhook above it")
	case cmd.project:
		return store.Scope{Project: st.Project}, "everything about " + display.Plain(st.Project), nil
	}
	return store.Scope{}, "everything", nil
}

// keptWords counts what is kept.
func keptWords(k store.Inventory) string {
	var parts []string
	for _, n := range []struct {
		n         int
		one, many string
	}{
		{k.Runs, "run", "runs"}, {k.Edits, "edit", "edits"}, {k.Tasks, "task", "tasks"}, {k.Lessons, "lesson", "lessons"}, {k.Preferences, "preference", "preferences"}, {k.Episodes, "episode", "episodes"},
		{k.Advice, "advice", "pieces of advice"}, {k.Decisions, "decision", "decisions"},
	} {
		switch {
		case n.n == 1:
			parts = append(parts, "1 "+n.one)
		case n.n > 1:
			parts = append(parts, fmt.Sprintf("%d %s", n.n, n.many))
		}
	}
	return strings.Join(parts, ", ")
}
