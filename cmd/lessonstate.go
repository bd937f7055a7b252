package cmd

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

func newLessonsAccept(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "accept ID..",
		Short: "Tell lessons that your team proposed",
		Long: `Tell lessons that your team proposed, when their error comes up here. Only the user
may do this, not an agent.`,
		Example: "  ctxhook lessons accept l-7c1m3k9x",
		Args:    someArgs("an id", "to see them all: ctxhook lessons --state proposed"),
		RunE: func(_ *cobra.Command, ids []string) error {
			if err := requireUser(env); err != nil {
				return err
			}
			return env.setLessons(ids, memory.Open)
		},
		ValidArgsFunction: completer{env}.ids("l", 0),
	}
}

func newLessonsDecline(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "decline ID..",
		Short: "Never tell lessons again",
		Long: `Never tell these lessons again, even when what taught them is seen again. A
lesson that was forgotten may be learned again; a declined one is kept, and so
known.`,
		Example:           "  ctxhook lessons decline l-7c1m3k9x",
		Args:              someArgs("an id", "to see them all: ctxhook lessons"),
		RunE:              func(_ *cobra.Command, ids []string) error { return env.setLessons(ids, memory.Unwanted) },
		ValidArgsFunction: completer{env}.ids("l", 0),
	}
}

func newLessonsClose(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "close ID..",
		Short: "Take failing checks for fixed",
		Long: `Take failing checks for fixed: agents are not told of them any more, until they
fail again.`,
		Example:           "  ctxhook lessons close l-7c1m3k9x",
		Args:              someArgs("an id", "to see them all: ctxhook lessons"),
		RunE:              func(_ *cobra.Command, ids []string) error { return env.setLessons(ids, memory.Closed) },
		ValidArgsFunction: completer{env}.ids("l", 0),
	}
}

// setLessons puts the lessons with these ids into a state: all of them, or none.
func (env *Env) setLessons(ids []string, state memory.LessonState) error {
	st, err := env.storage()
	if err != nil {
		return err
	}
	if err := st.change(func(s *store.Store) error {
		return s.Update(func(tx *store.Tx) error {
			for _, id := range ids {
				l, ok, err := tx.Lesson(id)
				switch {
				case err != nil:
					return err
				case !ok:
					return unknownID(id)
				case state == memory.Open && l.State != memory.Offered:
					return fmt.Errorf("%s is not proposed: it is %s", id, l.State)
				case state == memory.Closed && l.Kind != memory.LessonCheck:
					return withHint(fmt.Errorf("%s is not about a failing check", id), "to stop telling it: ctxhook lessons decline "+id)
				}
				l.State = state
				if err := tx.PutLesson(&l); err != nil {
					return err
				}
			}
			return nil
		})
	}); err != nil {
		return err
	}
	for _, id := range ids {
		env.printf("%s: %s\n", state, id)
	}
	return nil
}
